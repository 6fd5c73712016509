/** What a PDF may hold (T-080). Pure: the bytes come as Latin-1 text, one character each. */

export const MAX_PAPER_PAGES = 20

export type PaperFlaw = 'encrypted' | 'active' | 'too many pages' | 'unreadable'

/** Bytes after the last %%EOF: some writers leave a little, an archive hung on behind is more. */
const MAX_TRAILING = 1024

const active = /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|XFA|ImportData|SubmitForm)(?![A-Za-z])/
/** Three bytes come about by chance in a compressed stream, so this one is only looked for between streams. */
const script = /\/JS\s*[(<\d[]/
const locked = /\/Encrypt\s*[<\d]/

/**
 * What speaks against a PDF, or null. `structure` is the file without the contents of its streams; `inner` the unpacked object
 * streams, in which a newer PDF keeps part of its structure.
 */
export function paperFlaw(whole: string, structure: string, inner: readonly string[]): PaperFlaw | null {
  if (!whole.startsWith('%PDF-') || trailing(whole) > MAX_TRAILING) return 'unreadable'
  const parts = [structure, ...inner].map(withoutEscapes)
  if (parts.some((part) => locked.test(part))) return 'encrypted'
  if (active.test(withoutEscapes(whole)) || parts.some((part) => active.test(part) || script.test(part)))
    return 'active'
  const pages = pageCount(parts)
  if (pages === 0) return 'unreadable'
  return pages > MAX_PAPER_PAGES ? 'too many pages' : null
}

/** A name may be written with hex escapes: /J#53 is /JS. */
const withoutEscapes = (text: string): string =>
  text.replaceAll(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

function trailing(whole: string): number {
  const end = whole.lastIndexOf('%%EOF')
  return end < 0 ? Infinity : whole.length - end - '%%EOF'.length
}

/** How many pages a PDF that was taken shows; null where its structure is packed away. */
export const pagesOf = (whole: string): number | null => pageCount([whole]) || null

/** The leaves of the page tree; where they are out of sight, what the tree says of itself. */
function pageCount(parts: readonly string[]): number {
  let leaves = 0
  let said = 0
  for (const part of parts) {
    leaves += part.match(/\/Type\s*\/Page(?![A-Za-z])/g)?.length ?? 0
    if (!/\/Type\s*\/Pages(?![A-Za-z])/.test(part)) continue
    for (const [, count] of part.matchAll(/\/Count\s+(\d{1,9})/g)) said = Math.max(said, Number(count))
  }
  return leaves || said
}

/** A stream as it stands in the file: what its dictionary says, and where its bytes are. */
export interface StreamPlace {
  dictionary: string
  from: number
  to: number
}

const mostStreams = 20_000
const longestDictionary = 4096

/**
 * Every stream of a file, in order; undefined where there are too many to look at. What looks like a stream inside another counts
 * too: a file that pretends to have a stream somewhere cannot hide a real one in it.
 */
export function streamsOf(whole: string): StreamPlace[] | undefined {
  const places: StreamPlace[] = []
  for (const match of whole.matchAll(/>>\s{0,8}stream(?:\r\n|\n|\r)/g)) {
    if (places.length >= mostStreams) return undefined
    const from = match.index + match[0].length
    const end = whole.indexOf('endstream', from)
    const opened = Math.max(whole.lastIndexOf(' obj', match.index), match.index - longestDictionary)
    places.push({
      dictionary: whole.slice(Math.max(0, opened), match.index + 2),
      from,
      to: end < 0 ? whole.length : end,
    })
  }
  return places
}

/** The file with every stream's content left out. */
export function structureOf(whole: string, streams: readonly StreamPlace[]): string {
  let at = 0
  const kept: string[] = []
  for (const { from, to } of streams) {
    if (from < at) continue
    kept.push(whole.slice(at, from))
    at = to
  }
  return [...kept, whole.slice(at)].join('\n')
}

/** Holds other objects, which may be anything: has to be unpacked to be looked at. A reader goes by /N and /First, whatever /Type says. */
export function holdsObjects({ dictionary }: StreamPlace): boolean {
  const text = withoutEscapes(dictionary)
  return /\/ObjStm(?![A-Za-z])/.test(text) || (/\/First\s/.test(text) && /\/N\s/.test(text))
}

/** The one way of packing that is read here; null where the stream is not packed, 'other' for every other way. */
export function packingOf({ dictionary }: StreamPlace): 'deflate' | 'other' | null {
  const text = withoutEscapes(dictionary)
  if (!/\/Filter/.test(text)) return null
  return /\/Filter\s*(?:\[\s*)?\/(?:FlateDecode|Fl)\s*\]?\s*(?=\/[A-Z]|>>)/.test(text) && !/\/DecodeParms/.test(text)
    ? 'deflate'
    : 'other'
}
