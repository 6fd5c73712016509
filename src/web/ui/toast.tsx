import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useState, createContext, useCallback, useContext, useMemo, type ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './badge.tsx'

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
        <b className="block-box">{title}</b>
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

/** How long a message from the shell stays (spec §9). */
const toastLifeMs = 4000

interface Shown extends ToastContent {
  id: number
}

interface Toasts {
  shown: readonly Shown[]
  show: (toast: ToastContent) => void
  dismiss: (id: number) => void
}

/** Only identifies a message on this page. */
let lastId = 0

const ToastsContext = createContext<Toasts>({ shown: [], show: () => undefined, dismiss: () => undefined })

export function ToastsProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Shown[]>([])
  const show = useCallback((toast: ToastContent) => {
    const id = ++lastId
    // What went well is replaced by what went well after it: stacked, they would cover the page's own buttons.
    setShown((before) => [
      ...before.filter(({ tone }) => tone === 'bad').slice(-1),
      { lifeMs: toastLifeMs, ...toast, id },
    ])
  }, [])
  const dismiss = useCallback((id: number) => setShown((before) => before.filter((toast) => toast.id !== id)), [])
  const value = useMemo(() => ({ shown, show, dismiss }), [shown, show, dismiss])
  return <ToastsContext value={value}>{children}</ToastsContext>
}

/** `showToast({ title: 'Login', text: 'Error', tone: 'bad' })` */
export const useToast = (): Toasts['show'] => useContext(ToastsContext).show

/** Where messages appear: on the page, or in the open dialog, because everything behind a dialog is inert. */
export function ToastRegion() {
  const { shown, dismiss } = useContext(ToastsContext)
  return (
    <div className="toasts cells g-2 untouched" aria-live="polite" aria-relevant="additions">
      {shown.map((toast) => (
        <Toast key={toast.id} {...toast} onDismiss={() => dismiss(toast.id)} />
      ))}
    </div>
  )
}
