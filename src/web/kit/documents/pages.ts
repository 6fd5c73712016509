// The pages of a paper that is being put together on the phone: photos and PDFs in order, before they are sent.
import { MOST_DOCUMENT_BYTES, MOST_FILES } from '#modules/fleet/documents/rules.ts'
import { isPdf } from './document-texts.ts'

export interface Page {
  id: number
  /** As it was taken. Turning starts from here each time, so four turns lose nothing. */
  source: File
  /** Quarters of a circle, clockwise. */
  quarters: number
  /** As it is sent. */
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

/** Another photo in place of this one; at its place, and the right way up again. */
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
