import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import type { ContentPage } from './page-texts.ts'
import type { Editing } from './use-editing.ts'

/** Taking a page off the site, and putting it back. */
export function WithdrawPart({ page, editing: { act, busy } }: { page: ContentPage; editing: Editing }) {
  const { open, closeAll } = useDialogs()
  if (page.isWithdrawn)
    return (
      <div className="stack gap-2">
        <p className="small muted">This page is withdrawn: its address shows a “no longer here” page.</p>
        <div className="row gap-2">
          <Button size="small" busy={busy === 'bring-back'} onClick={() => act({ intent: 'bring-back' })}>
            Bring it back
          </Button>
        </div>
      </div>
    )
  if (page.publicVersion === null && page.scheduledAt === null) return null
  const withdraw = () => {
    closeAll()
    act({ intent: 'withdraw' })
  }
  const ask = () =>
    open(
      <Dialog title="Take this page off the site?">
        <p className="muted">
          {page.path} will say that the page is gone, and search engines drop it. Its texts stay here, and you can bring
          it back.
        </p>
        <div className="dialog__acts">
          <Button look="danger" size="big" onClick={withdraw}>
            Withdraw it
          </Button>
          <Button size="big" onClick={closeAll}>
            Leave it
          </Button>
        </div>
      </Dialog>,
    )
  return (
    <div className="row gap-2">
      <Button size="small" look="quiet" busy={busy === 'withdraw'} onClick={ask}>
        Withdraw this page
      </Button>
    </div>
  )
}
