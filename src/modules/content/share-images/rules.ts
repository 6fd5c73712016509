import { KINDS, type Kind } from '../rules.ts'

/** What is drawn for sharing (Open Graph): a sign with the words of a page. Pure. */

export const SHARED_KINDS = [...KINDS, 'company'] as const
export type SharedKind = (typeof SHARED_KINDS)[number]

/** Whether the key is the id of a company; other keys have none. */
export const isId = (key: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key)

export const WIDTH = 1200
export const HEIGHT = 630

/** Text on the picture. */
export interface ShareText {
  /** Small, above: "Location". */
  kind: string
  title: string
  /** Below, in a line or two. */
  line: string
}

/** How wide a text is at the size 1. */
export type Measure = (text: string) => number

const LEFT = 84
const ROOM = WIDTH - 2 * LEFT
const TITLE = { sizes: [84, 72, 60, 52], lines: 3, first: 196, leading: 1.14 }
const LINE = { size: 34, lines: 2, below: 60, leading: 1.3 }
/** Lowest baseline of the text: the road begins below it. */
const LOWEST = 440

export interface Placed {
  text: string
  x: number
  /** Baseline of the letters. */
  y: number
  size: number
  colour: string
  isBold: boolean
}

const INK = '#ffffff'
const SOFT = '#cfe5d9'
const SIGN = '#ffd21f'

/** Places the text: the title as large as it fits, the line below it. */
export function place({ kind, title, line }: ShareText, measure: Measure): Placed[] {
  const small = cutLines(wrap(line, ROOM / LINE.size, measure), LINE.lines, ROOM / LINE.size, measure)
  const smallHeight = LINE.below + (small.length - 1) * LINE.size * LINE.leading
  const endOf = (count: number, size: number) => TITLE.first + (count - 1) * size * TITLE.leading
  const sized = TITLE.sizes.map((size) => ({ size, lines: wrap(title, ROOM / size, measure) }))
  const fits = ({ size, lines }: { size: number; lines: string[] }) =>
    lines.length <= TITLE.lines && endOf(lines.length, size) + smallHeight <= LOWEST
  const { size, lines } = sized.find(fits) ?? sized.at(-1) ?? { size: 52, lines: [] }
  const shown = cutLines(lines, TITLE.lines, ROOM / size, measure)
  const rows = shown.map((text, index) => ({ text, size, y: TITLE.first + index * size * TITLE.leading }))
  const below = endOf(shown.length, size)
  return [
    { text: kind, x: LEFT, y: 104, size: 30, colour: SIGN, isBold: true },
    ...rows.map((row) => ({ ...row, x: LEFT, colour: INK, isBold: true })),
    ...small.map((text, index) => ({
      text,
      x: LEFT,
      y: below + LINE.below + index * LINE.size * LINE.leading,
      size: LINE.size,
      colour: SOFT,
      isBold: false,
    })),
  ]
}

/** In lines no wider than that; a word that is wider is broken. */
export function wrap(text: string, room: number, measure: Measure): string[] {
  const lines: string[] = []
  for (const word of text
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((one) => pieces(one, room, measure))) {
    const last = lines.at(-1)
    if (last !== undefined && measure(`${last} ${word}`) <= room) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

function pieces(word: string, room: number, measure: Measure): string[] {
  if (measure(word) <= room) return [word]
  const found: string[] = []
  let piece = ''
  for (const letter of word) {
    if (piece && measure(piece + letter) > room) {
      found.push(piece)
      piece = ''
    }
    piece += letter
  }
  return [...found, piece]
}

/** The first of them; the last ends with an ellipsis where there were more. */
function cutLines(lines: readonly string[], most: number, room: number, measure: Measure): string[] {
  if (lines.length <= most) return [...lines]
  let last = lines[most - 1] ?? ''
  while (last && measure(`${last}…`) > room) last = last.slice(0, -1)
  return [...lines.slice(0, most - 1), `${last.trimEnd()}…`]
}

/** Letters as outlines, at their places. */
export type Outline = (placed: Placed) => string

/** The ground, the mark of the house and the words; outlines alone, so it looks the same wherever it is drawn. */
export function svgOf(placed: readonly Placed[], outline: Outline): string {
  const mark: Placed = { text: 'Vanfare', x: LEFT + 86, y: 562, size: 44, colour: INK, isBold: true }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#0a4a33"/>
<rect x="26" y="26" width="${WIDTH - 52}" height="${HEIGHT - 52}" rx="28" fill="none" stroke="${INK}" stroke-width="5"/>
<path d="M27 470H${WIDTH - 27}" stroke="${SIGN}" stroke-width="5" stroke-dasharray="46 30"/>
<g transform="translate(${LEFT} 512)"><rect x="2" y="2" width="60" height="60" rx="12" fill="${SIGN}" stroke="#13211b" stroke-width="4"/><path d="M4 14A10 10 0 0 1 14 4h8v56h-8A10 10 0 0 1 4 50Z" fill="#0a4a33"/><path d="M13 18v28" stroke="#fff" stroke-width="3"/><circle cx="13" cy="18" r="5" fill="#fff"/><circle cx="13" cy="46" r="5" fill="${SIGN}"/><path d="m29 19 9 26 9-26" fill="none" stroke="#13211b" stroke-width="7" stroke-linejoin="round" stroke-linecap="round"/></g>
${[...placed, mark].map(outline).join('\n')}
</svg>`
}

// Alone in its file, because the first step of a booking needs it and nothing else of the content.
/** Address of a picture for sharing: 1200 × 630, drawn. */
export const shareImageOf = (kind: Kind | 'company', key: string): string => `/api/share-image/${kind}/${key}/`
