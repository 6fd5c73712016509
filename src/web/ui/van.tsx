import { VAN_NAMES, type VanCategory } from '#modules/fleet/rules.ts'
import { classNames } from './class-names.ts'

interface Drawing {
  key: 'small' | 'medium' | 'large' | 'luton'
  width: number
  height: number
  /** The load space: left edge, top, length and height, in centimetres of the drawing. */
  bay: { x: number; y: number; length: number; height: number }
}

const drawings: Record<VanCategory, Drawing> = {
  small_van: { key: 'small', width: 446, height: 190, bay: { x: 14, y: 12, length: 170, height: 120 } },
  medium_van: { key: 'medium', width: 502, height: 206, bay: { x: 14, y: 14, length: 240, height: 140 } },
  large_van: { key: 'large', width: 700, height: 276, bay: { x: 14, y: 15, length: 420, height: 193 } },
  luton_van: { key: 'luton', width: 662, height: 322, bay: { x: 14, y: 14, length: 480, height: 218 } },
}

interface VanProps {
  category: VanCategory
  /** How full, 0 to 1; above 1 it turns red, and nearby text has to say so too. */
  load?: number
  /** The accessible name: "Small Van, side view". Without it the drawing is decoration. */
  isNamed?: boolean
  className?: string
}

/** A van to scale: set the size of a metre once per view (`m-22`, `m-30` …). The load fills from the cab back. */
export function Van({ category, load = 0, isNamed, className }: VanProps) {
  const { key, width, height, bay } = drawings[category]
  const loaded = Math.round(Math.min(Math.max(load, 0), 1) * bay.length)
  const filled = { x: bay.x + bay.length - loaded, y: bay.y, width: loaded, height: bay.height }
  const named = isNamed ? { role: 'img', 'aria-label': `${VAN_NAMES[category]}, side view` } : { 'aria-hidden': true }
  return (
    <svg
      className={classNames('van', `van--${key}`, load > 1 && 'is-over', className)}
      viewBox={`0 0 ${width} ${height}`}
      {...named}
    >
      <use href={`#van-${key}`} />
      <g className="van__load" clipPath={key === 'luton' ? 'url(#bay-luton)' : undefined}>
        <rect className="van__fill" {...filled} />
        <rect fill="url(#cartons)" {...filled} />
      </g>
      <use href={`#van-${key}-top`} />
    </svg>
  )
}

/** 1.75 m tall, to scale with the vans of the same view. */
export function Person() {
  return (
    <svg className="person" viewBox="0 0 64 178" aria-hidden="true">
      <use href="#person" />
    </svg>
  )
}

interface LoadMeterProps {
  /** "Room" or "Weight". */
  name: string
  /** "2.4" of "6 m³". */
  used: string
  of: string
  /** 0 to 1; above 1 it does not fit, unless the van makes several trips. */
  load: number
  /** More than one if the van makes several trips. */
  loads?: number
}

/** How full, by volume or by weight, in words and as a bar. */
export function LoadMeter({ name, used, of, load, loads = 1 }: LoadMeterProps) {
  const isOver = load > 1 && loads === 1
  return (
    <div className={classNames('meter cells g-1-3 t-sm lh-13', isOver && 'is-over')}>
      <span>{name}</span>
      <span>
        <b className="figures-even">{used}</b> of {of}
        {isOver ? ', won’t fit' : loads > 1 ? `, ${loads} trips` : ''}
      </span>
      <svg
        className="meter__bar across w-full h-3 edge-w-ink r-small bg-sunken clip"
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect x="-1" y="-1" width={Math.min(load, 1) * 101} height="12" />
      </svg>
    </div>
  )
}
