import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** The line from A to B. Wrap `RouteStop`s in it; the last one is solid. On a `Sign` the line is white. */
export function RouteLine({ className, children }: { className?: string; children: ReactNode }) {
  return <ol className={classNames('route', className)}>{children}</ol>
}

interface RouteStopProps {
  /** "A", "B", or the number of a stop between them. */
  pin: ReactNode
  kind?: 'end' | 'via' | 'add'
  children: ReactNode
}

export function RouteStop({ pin, kind = 'end', children }: RouteStopProps) {
  return (
    <li className={classNames('route__stop wired', kind === 'add' && 'level')}>
      <span
        className={classNames('route__pin', kind !== 'end' && 'route__pin--via', kind === 'add' && 'route__pin--add')}
        aria-hidden="true"
      >
        {pin}
      </span>
      <div className="route__body shrink">{children}</div>
    </li>
  )
}

/** A, 1, 2 …, B for the point at `index` of `count`. */
export const pinOf = (index: number, count: number): string =>
  index === 0 ? 'A' : index === count - 1 ? 'B' : String(index)

/** The route as text: a name and a line below for each point. */
export function RouteRead({
  points,
  className,
}: {
  points: { name: string; detail?: ReactNode }[]
  className?: string
}) {
  return (
    <RouteLine className={className}>
      {points.map((point, index) => (
        // Points have no id, and the same town may occur twice.
        // oxlint-disable-next-line react/no-array-index-key
        <RouteStop
          key={index}
          pin={pinOf(index, points.length)}
          kind={index > 0 && index < points.length - 1 ? 'via' : 'end'}
        >
          <div className="route__name bold lh-13">{point.name}</div>
          {point.detail ? <div className="small muted">{point.detail}</div> : null}
        </RouteStop>
      ))}
    </RouteLine>
  )
}
