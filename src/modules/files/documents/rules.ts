/** What a PDF may hold (T-080). Pure: bytes come as Latin-1 text, one character each. */

export const MAX_DOCUMENT_PAGES = 20
/** The longer side of a drawn page, in pixels: an A4 page at 137 dots per inch, on which small print can be read. */
export const PAGE_EDGE = 1600

export type DocumentFlaw = 'encrypted' | 'active' | 'too many pages' | 'unreadable'

/** Bytes after the last %%EOF: some writers leave a little, an archive hung on behind is more. */
const MAX_TRAILING = 1024
/** What all object streams of one file may unpack to: they hold text, so more is a bomb. */
export const MAX_UNPACKED = 8 * 1024 ** 2

/** Names of what acts, holds files or fetches something, long enough not to come about by chance in packed bytes. */
const active =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|ImportData|SubmitForm|GoToR|GoToE|Rendition|Movie|Sound)(?![A-Za-z])/
/** Short ones do come about, so these are only looked for between streams. AA are actions that happen by themselves. */
const activeShort = /\/JS\s{0,99}[(<\d[]|\/EF\s{0,99}[<\d]|\/AA\s{0,99}[<\d]|\/XFA(?![A-Za-z])/
const locked = /\/Encrypt\s{0,99}[<\d]/

/**
 * What speaks against a PDF as it was sent, or null. Looked through without being understood, so it also finds what no reader would
 * reach; `writtenFlaw` looks at what is reached. `unpack` answers undefined for what is no deflated stream, or is longer than `most`.
 */
export function sentFlaw(
  whole: string,
  unpack: (from: number, to: number, most: number) => string | undefined,
): DocumentFlaw | null {
  if (!whole.startsWith('%PDF-') || trailing(whole) > MAX_TRAILING) return 'unreadable'
  const streams = streamsOf(whole)
  const parts = streams && [structureOf(whole, streams), ...(objectStreams(whole, streams, unpack) ?? [null])]
  if (!parts || parts.includes(null)) return 'unreadable'
  const texts = parts.map((part) => withoutEscapes(part ?? ''))
  if (texts.some((text) => locked.test(text))) return 'encrypted'
  const acts = active.test(withoutEscapes(whole)) || texts.some((text) => active.test(text) || activeShort.test(text))
  return acts ? 'active' : null
}

/**
 * The same of a copy that a reader wrote of all that it reaches: packed objects unpacked, names spelled one way, each stream behind its
 * keyword and a line's end, which strings cannot hold there. What opens by itself may only lead to a place in the file.
 */
export function writtenFlaw(copy: string): DocumentFlaw | null {
  const streams = streamsOf(copy)
  if (!streams) return 'unreadable'
  const structure = withoutEscapes(structureOf(copy, streams))
  const acts = active.test(structure) || activeShort.test(structure) || opensElsewhere(structure)
  return acts ? 'active' : null
}

/** An action that goes to a place, with none after it, or the place itself; its keys are in the order of the alphabet. */
const place = /^(?:<<(?!.{0,999}\/Next).{0,999}?\/S\/GoTo\b|\[)/s
/** PDFium writes a bracket inside one with a backslash. */
const strings = /\((?:\\.|[^\\()])*\)/gs

function opensElsewhere(structure: string): boolean {
  for (const { index } of structure.matchAll(/\/OpenAction(?![A-Za-z])/g)) {
    const value = structure.slice(index + '/OpenAction'.length, index + 2000).trimStart()
    const number = /^(\d{1,9}) \d{1,5} R/.exec(value)?.[1]
    const values = number === undefined ? [value] : objectsOf(structure, number)
    if (values.length === 0 || !values.every((text) => place.test(firstObject(text)))) return true
  }
  return false
}

/** However often it is there: one of them may only pretend. */
const objectsOf = (structure: string, number: string): string[] =>
  [...structure.matchAll(new RegExp(`\\n${number} \\d{1,5} obj\\s{1,9}`, 'g'))].map(({ index, 0: { length } }) =>
    structure.slice(index + length, index + length + 2000),
  )

/** Without what it says in words. */
const firstObject = (text: string): string => text.replaceAll(strings, '()').split('endobj', 1)[0] ?? ''

/** A name may be written with hex escapes: /J#53 is /JS. */
function withoutEscapes(text: string): string {
  const [first = '', ...rest] = text.split('#')
  const read = rest.map((part) => {
    const hex = /^[0-9a-f]{2}/i.exec(part)?.[0]
    return hex ? String.fromCharCode(Number.parseInt(hex, 16)) + part.slice(2) : `#${part}`
  })
  return first + read.join('')
}

function trailing(whole: string): number {
  const end = whole.lastIndexOf('%%EOF')
  return end < 0 ? Infinity : whole.length - end - '%%EOF'.length
}

/** A stream as it stands in the file: what is said before it, and where its bytes are. */
interface StreamPlace {
  dictionary: string
  from: number
  to: number
}

const mostStreams = 20_000
const longestDictionary = 4096

/**
 * Whatever begins or looks like a stream, in order, each to the next end of one; undefined where there are too many to look at. One
 * pass: an end is looked for where the last one was found.
 */
function streamsOf(whole: string): StreamPlace[] | undefined {
  const places: StreamPlace[] = []
  let end = 0
  for (const { index } of whole.matchAll(/(?<!end)stream(?=[\r\n])/g)) {
    if (places.length >= mostStreams) return undefined
    const from = index + (whole.startsWith('\r\n', index + 6) ? 8 : 7)
    if (end < from) end = endOfStream(whole, from)
    const before = whole.slice(Math.max(0, index - longestDictionary), index)
    places.push({ dictionary: before.slice(Math.max(0, before.lastIndexOf(' obj'))), from, to: end })
  }
  return places
}

function endOfStream(whole: string, from: number): number {
  const end = whole.indexOf('endstream', from)
  return end < 0 ? whole.length : end
}

/** The file with every stream's content left out. */
function structureOf(whole: string, streams: readonly StreamPlace[]): string {
  let at = 0
  const kept: string[] = []
  for (const { from, to } of streams) {
    if (from < at) continue
    kept.push(whole.slice(at, from))
    at = to
  }
  return [...kept, whole.slice(at)].join('\n')
}

/** Undefined where one cannot be unpacked, or all together are too large. */
function objectStreams(
  whole: string,
  streams: readonly StreamPlace[],
  unpack: (from: number, to: number, most: number) => string | undefined,
): string[] | undefined {
  const texts: string[] = []
  let left = MAX_UNPACKED
  for (const { dictionary, from, to } of streams) {
    const said = withoutEscapes(dictionary)
    if (!holdsObjects(said)) continue
    const text = said.includes('/Filter') ? unpack(from, to, left) : whole.slice(from, to)
    left -= text?.length ?? Infinity
    if (text === undefined || left < 0) return undefined
    texts.push(text)
  }
  return texts
}

/** Holds other objects, which may be anything. A reader goes by /N and /First, whatever /Type says. */
const holdsObjects = (said: string): boolean =>
  /\/ObjStm(?![A-Za-z])/.test(said) || (/\/First\s/.test(said) && /\/N\s/.test(said))

/** How large a page is drawn, in pixels: `PAGE_EDGE` on its longer side, and never less than one. Null for no page at all. */
export function drawnSize(width: number, height: number): { width: number; height: number } | null {
  const longer = Math.max(width, height)
  if (!(Math.min(width, height) > 0) || !Number.isFinite(longer)) return null
  const scaled = (side: number) => Math.max(1, Math.round((side / longer) * PAGE_EDGE))
  return { width: scaled(width), height: scaled(height) }
}
