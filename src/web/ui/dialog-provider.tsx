import { createContext, Suspense, useCallback, useContext, useMemo, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'

interface Dialogs {
  /** Opens this dialog in place of any other: only one is open at a time. */
  open: (dialog: ReactNode) => void
  closeAll: () => void
}

const DialogsContext = createContext<Dialogs>({ open: () => undefined, closeAll: () => undefined })
/** Apart, so that whoever opens dialogs is not drawn again when one opens. */
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
