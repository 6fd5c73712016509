import { Copy, Link } from 'lucide-react'
import { formatTime, toLocal } from '#shared/local-time.ts'
import { Button } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/field.tsx'
import { useToast } from '#web/ui/toast-provider.tsx'
import type { ContentPage } from './page-texts.ts'
import type { Editing } from './use-editing.ts'

/** A link that shows the draft to whoever has it. */
export function LinkPart({ editing: { act, busy, link, isChanged } }: { page: ContentPage; editing: Editing }) {
  const showToast = useToast()
  // A link is made in the browser.
  const address = link ? `${location.origin}${link.path}` : ''
  const copy = async () => {
    const isCopied = await navigator.clipboard?.writeText(address).then(
      () => true,
      () => false,
    )
    showToast(
      isCopied
        ? { title: 'Link copied' }
        : { title: 'Not copied', text: 'Select the link and copy it yourself.', tone: 'bad' },
    )
  }
  return (
    <div className="stack gap-2">
      {link ? (
        <>
          <InputField
            label="Link to this draft"
            hint={`Anyone with this link sees the draft until ${formatTime(toLocal(new Date(link.until)).minute)}.`}
            readOnly
            value={address}
            onFocus={({ target }) => target.select()}
          />
          <div className="row gap-2">
            <Button size="small" icon={Copy} onClick={() => void copy()}>
              Copy
            </Button>
          </div>
        </>
      ) : null}
      <div className="row gap-2">
        <Button size="small" icon={Link} busy={busy === 'link'} onClick={() => act({ intent: 'link' })}>
          {isChanged ? 'Save and make a preview link' : link ? 'Make another link' : 'Make a preview link'}
        </Button>
      </div>
    </div>
  )
}
