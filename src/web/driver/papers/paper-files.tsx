import { useEffect, useState } from 'react'
import { apiFetch } from '#web/account/api-fetch.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import { SkeletonCard } from '#web/ui/empty.tsx'
import { FieldError } from '#web/ui/field.tsx'
import type { PaperDocument } from './paper-words.ts'

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

/** The bytes are only for whoever is signed in, so they are asked for with the session and shown from memory. */
export function PaperPage({ file, label }: { file: PaperFile; label: string }) {
  const { url, isLost } = useFileUrl(file.url)
  if (isLost) return <FieldError error="This file cannot be shown at the moment. Try again in a minute." />
  if (!url) return <SkeletonCard label="Loading the paper" />
  if (file.contentType === 'image/webp') return <img className="paper-page" src={url} alt={label} />
  return (
    <a className="btn btn--wide long" href={url} download={file.name}>
      Save {file.name}
    </a>
  )
}

export function useFileUrl(path: string): { url: string | null; isLost: boolean } {
  const [shown, setShown] = useState<{ path: string; url: string | null }>({ path: '', url: null })
  useEffect(() => {
    let url: string | null = null
    let isGone = false
    const load = async () => {
      const answer = await apiFetch(path as `/api/${string}`).catch(() => null)
      const blob = answer?.ok ? await answer.blob().catch(() => null) : null
      if (isGone) return
      url = blob && URL.createObjectURL(blob)
      setShown({ path, url })
    }
    void load()
    return () => {
      isGone = true
      if (url) URL.revokeObjectURL(url)
    }
  }, [path])
  const isLoaded = shown.path === path
  return { url: isLoaded ? shown.url : null, isLost: isLoaded && shown.url === null }
}
