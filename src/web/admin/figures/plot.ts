// Where things stand in a picture, in percent of its width and height. Pure.

/** What a picture's lines across count. */
export type Unit = 'number' | 'minutes'

/** Minutes are read as hours from one on. */
const MINUTE_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720]

/** A top above the highest value, and up to four lines to it whose values are easy to read. */
export function scaleOf(values: readonly (number | null)[], unit: Unit = 'number'): { top: number; lines: number[] } {
  const highest = Math.max(4, ...values.map((value) => value ?? 0))
  const step =
    (unit === 'minutes' ? MINUTE_STEPS.find((one) => one * 4 >= highest) : undefined) ?? roundStep(highest / 4)
  const count = Math.ceil(highest / step)
  return { top: step * count, lines: Array.from({ length: count }, (_, index) => step * (index + 1)) }
}

/** 1, 2, 2.5 or 5 times a power of ten; whole, since nothing is counted in halves. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= least) ?? least
  return Math.max(1, Math.ceil(step))
}

const percent = (value: number): string => `${Math.round(value * 100) / 100}%`

export interface Bar {
  x: string
  y: string
  width: string
  height: string
}

/** How much of its place a bar takes, and at most of the picture. */
const FILLED = 0.72
const WIDEST = 12

/** A bar for each value, from a base up; nothing for nothing. */
export function barsOf(values: readonly number[], top: number, base: readonly number[] = []): Bar[] {
  const place = 100 / values.length
  const width = Math.min(place * FILLED, WIDEST)
  return values.flatMap((value, index) => {
    const from = base[index] ?? 0
    if (value <= 0) return []
    return [
      {
        x: percent(place * (index + 0.5) - width / 2),
        width: percent(width),
        y: percent(100 - ((from + value) / top) * 100),
        height: percent((value / top) * 100),
      },
    ]
  })
}

export interface Stroke {
  x1: string
  y1: string
  x2: string
  y2: string
}

interface Dot {
  cx: string
  cy: string
}

/** A line through the middles of the places, with a gap for what is missing. */
export function lineOf(values: readonly (number | null)[], top: number): { strokes: Stroke[]; dots: Dot[] } {
  const place = 100 / values.length
  const x = (index: number) => percent(place * (index + 0.5))
  const y = (value: number) => percent(100 - (value / top) * 100)
  const strokes: Stroke[] = []
  const dots: Dot[] = []
  for (const [index, value] of values.entries()) {
    if (value === null) continue
    dots.push({ cx: x(index), cy: y(value) })
    const next = values[index + 1]
    if (next !== undefined && next !== null) strokes.push({ x1: x(index), y1: y(value), x2: x(index + 1), y2: y(next) })
  }
  return { strokes, dots }
}

/** Below so many places names stand, evenly, the first always. */
export function namedPlaces(count: number, most: number): { index: number; x: string }[] {
  const every = Math.max(1, Math.ceil(count / most))
  return Array.from({ length: Math.ceil(count / every) }, (_, number) => ({
    index: number * every,
    x: percent((100 / count) * (number * every + 0.5)),
  }))
}

/** A square in a grid whose area shows the value. */
export function cellOf(
  value: number,
  most: number,
  place: { column: number; columns: number; row: number; rows: number },
): Bar {
  const side = Math.sqrt(value / most) * 0.92
  const [width, height] = [100 / place.columns, 100 / place.rows]
  return {
    x: percent(width * (place.column + (1 - side) / 2)),
    y: percent(height * (place.row + (1 - side) / 2)),
    width: percent(width * side),
    height: percent(height * side),
  }
}
