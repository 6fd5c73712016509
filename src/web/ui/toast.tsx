import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { classNames } from './class-names.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

export interface ToastContent {
  title: string
  text?: string
  tone?: 'good' | 'bad'
  /** Milliseconds; 3000 when unspecified (spec §9). The shell asks for 4000. */
  lifeMs?: number
  isClosable?: boolean
  /** One action, such as "Undo"; pressing it closes the message. */
  action?: { label: string; onPress: () => void }
}

/** A message that disappears after a while, but not while it is hovered over or focused. */
export function Toast(props: ToastContent & { onDismiss: () => void }) {
  const { title, text, tone = 'good', lifeMs = 3000, isClosable = true, action, onDismiss } = props
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(onDismiss, lifeMs)
    return () => clearTimeout(timer)
    // A new callback on each render must not restart the time; only holding the message does.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isHeld, lifeMs])
  return (
    <div
      className={classNames('toast flex items-start g-3 r-control raised lh-135', tone === 'bad' && 'toast--bad')}
      role={tone === 'bad' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon of={tone === 'bad' ? CircleAlert : CircleCheck} />
      <div className="toast__body flex-1 shrink">
        <b>{title}</b>
        {text}
      </div>
      {action ? (
        <button
          type="button"
          className="toast__act tall p-0-3 no-edge r-control bg-none bold"
          onClick={() => {
            action.onPress()
            onDismiss()
          }}
        >
          {action.label}
        </button>
      ) : null}
      {isClosable ? <IconButton icon={X} label="Dismiss" onClick={onDismiss} /> : null}
    </div>
  )
}
