// The pages of a paper that is being put together on the phone: photos and PDFs in order, before they are sent.
import { useRef, useState } from 'react'
import { useBeforeUnload, useRevalidator } from 'react-router'
import { MOST_DOCUMENT_BYTES, MOST_FILES } from '#modules/fleet/documents/rules.ts'
import { MOST_BYTES, preparePhoto, turnedPhoto, type Prepared } from '#web/kit/upload/photo-files.ts'
import { upload } from '../upload/send-files.ts'
import { useToast } from '#web/ui/toast.tsx'
import { formOf, placedErrors, type ToSend } from './document-files.tsx'
import { isPdf, documentFlaw } from './document-texts.ts'

export interface Page {
  id: number
  /** Original photo. Turning starts from here each time, so four turns lose no quality. */
  source: File
  /** Quarters of a circle, clockwise. */
  quarters: number
  /** Photo as it is sent, after turning. */
  file: File
}

type Pages = readonly Page[]

/** What has to be there, a page each and in this order: "Front", "Back"; none where any pages will do. */
export type Sides = readonly string[]

/** Adds files at the end; `left` says how many there was no room for. */
export function withFiles(pages: Pages, files: readonly File[]): { pages: Page[]; left: number } {
  const room = Math.max(0, MOST_FILES - pages.length)
  const first = Math.max(0, ...pages.map(({ id }) => id)) + 1
  const added = files.slice(0, room).map((file, index) => ({ id: first + index, source: file, quarters: 0, file }))
  return { pages: [...pages, ...added], left: files.length - added.length }
}

/** Replaces a photo at its place, upright again. */
export const retaken = (pages: Pages, id: number, file: File): Page[] =>
  pages.map((page) => (page.id === id ? { id, source: file, quarters: 0, file } : page))

/** One quarter further; `file` is what that looks like. */
export const turned = (pages: Pages, id: number, file: File): Page[] =>
  pages.map((page) => (page.id === id ? { ...page, quarters: (page.quarters + 1) % 4, file } : page))

export const without = (pages: Pages, id: number): Page[] => pages.filter((page) => page.id !== id)

/** Changes places with the page before it. */
export function movedForward(pages: Pages, id: number): Page[] {
  const at = pages.findIndex((page) => page.id === id)
  const [page, before] = [pages[at], pages[at - 1]]
  return page && before ? [...pages.slice(0, at - 1), page, before, ...pages.slice(at + 1)] : [...pages]
}

/** "Front", "Back", "Page 3"; a PDF may hold several, so after one nothing is named. */
export function pageName(sides: Sides, pages: Pages, index: number): string {
  const isSure = !pages.slice(0, index + 1).some(({ file }) => isPdf(file))
  return (isSure ? sides[index] : undefined) ?? `Page ${index + 1}`
}

/** What the camera is to take next: "Photograph the back". */
export function nextShot(sides: Sides, pages: Pages): string {
  const side = pages.some(({ file }) => isPdf(file)) ? undefined : sides[pages.length]
  if (side) return `Photograph the ${side.toLowerCase()}`
  return pages.length === 0 ? 'Take a photo' : 'Photograph another page'
}

/** Why these pages cannot be sent yet; null if they can. The server looks again, into PDFs too. */
export function pagesToSendFlaw(sides: Sides, pages: Pages): string | null {
  if (pages.length === 0) return 'Take a photo or choose a file first.'
  const side = pages.some(({ file }) => isPdf(file)) ? undefined : sides[pages.length]
  if (side) return `Add the ${side.toLowerCase()}, too: we need both sides.`
  const bytes = pages.reduce((sum, { file }) => sum + file.size, 0)
  if (bytes <= MOST_DOCUMENT_BYTES) return null
  return `Together these are over ${MOST_DOCUMENT_BYTES / 1024 ** 2} MB. Remove a page, or send a smaller PDF.`
}

/** Pages that are put together. They stay until they have arrived, whatever is missing and whatever the server says. */
export function usePages(label: string, sides: Sides = []) {
  const [pages, setPages] = useState<readonly Page[]>([])
  const [preparing, setPreparing] = useState(0)
  /** By the path on the wire; `pages` for all of them together. */
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [share, setShare] = useState<number | null>(null)
  const underWay = useRef<AbortController>(null)
  const { revalidate } = useRevalidator()
  const showToast = useToast()
  useBeforeUnload((event) => {
    if (pages.length > 0) event.preventDefault()
  })

  /** The server's words are about pages as they were. */
  const change = (next: (pages: readonly Page[]) => Page[], flaw = '') => {
    setPages(next)
    setErrors((before) => ({ ...withoutPages(before), ...(flaw ? { pages: flaw } : {}) }))
  }
  const prepared = async (files: readonly File[]) => {
    setPreparing((count) => count + files.length)
    const results = await Promise.all(files.map((file) => prepare(file)))
    setPreparing((count) => count - files.length)
    const flaw = results.find((one) => !one.ok)
    return { taken: results.flatMap((one) => (one.ok ? [one.file] : [])), flaw: flaw?.ok === false ? flaw.reason : '' }
  }
  const add = async (files: readonly File[]) => {
    const { taken, flaw } = await prepared(files)
    const tooMany = withFiles(pages, taken).left > 0 ? `At most ${MOST_FILES} files for one document.` : ''
    change((before) => withFiles(before, taken).pages, flaw || tooMany)
  }
  const retake = async ({ id }: Page, file: File) => {
    const { taken, flaw } = await prepared([file])
    const [shot] = taken
    change((before) => (shot ? retaken(before, id, shot) : [...before]), flaw)
  }
  const turn = async ({ id, source, quarters }: Page) => {
    const file = await turnedPhoto(source, (quarters + 1) % 4)
    change(
      (before) => (file ? turned(before, id, file) : [...before]),
      file ? '' : 'This browser can’t rotate that photo. Take it again the right way up.',
    )
  }
  /** Answers whether something has to be put right before it can be sent. */
  const send = async (what: ToSend): Promise<'flawed' | 'refused' | 'sent'> => {
    const sent = what.takesPages ? pages : []
    const flaw = what.takesPages ? pagesToSendFlaw(sides, pages) : null
    const flaws = { ...(flaw ? { pages: flaw } : {}), ...what.flaws }
    setErrors(flaws)
    if (Object.keys(flaws).length > 0) return 'flawed'
    const calledOff = new AbortController()
    underWay.current = calledOff
    setShare(0)
    const files = sent.map(({ file }) => file)
    const result = await upload(what.path, formOf(what, files), { onProgress: setShare, signal: calledOff.signal })
    if (!result?.ok) {
      setShare(null)
      if (result) setErrors(placedErrors(result, what.places))
      return 'refused'
    }
    showToast(what.done)
    await revalidate()
    setPages([])
    setShare(null)
    return 'sent'
  }
  return {
    label,
    sides,
    pages,
    isPreparing: preparing > 0,
    add,
    retake,
    turn,
    forward: ({ id }: Page) => change((before) => movedForward(before, id)),
    remove: ({ id }: Page) => change((before) => without(before, id)),
    errors,
    forgetErrors: () => setErrors({}),
    send,
    /** How much has been sent, 0 to 1; null while nothing is. */
    share,
    callOff: () => underWay.current?.abort(),
  }
}

export type PagesState = ReturnType<typeof usePages>

const withoutPages = (errors: Record<string, string>) =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => !/^(pages|files)/.test(path)))

async function prepare(file: File): Promise<Prepared> {
  const flaw = documentFlaw(file)
  if (flaw) return { ok: false, reason: flaw }
  if (!isPdf(file)) return preparePhoto(file)
  return file.size <= MOST_BYTES
    ? { ok: true, file }
    : { ok: false, reason: `${file.name} is larger than 10 MB. Send fewer pages, or a photo.` }
}
