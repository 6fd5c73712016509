import { ZoomIn } from 'lucide-react'
import { usePicture } from '#web/kit/pictures/use-picture.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import { SkeletonCard } from '#web/ui/empty.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { pagesOf, type Submission, type DocumentPicture } from './document-texts.ts'

interface DocumentProps {
  label: string
  submission: Submission
}

export function DocumentFiles({ label, submission }: DocumentProps) {
  const { open } = useDialogs()
  const view = () => open(<DocumentDialog label={label} submission={submission} />)
  if (submission.files.length === 0) return null
  return (
    <LinkButton onClick={view}>
      View<span className="vh"> {label}</span>
    </LinkButton>
  )
}

function DocumentDialog({ label, submission }: DocumentProps) {
  return (
    <Dialog title={label}>
      <div className="stack">
        <DocumentPages label={label} submission={submission} />
      </div>
    </Dialog>
  )
}

/** Every page as a picture, PDFs included: the uploaded file itself is never shown (ADR 0011). */
export function DocumentPages({ label, submission }: DocumentProps) {
  const pages = pagesOf(label, submission)
  if (pages.length === 0) return <p className="small">No page of this document can be shown. Ask for it again.</p>
  return pages.map((page) => <DocumentPage key={page.url} page={page} />)
}

/** The pictures require the session, so they are fetched with it and displayed from memory. */
function DocumentPage({ page: { url: path, label, width, height } }: { page: DocumentPicture }) {
  const { url, isLost } = usePicture(path)
  if (isLost) return <FieldError error="This page can’t be shown at the moment. Try again in a minute." />
  if (!url) return <SkeletonCard label={`Loading ${label}`} />
  return (
    <span className="document-shot holds cells">
      <img
        className="w-full h-auto r-small"
        src={url}
        alt={label}
        width={width ?? undefined}
        height={height ?? undefined}
      />
      <a className="icon-btn" href={url} target="_blank" rel="noopener" aria-label={`Open ${label} large`}>
        <Icon of={ZoomIn} />
      </a>
    </span>
  )
}
