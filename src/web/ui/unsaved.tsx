import { useEffect } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { Button } from './button.tsx'
import { Dialog, useDialogs } from './dialog.tsx'

interface LeaveTexts {
  title: string
  text: string
  leave: string
}

const UNSAVED: LeaveTexts = {
  title: 'Leave without saving?',
  text: 'Your changes on this page aren’t saved yet.',
  leave: 'Discard changes',
}

/**
 * Asks before leaving a page, or its unit, with unsaved changes. One form per page: the router has a single blocker. Fields that keep
 * their own text are read in the moment somebody leaves: what was typed before the page's script came may not be counted yet.
 */
export function useUnsaved(isUnsaved: boolean | (() => boolean), texts = UNSAVED): void {
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
    open(<LeaveDialog texts={texts} onLeave={leave} onStay={reset} />)
  }, [state, proceed, reset, open, closeAll, texts])
}

function LeaveDialog({ texts, onLeave, onStay }: { texts: LeaveTexts; onLeave: () => void; onStay: () => void }) {
  const { closeAll } = useDialogs()
  const stay = () => {
    closeAll()
    onStay()
  }
  return (
    <Dialog title={texts.title} onClose={onStay}>
      <p className="muted">{texts.text}</p>
      <div className="dialog__acts">
        <Button look="primary" size="big" onClick={stay}>
          Stay here
        </Button>
        <Button size="big" onClick={onLeave}>
          {texts.leave}
        </Button>
      </div>
    </Dialog>
  )
}
