import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import type PdfDocument from 'pdfkit'
import { fieldsOf } from '#shared/records.ts'
import { Remembered } from './caches.ts'

type Doc = InstanceType<typeof PdfDocument>

/** The parts of one typeface, in the order in which a letter is looked for. */
const PARTS = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext'] as const
type FontPart = (typeof PARTS)[number]

/** Font opened by fontkit. */
interface Font {
  hasGlyphForCodePoint: (code: number) => boolean
}

/** Opening a part takes tens of milliseconds, so a thread does it once and every document uses it. */
const opened = new Map<FontPart, Font>()

/** What a word comes to is the same in every document, and most words are. */
const layouts = new Map(PARTS.map((part) => [part, new Remembered<unknown>(5000)]))
const glyphs = new Map(PARTS.map((part) => [part, new Remembered<GlyphBytes>(2000)]))
const advances = new Remembered<number[]>(10_000)

/** Letters that the first part has, and that are what they are. */
const PLAIN = /^[ -~£]*$/

/** Letters of one document: it takes the parts of the typeface as it needs them, and of these the glyphs that it prints. */
export class Letters {
  readonly #doc: Doc
  readonly #used = new Set<FontPart>()
  readonly #partOf = new Map<string, { part: FontPart; shown: string }>()

  constructor(doc: Doc) {
    this.#doc = doc
    this.use('latin')
  }

  use(part: FontPart): Doc {
    if (this.#used.has(part)) return this.#doc.font(part)
    this.#used.add(part)
    this.#doc.registerFont(part, (opened.get(part) ?? bytesOf(part)) as Buffer)
    this.#doc.font(part)
    const font = fieldsOf(fieldsOf(this.#doc)['_font'])
    opened.set(part, font.font as Font)
    cacheOutlines(font.subset as Subset, glyphs.get(part))
    cacheLayouts(font as unknown as Shaper, layouts.get(part))
    return this.#doc
  }

  /** How wide a text is at the size 1, run for run. */
  advancesOf(text: string): number[] {
    return advances.get(text, () =>
      this.runsOf(text).map((run) => this.use(run.part).fontSize(1000).widthOfString(run.text)),
    )
  }

  /** A text in runs, each in the part that has its letters. */
  runsOf(text: string): { part: FontPart; text: string }[] {
    if (PLAIN.test(text)) return text ? [{ part: 'latin', text }] : []
    const runs: { part: FontPart; text: string }[] = []
    for (const character of text.normalize('NFC')) {
      const { part, shown } = this.#find(character)
      const last = runs.at(-1)
      if (last?.part === part) last.text += shown
      else runs.push({ part, text: shown })
    }
    return runs
  }

  #find(character: string): { part: FontPart; shown: string } {
    const known = this.#partOf.get(character)
    if (known) return known
    const code = character.codePointAt(0) ?? 0
    const part = PARTS.find((name) => {
      this.use(name)
      return opened.get(name)?.hasGlyphForCodePoint(code)
    })
    const found = part ? { part, shown: character } : { part: PARTS[0], shown: '?' }
    this.#partOf.set(character, found)
    return found
  }
}

function bytesOf(part: FontPart): Buffer {
  const { resolve } = createRequire(import.meta.url)
  return readFileSync(resolve(`@fontsource-variable/overpass/files/overpass-${part}-wght-normal.woff2`))
}

interface Outline {
  commands: { command: string; args: number[] }[]
  bbox: { minX: number; minY: number; maxX: number; maxY: number }
}

/** pdfkit's side of a font: it lays a word out once for each document. */
interface Shaper {
  layoutCached: (text: string) => unknown
  layoutRun: (text: string) => unknown
}

function cacheLayouts(shaper: Shaper, known: Remembered<unknown> | undefined) {
  if (known) shaper.layoutCached = (text) => known.get(text, () => shaper.layoutRun(text))
}

interface GlyphBytes {
  bytes: Buffer
  advance: number
  bearing: number
}

interface Subset {
  font: { getGlyph: (id: number) => { path: Outline; advanceWidth: number } }
  glyf: Buffer[]
  offset: number
  loca: { offsets: number[] }
  hmtx: { metrics: { advance: number; bearing: number }[] }
  _addGlyph: (id: number) => number
}

/**
 * fontkit copies a glyph’s bytes as they are in the file, which for WOFF2 are not those of a TrueType font, and fails
 * at accented letters. So each glyph is rewritten from its outline.
 */
function cacheOutlines(subset: Subset, known: Remembered<GlyphBytes> | undefined) {
  // oxlint-disable-next-line no-underscore-dangle -- The name is fontkit's.
  subset._addGlyph = function (this: Subset, id) {
    const { bytes, ...metrics } = known?.get(String(id), () => glyphOf(this.font, id)) ?? glyphOf(this.font, id)
    this.glyf.push(bytes)
    this.loca.offsets.push(this.offset)
    this.hmtx.metrics.push(metrics)
    this.offset += bytes.length
    return this.glyf.length - 1
  }
}

function glyphOf(font: Subset['font'], id: number): GlyphBytes {
  const { path, advanceWidth } = font.getGlyph(id)
  const bytes = outlineBytes(path)
  return { bytes, advance: advanceWidth, bearing: bytes.length > 0 ? Math.round(path.bbox.minX) : 0 }
}

/** An outline as a simple glyph of the `glyf` table: ends of contours, no instructions, a flag for each point, then x and y as steps. */
function outlineBytes({ commands, bbox }: Outline): Buffer {
  const ends: number[] = []
  const points: [x: number, y: number, isOnCurve: number][] = []
  for (const { command, args } of commands) {
    const [x = 0, y = 0, toX = 0, toY = 0] = args
    if (command === 'closePath') ends.push(points.length - 1)
    else if (command === 'quadraticCurveTo') points.push([x, y, 0], [toX, toY, 1])
    else points.push([x, y, 1])
  }
  if (points.length === 0) return Buffer.alloc(0)
  if (ends.at(-1) !== points.length - 1) ends.push(points.length - 1)
  const bytes = Buffer.alloc(10 + ends.length * 2 + 2 + points.length * 5 + 3)
  let at = 0
  const put = (value: number) => {
    at = bytes.writeInt16BE(Math.round(value), at)
  }
  for (const value of [ends.length, bbox.minX, bbox.minY, bbox.maxX, bbox.maxY, ...ends, 0]) put(value)
  for (const [, , isOnCurve] of points) at = bytes.writeUInt8(isOnCurve, at)
  for (const axis of [0, 1] as const) {
    let last = 0
    for (const point of points) {
      const value = Math.round(point[axis])
      put(value - last)
      last = value
    }
  }
  return bytes.subarray(0, Math.ceil(at / 4) * 4)
}
