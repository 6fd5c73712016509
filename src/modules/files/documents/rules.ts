/** What a PDF may contain (T-080). Pure: bytes are passed as Latin-1 text, one character each. */

export const MAX_DOCUMENT_PAGES = 20
/** The longer side of a drawn page in pixels: A4 at 137 dpi, enough for small print. */
export const PAGE_EDGE = 1600

export type DocumentFlaw = 'encrypted' | 'active' | 'too many pages' | 'unreadable'

/** Bytes allowed after the last %%EOF: some writers leave a few; an appended archive is larger. */
const MAX_TRAILING = 1024
/** Limit for all unpacked object streams together: they hold text, so a file above this is a decompression bomb. */
export const MAX_UNPACKED = 8 * 1024 ** 2

/** Names of things that act, embed files or fetch something; long enough not to occur by chance in compressed bytes. */
const active =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|ImportData|SubmitForm|GoToR|GoToE|Rendition|Movie|Sound)(?![A-Za-z])/
/** Short names do occur by chance, so these are searched for only outside streams. /AA holds actions that run by themselves. */
const activeShort = /\/JS\s{0,99}[(<\d[]|\/EF\s{0,99}[<\d]|\/AA\s{0,99}[<\d]|\/XFA(?![A-Za-z])/
const locked = /\/Encrypt\s{0,99}[<\d]/

/**
 * What is wrong with a PDF as sent, or null. Searches the raw bytes, so it also finds what a reader would never reach; `writtenFlaw`
 * checks what is reachable. `unpack` answers undefined for anything that is not a deflated stream or is longer than `most`.
 */
export function sentFlaw(
  fileText: string,
  unpack: (from: number, to: number, most: number) => string | undefined,
): DocumentFlaw | null {
  if (!fileText.startsWith('%PDF-') || trailing(fileText) > MAX_TRAILING) return 'unreadable'
  const streams = streamsOf(fileText)
  const parts = streams && [structureOf(fileText, streams), ...(objectStreams(fileText, streams, unpack) ?? [null])]
  if (!parts || parts.includes(null)) return 'unreadable'
  const texts = parts.map((part) => withoutEscapes(part ?? ''))
  if (texts.some((text) => locked.test(text))) return 'encrypted'
  const acts =
    active.test(withoutEscapes(fileText)) || texts.some((text) => active.test(text) || activeShort.test(text))
  return acts ? 'active' : null
}

/**
 * Checks the copy that PDFium writes of everything reachable. There, objects are unpacked, names have one spelling, and a stream's
 * keyword is followed by a line break, which cannot occur in a string. What opens automatically may only lead to a place in the
 * file.
 */
export function writtenFlaw(copy: string): DocumentFlaw | null {
  const streams = streamsOf(copy)
  if (!streams) return 'unreadable'
  const structure = withoutEscapes(structureOf(copy, streams))
  const acts = active.test(structure) || activeShort.test(structure) || opensElsewhere(structure)
  return acts ? 'active' : null
}

/** A destination, or an action that goes to one and has no /Next. PDFium writes keys in alphabetical order. */
const place = /^(?:<<(?!.{0,999}\/Next).{0,999}?\/S\/GoTo\b|\[)/s
/** PDFium escapes brackets inside strings with a backslash. */
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

/** All objects with this number, because a file may contain decoys. */
const objectsOf = (structure: string, number: string): string[] =>
  [...structure.matchAll(new RegExp(`\\n${number} \\d{1,5} obj\\s{1,9}`, 'g'))].map(({ index, 0: { length } }) =>
    structure.slice(index + length, index + length + 2000),
  )

/** The first object, with its strings emptied. */
const firstObject = (text: string): string => text.replaceAll(strings, '()').split('endobj', 1)[0] ?? ''

/** Names may contain hex escapes: /J#53 is /JS. */
function withoutEscapes(text: string): string {
  const [first = '', ...rest] = text.split('#')
  const read = rest.map((part) => {
    const hex = /^[0-9a-f]{2}/i.exec(part)?.[0]
    return hex ? String.fromCharCode(Number.parseInt(hex, 16)) + part.slice(2) : `#${part}`
  })
  return first + read.join('')
}

function trailing(fileText: string): number {
  const end = fileText.lastIndexOf('%%EOF')
  return end < 0 ? Infinity : fileText.length - end - '%%EOF'.length
}

/** A stream in the file: the dictionary before it, and where its bytes are. */
interface StreamPlace {
  dictionary: string
  from: number
  to: number
}

const mostStreams = 20_000
const longestDictionary = 4096

/**
 * Finds all parts that are or look like a stream, in order, each up to the next `endstream`; undefined if there are too
 * many. Each search for an end continues from the last one, so this is a single pass.
 */
function streamsOf(fileText: string): StreamPlace[] | undefined {
  const places: StreamPlace[] = []
  let end = 0
  for (const { index } of fileText.matchAll(/(?<!end)stream(?=[\r\n])/g)) {
    if (places.length >= mostStreams) return undefined
    const from = index + (fileText.startsWith('\r\n', index + 6) ? 8 : 7)
    if (end < from) end = endOfStream(fileText, from)
    const before = fileText.slice(Math.max(0, index - longestDictionary), index)
    places.push({ dictionary: before.slice(Math.max(0, before.lastIndexOf(' obj'))), from, to: end })
  }
  return places
}

function endOfStream(fileText: string, from: number): number {
  const end = fileText.indexOf('endstream', from)
  return end < 0 ? fileText.length : end
}

/** The file without the contents of its streams. */
function structureOf(fileText: string, streams: readonly StreamPlace[]): string {
  let at = 0
  const pieces: string[] = []
  for (const { from, to } of streams) {
    if (from < at) continue
    pieces.push(fileText.slice(at, from))
    at = to
  }
  return [...pieces, fileText.slice(at)].join('\n')
}

/** Undefined if one cannot be unpacked, or they are too large together. */
function objectStreams(
  fileText: string,
  streams: readonly StreamPlace[],
  unpack: (from: number, to: number, most: number) => string | undefined,
): string[] | undefined {
  const texts: string[] = []
  let left = MAX_UNPACKED
  for (const { dictionary, from, to } of streams) {
    const unescaped = withoutEscapes(dictionary)
    if (!holdsObjects(unescaped)) continue
    const text = unescaped.includes('/Filter') ? unpack(from, to, left) : fileText.slice(from, to)
    left -= text?.length ?? Infinity
    if (text === undefined || left < 0) return undefined
    texts.push(text)
  }
  return texts
}

/** Whether a stream holds other objects. Readers go by /N and /First, whatever /Type says. */
const holdsObjects = (dictionary: string): boolean =>
  /\/ObjStm(?![A-Za-z])/.test(dictionary) || (/\/First\s/.test(dictionary) && /\/N\s/.test(dictionary))

/** The size of a drawn page in pixels: the longer side is `PAGE_EDGE`, neither is below one. Null if the page has no valid size. */
export function drawnSize(width: number, height: number): { width: number; height: number } | null {
  const longer = Math.max(width, height)
  if (!(Math.min(width, height) > 0) || !Number.isFinite(longer)) return null
  const scaled = (side: number) => Math.max(1, Math.round((side / longer) * PAGE_EDGE))
  return { width: scaled(width), height: scaled(height) }
}
