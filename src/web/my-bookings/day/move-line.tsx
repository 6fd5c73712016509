import type { VanCategory } from '#modules/fleet/rules.ts'
import { pinOf } from '#web/ui/route-line.tsx'
import { numberClasses } from '#web/ui/number-classes.ts'
import { Van } from '#web/ui/van.tsx'
import { classNames } from '#web/ui/class-names.ts'

interface MoveLineProps {
  points: readonly { number: number; outcode: string; place: string }[]
  category: VanCategory
  /** Hundredths of the way from A to B, by steps of five. */
  at: number
  load: number
  /** Below each name; empty where nothing is known. */
  times: readonly string[]
}

/** The van on the line from A to B. */
export function MoveLine({ points, category, at, load, times }: MoveLineProps) {
  const last = points.length - 1
  return (
    <>
      <div className="move" aria-hidden="true">
        <div className="move__road holds r-small">
          <Van category={category} load={load} className={`move__van ${numberClasses(at / 5)}`} />
          <div className="move__stops">
            {points.map(({ number }, index) => (
              <span
                key={number}
                className={classNames('route__pin', numberClasses(twentieth(index, last)), index === last && 'is-end')}
              >
                {pinOf(index, points.length)}
              </span>
            ))}
          </div>
        </div>
      </div>
      <div className="move__names flex apart g-2 t-sm lh-125 on-sign-2">
        {points.map(({ number, outcode, place }, index) => (
          <span key={number}>
            <b className="block-box on-sign">{outcode}</b>
            {place}
            {times[index] ? <span className="num block-box">{times[index]}</span> : null}
          </span>
        ))}
      </div>
    </>
  )
}

/** Evenly along the line: distances between the stops are not known here. */
const twentieth = (index: number, last: number): number => (last === 0 ? 0 : Math.round((index / last) * 20))
