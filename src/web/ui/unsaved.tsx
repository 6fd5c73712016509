import { useEffect } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { useDialogs } from './dialog-provider.tsx'

/**
 * Asks before leaving a page, or its unit, with unsaved changes. One form per page: the router has a single blocker. Fields that keep
 * their own text are read in the moment somebody leaves: what was typed before the page's script came may not be counted yet.
 */
export function useUnsaved(isUnsaved: boolean | (() => boolean)): void {
  const { open, closeAll } = useDialogs()
  const isUnsavedNow = () => (typeof isUnsaved === 'boolean' ? isUnsaved : isUnsaved())
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      (from.pathname !== to.pathname || from.search !== to.search) && isUnsavedNow(),
  )
  useBeforeUnload((event) => {
    if (isUnsavedNow()) event.preventDefault()
  })
  const { state, proceed, reset } = blocker
  useEffect(() => {
    if (state !== 'blocked') return
    const leave = () => {
      closeAll()
      proceed()
    }
    open(<LeaveDialog onLeave={leave} onStay={reset} />)
  }, [state, proceed, reset, open, closeAll])
}

function LeaveDialog({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  const { closeAll } = useDialogs()
  const stay = () => {
    closeAll()
    onStay()
  }
  return (
    <Dialog title="Leave without saving?" onClose={onStay}>
      <p className="muted">Your changes on this page aren’t saved yet.</p>
      <div className="dialog__acts">
        <Button look="primary" size="big" onClick={stay}>
          Stay here
        </Button>
        <Button size="big" onClick={onLeave}>
          Discard changes
        </Button>
      </div>
    </Dialog>
  )
}
