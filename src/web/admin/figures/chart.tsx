import { useId } from 'react'

/** How a series is drawn. Told apart by shape and dashes as well as by colour. */
export type Look = 'pale' | 'full' | 'hatched' | 'line' | 'dashed' | 'dotted'

export interface Series {
  label: string
  look: Look
  values: readonly (number | null)[]
  /** Whether bars are stacked on those before them; otherwise they are drawn in front. */
  isStacked?: boolean
}

interface ChartProps {
  /** "Bookings by day, 1 to 23 November": read out. */
  title: string
  /** Description of the picture in a sentence or two, for screen readers. */
  summary: string
  series: readonly Series[]
  /** One for each value. */
  names: readonly string[]
  /** Formats the values beside the grid lines. */
  write: (value: number) => string
  unit?: Unit | undefined
}

const LINES: readonly Look[] = ['line', 'dashed', 'dotted']
/** Beyond this dots would touch. */
const MOST_DOTS = 40
/** Names of hours are short. */
const mostNames = (names: readonly string[]): number => (names.every((name) => name.length <= 3) ? 12 : 6)

/** Bars and lines over the parts of a period. Drawn in percents, so that it is as wide as there is room; its table says the same. */
export function Chart({ title, summary, series, names, write, unit }: ChartProps) {
  const id = useId()
  const { top, lines } = scaleOf(heightsOf(series), unit)
  return (
    <div className="plot cells cols-side pt-2">
      <svg className="plot__values block-box w-full" aria-hidden="true">
        {lines.map((line) => (
          <text className="t-xs figures-even" key={line} x="100%" y={levelOf(line, top)} dy="0.32em" textAnchor="end">
            {write(line)}
          </text>
        ))}
      </svg>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an SVG is a picture only by its role */}
      <svg className="plot__area block-box w-full" role="img" aria-labelledby={`${id}t ${id}d`}>
        <title id={`${id}t`}>{title}</title>
        <desc id={`${id}d`}>{summary}</desc>
        <Hatch id={`${id}h`} />
        {lines.map((line) => (
          <line key={line} className="plot__line" x1="0" x2="100%" y1={levelOf(line, top)} y2={levelOf(line, top)} />
        ))}
        {layered(series).map(({ one, base }) => (
          <Drawn key={one.label} one={one} base={base} top={top} hatch={`${id}h`} />
        ))}
      </svg>
      <Names names={names} />
    </div>
  )
}

const levelOf = (value: number, top: number): string => `${100 - (value / top) * 100}%`

/** Heights of the bars; a stacked bar includes those below it. */
function heightsOf(series: readonly Series[]): number[] {
  return layered(series).flatMap(({ one, base }) => one.values.map((value, index) => (value ?? 0) + (base[index] ?? 0)))
}

function layered(series: readonly Series[]): { one: Series; base: number[] }[] {
  let below: number[] = []
  return series.map((one) => {
    const base = one.isStacked ? below : []
    if (one.isStacked) below = one.values.map((value, index) => (value ?? 0) + (below[index] ?? 0))
    return { one, base }
  })
}

interface DrawnProps {
  one: Series
  base: readonly number[]
  top: number
  hatch: string
}

function Drawn({ one: { look, values }, base, top, hatch }: DrawnProps) {
  if (!LINES.includes(look)) {
    const bars = barsOf(
      values.map((value) => value ?? 0),
      top,
      base,
    )
    return <Bars bars={bars} look={look} hatch={hatch} />
  }
  const { strokes, dots } = lineOf(values, top)
  return (
    <g className={`is-${look}`}>
      {strokes.map((stroke) => (
        <line key={stroke.x1} {...stroke} />
      ))}
      {dots.length <= MOST_DOTS ? dots.map((dot) => <circle key={dot.cx} {...dot} r="3" />) : null}
    </g>
  )
}

const Bars = ({ bars, look, hatch }: { bars: readonly Bar[]; look: Look; hatch: string }) => (
  <g className={`is-${look}`}>
    {bars.map((bar) => (
      <rect key={bar.x} {...bar} fill={look === 'hatched' ? `url(#${hatch})` : undefined} />
    ))}
  </g>
)

const Hatch = ({ id }: { id: string }) => (
  <defs>
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect className="hatch__back" width="6" height="6" />
      <rect className="hatch__line" width="2.5" height="6" />
    </pattern>
  </defs>
)

const Names = ({ names }: { names: readonly string[] }) => (
  <svg className="plot__names w-full h-6 mt-1" aria-hidden="true">
    {namedPlaces(names.length, mostNames(names)).map(({ index, x }) => (
      <text className="t-xs figures-even" key={x} x={x} y="1em" textAnchor={anchorOf(index, names.length)}>
        {names[index]}
      </text>
    ))}
  </svg>
)

/** Anchors the outer names so that they stay within the picture. */
function anchorOf(index: number, count: number): 'start' | 'middle' | 'end' {
  if (count < 8) return 'middle'
  if (index === 0) return 'start'
  return index === count - 1 ? 'end' : 'middle'
}

/** Legend of the looks. */
export const Legend = ({ series }: { series: readonly (Series & { total: string })[] }) => (
  <ul className="flex wraps g-1-4 t-sm num">
    {series.map(({ label, look, total }) => (
      <li className="flex level g-15" key={label}>
        <Sample look={look} />
        {label} <b>{total}</b>
      </li>
    ))}
  </ul>
)

function Sample({ look }: { look: Look }) {
  const id = useId()
  return (
    <svg className="legend__look rigid" width="20" height="14" aria-hidden="true">
      {look === 'hatched' ? <Hatch id={id} /> : null}
      <g className={`is-${look}`}>
        {LINES.includes(look) ? (
          <>
            <line x1="0" x2="20" y1="7" y2="7" />
            <circle cx="10" cy="7" r="3" />
          </>
        ) : (
          <rect x="3" y="0" width="14" height="14" fill={look === 'hatched' ? `url(#${id})` : undefined} />
        )}
      </g>
    </svg>
  )
}

// Where things stand in a picture, in percent of its width and height. Pure.

/** Unit of the values beside the grid lines. */
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

interface Bar {
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

interface Stroke {
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

/** Positions of at most `most` names, evenly spaced, including the first. */
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
