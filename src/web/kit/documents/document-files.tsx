import { ZoomIn } from 'lucide-react'
import type { NotUploaded } from '../upload/send-files.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { useDialogs, Dialog } from '#web/ui/dialog.tsx'
import { SkeletonCard } from '#web/ui/page.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { usePicture } from '../upload/face.tsx'
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

// Request that sends the pages of a document with its fields, and the places where its errors are shown.

export interface ToSend {
  path: `/api/${string}`
  /** By their names on the wire; empty ones are left out. */
  fields: Readonly<Record<string, string>>
  /** The names of those that show what is wrong with them. */
  places: readonly string[]
  /** What is wrong with them already, by name. */
  flaws: Readonly<Record<string, string>>
  takesPages: boolean
  /** Shown once it has arrived. */
  done: { title: string; text?: string }
}

/** Fields before files: the API reads them in this order. */
export function formOf({ fields }: Pick<ToSend, 'fields'>, files: readonly File[]): FormData {
  const form = new FormData()
  for (const [name, text] of Object.entries(fields)) if (text) form.append(name, text)
  for (const file of files) form.append('files', file, file.name)
  return form
}

/** The server’s errors by path, if each has its place in the form; otherwise the first is shown for the whole form. */
export function placedErrors({ reason, errors = {} }: NotUploaded, places: readonly string[]): Record<string, string> {
  const paths = Object.keys(errors)
  const isPlaced = paths.every((path) => /^files(\.\d+)?$/.test(path) || places.includes(path))
  return paths.length > 0 && isPlaced ? errors : { pages: reason }
}

// What of a paper is shown: which page, how large, which way up.

export interface View {
  page: number
  /** An index of `ZOOMS`. */
  zoom: number
  /** Quarter turns clockwise. */
  turn: 0 | 1 | 2 | 3
}

/** Per cent of the frame's width, as the style sheet has them. */
export const ZOOMS = [100, 150, 200, 300] as const

export type ViewStep = 'next' | 'previous' | 'closer' | 'further' | 'turn'

const TURNED = [1, 2, 3, 0] as const

/** Shows the next page upright and fitted, since pages are scanned one by one. */
export function viewAfter(view: View, step: ViewStep, pages: number): View {
  const to = (page: number): View => (page < 0 || page >= pages ? view : { page, zoom: 0, turn: 0 })
  switch (step) {
    case 'next':
      return to(view.page + 1)
    case 'previous':
      return to(view.page - 1)
    case 'closer':
      return { ...view, zoom: Math.min(view.zoom + 1, ZOOMS.length - 1) }
    case 'further':
      return { ...view, zoom: Math.max(view.zoom - 1, 0) }
    default:
      return { ...view, turn: TURNED[view.turn] }
  }
}
