import { X, type LucideIcon } from 'lucide-react'
import {
  useEffect,
  useId,
  useRef,
  type MouseEvent,
  type ReactNode,
  createContext,
  Suspense,
  useCallback,
  useContext,
  useMemo,
  useState,
} from 'react'
import { useLocation } from 'react-router'
import { IconButton } from './button.tsx'
import { Icon } from './badge.tsx'
import { classNames } from './class-names.ts'
import { ToastRegion } from './toast.tsx'

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
        <span className={classNames('dialog__icon', tone && `tone-${tone}`)}>
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

interface Dialogs {
  /** Opens this dialog in place of any other: only one is open at a time. */
  open: (dialog: ReactNode) => void
  closeAll: () => void
}

const DialogsContext = createContext<Dialogs>({ open: () => undefined, closeAll: () => undefined })
/** Separate context, so that components that open dialogs do not re-render when one opens. */
const CurrentDialog = createContext<ReactNode>(null)

/**
 * One dialog at a time, closed when the page changes. `open(<HelpDialog />)`; the element renders a `Dialog` of ui/dialog.tsx and
 * may be lazy. Focus returns to the element that had it before the first of several dialogs in a row.
 */
export function DialogsProvider({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const [opened, setOpened] = useState<{ dialog: ReactNode; on: string } | null>(null)
  const cameFrom = useRef<HTMLElement | null>(null)
  const current = opened?.on === pathname ? opened.dialog : null
  // Forgotten, not hidden: coming back to the page does not open it again.
  if (opened && !current) setOpened(null)

  const open = useCallback(
    (dialog: ReactNode) => {
      const focused = document.activeElement
      if (focused instanceof HTMLElement && !focused.closest('dialog')) cameFrom.current = focused
      setOpened({ dialog, on: pathname })
    },
    [pathname],
  )
  const closeAll = useCallback(() => {
    setOpened(null)
    requestAnimationFrame(() => {
      if (cameFrom.current?.isConnected) cameFrom.current.focus()
      cameFrom.current = null
    })
  }, [])

  const value = useMemo(() => ({ open, closeAll }), [open, closeAll])
  return (
    <DialogsContext value={value}>
      <CurrentDialog value={current}>{children}</CurrentDialog>
    </DialogsContext>
  )
}

export const useDialogs = (): Dialogs => useContext(DialogsContext)

export const useIsDialogOpen = (): boolean => useContext(CurrentDialog) !== null

/** Where the open dialog is drawn; once, at the end of the page. */
export function DialogSlot() {
  return <Suspense fallback={<ComingDialog />}>{useContext(CurrentDialog)}</Suspense>
}

const showAtOnce = (box: HTMLDialogElement | null) => box?.showModal()

/** The frame of a dialog whose script is still on its way: it answers the press at once. */
function ComingDialog() {
  const { closeAll } = useDialogs()
  return (
    <dialog
      ref={showAtOnce}
      className="dialog scrolls no-edge bg-surface ink raised dialog--coming"
      aria-label="Opening"
      onCancel={closeAll}
    >
      <output>Opening…</output>
    </dialog>
  )
}
