// Which names are written on the map, so that none lies on another, on the base or over the edge.
import type { Point, View } from './map.ts'

/** A district in view. */
export interface Named {
  code: string
  point: Point
  isOn: boolean
}

export interface Label extends Named {
  /** There is room for it only where letters are small: not on a phone. */
  isWideOnly: boolean
}

/** Above this many districts in view their areas are named instead. */
const MOST_DISTRICTS = 90

/** Half the width of a letter and half the height of a line, as shares of the view's width (area.css). */
interface Size {
  letter: number
  line: number
}
const PHONE: Size = { letter: 0.018, line: 0.025 }
const WIDE: Size = { letter: 0.0095, line: 0.0135 }
/** Half of the mark of the base, and a little air. */
const MARK = 0.02

/** Names of districts while few enough to read, otherwise of areas. Those chosen come first. */
export function labelsOf(view: View, seen: readonly Named[], base: Point | null): Label[] {
  if (seen.length > MOST_DISTRICTS) return placed(view, areasOf(view, seen), base).filter((label) => !label.isWideOnly)
  const middle = base ?? { x: view.x + view.width / 2, y: view.y + view.height / 2 }
  const apart = ({ point }: Named) => Math.hypot(point.x - middle.x, point.y - middle.y)
  const inOrder = seen.toSorted((a, b) => Number(b.isOn) - Number(a.isOn) || apart(a) - apart(b))
  return placed(view, inOrder, base)
}

/** Takes names in this order as long as there is room, first for large letters, then for small ones. */
function placed(view: View, names: readonly Named[], base: Point | null): Label[] {
  const fits = (one: Named, others: readonly Named[], size: Size) =>
    isInside(view, one, size) &&
    !(base && isOnMark(view, one, base, size)) &&
    others.every((other) => !isOver(view, one, other, size))
  const large: Named[] = []
  for (const one of names) if (fits(one, large, PHONE)) large.push(one)
  const all = [...large]
  for (const one of names) if (!large.includes(one) && fits(one, all, WIDE)) all.push(one)
  return all.map((one) => ({ ...one, isWideOnly: !large.includes(one) }))
}

const halfOf = (view: View, code: string, { letter }: Size) => code.length * letter * view.width

function isInside(view: View, { code, point }: Named, size: Size): boolean {
  const half = halfOf(view, code, size)
  const line = size.line * view.width
  // To the drawing's own rounding.
  const slack = view.width * 1e-6
  return (
    point.x - half >= view.x - slack &&
    point.x + half <= view.x + view.width + slack &&
    point.y - line >= view.y - slack &&
    point.y + line <= view.y + view.height + slack
  )
}

const isOver = (view: View, a: Named, b: Named, size: Size): boolean =>
  Math.abs(a.point.x - b.point.x) < halfOf(view, a.code, size) + halfOf(view, b.code, size) &&
  Math.abs(a.point.y - b.point.y) < 2 * size.line * view.width

const isOnMark = (view: View, { code, point }: Named, base: Point, size: Size): boolean =>
  Math.abs(point.x - base.x) < halfOf(view, code, size) + MARK * view.width &&
  Math.abs(point.y - base.y) < (size.line + MARK) * view.width

/** The areas of these districts, the largest first, each in the middle of its districts but not over the edge. */
function areasOf(view: View, seen: readonly Named[]): Named[] {
  const areas = Map.groupBy(seen, ({ code }) => /^[A-Z]+/.exec(code)?.[0] ?? '')
  return [...areas]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, MOST_DISTRICTS / 3)
    .map(([code, districts]) => ({
      code,
      point: movedIn(view, code, middleOf(districts)),
      isOn: districts.every(({ isOn }) => isOn),
    }))
}

function movedIn(view: View, code: string, { x, y }: Point): Point {
  const [half, line] = [halfOf(view, code, PHONE), 2 * PHONE.line * view.width]
  return {
    x: Math.min(Math.max(x, view.x + half), view.x + view.width - half),
    y: Math.min(Math.max(y, view.y + line), view.y + view.height - line),
  }
}

function middleOf(districts: readonly Named[]): Point {
  const sum = districts.reduce((total, { point }) => ({ x: total.x + point.x, y: total.y + point.y }), { x: 0, y: 0 })
  return { x: sum.x / districts.length, y: sum.y / districts.length }
}
