import type { LngLat } from '#modules/geo/sketch/outlines-rules.ts'

/** A line as OSRM writes it: differences of hundred-thousandths of a degree, latitude first, five bits a letter. */
export function polylineOf(line: readonly LngLat[]): string {
  let [before, text] = [[0, 0], '']
  for (const [lng, lat] of line) {
    const now = [Math.round(lat * 100_000), Math.round(lng * 100_000)]
    text += now.map((value, index) => lettersOf(value - (before[index] ?? 0))).join('')
    before = now
  }
  return text
}

function lettersOf(difference: number): string {
  let rest = difference < 0 ? -2 * difference - 1 : 2 * difference
  let text = ''
  for (; rest >= 32; rest = Math.floor(rest / 32)) text += String.fromCodePoint((rest % 32) + 32 + 63)
  return text + String.fromCodePoint(rest + 63)
}
