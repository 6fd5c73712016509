// Draws what a page shows where it is shared, in a thread of its own: opening the typeface takes a quarter of a second.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import sharp from 'sharp'
import { answerParts, type Part } from '#platform/worker-side.ts'
import { place, svgOf, type Placed, type ShareText } from './rules.ts'

sharp.cache(false)
sharp.concurrency(1)

/** The parts of the typeface, in the order in which a letter is looked for. */
const PARTS = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext'] as const
const opened = new Map<string, Font>()

function fontOf(part: (typeof PARTS)[number]): Font {
  const known = opened.get(part)
  if (known) return known
  const { resolve } = createRequire(import.meta.url)
  const font = create(readFileSync(resolve(`@fontsource-variable/overpass/files/overpass-${part}-wght-normal.woff2`)))
  opened.set(part, font)
  return font
}

/** A text in runs, each in the part that has its letters; what none has is a question mark. */
function runsOf(text: string): { font: Font; text: string }[] {
  const runs: { font: Font; text: string }[] = []
  for (const letter of text.normalize('NFC')) {
    const code = letter.codePointAt(0) ?? 0
    const part = PARTS.find((one) => fontOf(one).hasGlyphForCodePoint(code))
    const [font, shown] = part ? [fontOf(part), letter] : [fontOf('latin'), '?']
    const last = runs.at(-1)
    if (last?.font === font) last.text += shown
    else runs.push({ font, text: shown })
  }
  return runs
}

const widthOf = (text: string): number =>
  runsOf(text).reduce((width, run) => width + run.font.layout(run.text).advanceWidth / run.font.unitsPerEm, 0)

/** The typeface has one weight here, so what is bold is drawn with a line around it. */
function outlineOf({ text, x, y, size, colour, isBold }: Placed): string {
  let at = x
  const letters: string[] = []
  for (const { font, text: run } of runsOf(text)) {
    const scale = size / font.unitsPerEm
    const { glyphs, positions } = font.layout(run)
    for (const [index, glyph] of glyphs.entries()) {
      const d = glyph.path.toSVG()
      if (d) letters.push(`<path transform="translate(${at.toFixed(2)} ${y}) scale(${scale} ${-scale})" d="${d}"/>`)
      at += (positions[index]?.xAdvance ?? glyph.advanceWidth) * scale
    }
  }
  const stroke = isBold ? ` stroke="${colour}" stroke-width="64" stroke-linejoin="round"` : ''
  return `<g fill="${colour}"${stroke}>${letters.join('')}</g>`
}

answerParts<Uint8Array>((input) => drawn(input as ShareText))

async function* drawn(text: ShareText): AsyncGenerator<Part<Uint8Array>> {
  const svg = svgOf(place(text, widthOf), outlineOf)
  const png = new Uint8Array(await sharp(Buffer.from(svg)).png({ palette: true, colours: 64, effort: 7 }).toBuffer())
  yield { value: png, transfer: [png.buffer] }
}
