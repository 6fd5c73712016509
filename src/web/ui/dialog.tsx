import { X, type LucideIcon } from 'lucide-react'
import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { ToastRegion } from './toast-provider.tsx'
import { useDialogs } from './dialog-provider.tsx'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

interface DialogProps {
  title: ReactNode
  /** A picture in a ring above the title. */
  icon?: LucideIcon
  tone?: 'good' | 'warn' | 'bad'
  /** Above the title, such as a banner. */
  before?: ReactNode
  /** Room for a table, or for a whole page about something. */
  isWide?: boolean
  /** What closing does, if it does more than close ("Session expired" logs out). */
  onClose?: () => void
  children: ReactNode
}

/** A native modal dialog, opened through `useDialogs().open`. Escape, the cross and a press outside close it. */
export function Dialog({ title, icon, tone, before, isWide, onClose, children }: DialogProps) {
  const { closeAll } = useDialogs()
  const box = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const dialog = box.current
    if (dialog && !dialog.open) dialog.showModal()
    // What is long is read from its beginning, wherever its first button stands.
    if (isWide) dialog?.querySelector('h2')?.focus()
    return () => dialog?.close()
  }, [isWide])
  const close = () => {
    closeAll()
    onClose?.()
  }
  const closeFromOutside = (event: MouseEvent) => {
    if (event.target === box.current && isOutside(event, box.current)) close()
  }
  return (
    // A press on the backdrop reaches the dialog itself; on the keyboard Escape does the same.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={box}
      className={
        isWide
          ? 'dialog scrolls no-edge bg-surface ink raised dialog--wide'
          : 'dialog scrolls no-edge bg-surface ink raised'
      }
      aria-labelledby={titleId}
      onClick={closeFromOutside}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
      {before}
      {icon ? (
        <span className={`dialog__icon dialog__icon--${tone ?? 'plain'}`}>
          <Icon of={icon} />
        </span>
      ) : null}
      <h2 id={titleId} tabIndex={isWide ? -1 : undefined}>
        {title}
      </h2>
      <ToastRegion />
      {children}
      <IconButton className="dialog__close" icon={X} label="Close" onClick={close} />
    </dialog>
  )
}

function isOutside(event: MouseEvent, box: HTMLElement): boolean {
  const { left, right, top, bottom } = box.getBoundingClientRect()
  return event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom
}
