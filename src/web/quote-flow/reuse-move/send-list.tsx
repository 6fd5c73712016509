import { LinkButton } from '#web/ui/button.tsx'
import { useDialogs } from '#web/ui/dialog.tsx'
import { useFlow } from '../flow-context.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'

// Loaded when first opened.
const SendListDialog = lazyDialog(async () => (await import('./send-list-dialog.tsx')).SendListDialog)

/** Link or code that opens the list on another device or for another person. */
export function SendList() {
  const { order } = useFlow()
  const { open } = useDialogs()
  const show = () => open(<SendListDialog order={order} />)
  return (
    <LinkButton aria-haspopup="dialog" onClick={show}>
      Save or send this list
    </LinkButton>
  )
}
