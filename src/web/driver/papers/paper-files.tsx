import { Download, FileText, ZoomIn } from 'lucide-react'
import { useEffect, useState } from 'react'
import { pagesOf } from '#modules/files/papers/rules.ts'
import { apiFetch } from '#web/account/api-fetch.ts'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import { SkeletonCard } from '#web/ui/empty.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { pdfFacts, type PaperDocument } from './paper-words.ts'

type PaperFile = PaperDocument['files'][number]

/** The pages of a paper: a picture is shown, a PDF is saved. */
export function PaperFiles({ label, document }: { label: string; document: PaperDocument }) {
  const { open } = useDialogs()
  const view = () => open(<PaperDialog label={label} files={document.files} />)
  if (document.files.length === 0) return null
  return (
    <LinkButton onClick={view}>
      View<span className="vh"> {label}</span>
    </LinkButton>
  )
}

function PaperDialog({ label, files }: { label: string; files: readonly PaperFile[] }) {
  return (
    <Dialog title={label}>
      <div className="stack">
        {files.map((file, index) => (
          <PaperPage key={file.id} file={file} label={`${label}, page ${index + 1}`} />
        ))}
      </div>
    </Dialog>
  )
}

/**
 * The bytes are only for whoever is signed in, so they are asked for with the session and shown from memory. A PDF is never shown
 * in a page of ours, only saved (T-080): its name, pages and size stand where the picture would.
 */
export function PaperPage({ file, label }: { file: PaperFile; label: string }) {
  const { loaded, isLost } = useFile(file)
  if (isLost) return <FieldError error="This file cannot be shown at the moment. Try again in a minute." />
  if (!loaded) return <SkeletonCard label="Loading the paper" />
  if (file.contentType === 'image/webp')
    return (
      <span className="paper-shot">
        <img className="paper-page" src={loaded.url} alt={label} />
        <a className="icon-btn" href={loaded.url} target="_blank" rel="noopener" aria-label={`Open ${label} large`}>
          <Icon of={ZoomIn} />
        </a>
      </span>
    )
  return (
    <div className="paper-pdf">
      <Icon of={FileText} />
      <b className="long">{file.name}</b>
      <span className="small muted num">{pdfFacts(loaded.pages, file.bytes)}</span>
      <a className={buttonClass({ wide: true })} href={loaded.url} download={file.name}>
        <Icon of={Download} />
        Save PDF<span className="vh"> {label}</span>
      </a>
    </div>
  )
}

interface LoadedFile {
  url: string
  /** Of a PDF whose pages can be counted. */
  pages: number | null
}

function useFile({ url: path, contentType }: PaperFile): { loaded: LoadedFile | null; isLost: boolean } {
  const [shown, setShown] = useState<{ path: string; loaded: LoadedFile | null }>({ path: '', loaded: null })
  useEffect(() => {
    let url: string | null = null
    let isGone = false
    const load = async () => {
      const answer = await apiFetch(path as `/api/${string}`).catch(() => null)
      const blob = answer?.ok ? await answer.blob().catch(() => null) : null
      const pages = blob && contentType === 'application/pdf' ? pagesOf(await blob.text()) : null
      if (isGone) return
      url = blob && URL.createObjectURL(blob)
      setShown({ path, loaded: url === null ? null : { url, pages } })
    }
    void load()
    return () => {
      isGone = true
      if (url) URL.revokeObjectURL(url)
    }
  }, [path, contentType])
  const isLoaded = shown.path === path
  return { loaded: isLoaded ? shown.loaded : null, isLost: isLoaded && shown.loaded === null }
}
