import type { LucideIcon } from 'lucide-react'
import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { countOf } from '#shared/count-of.ts'
import { Icon } from './icon.tsx'

export type BadgeTone =
  | 'yellow'
  | 'green'
  | 'green-soft'
  | 'blue'
  | 'blue-soft'
  | 'orange'
  | 'brown'
  | 'red'
  | 'red-solid'
  | 'off'
  | 'soon'

/** A status in a word; colour only repeats it. */
export function Badge({ tone, icon, children }: { tone?: BadgeTone; icon?: LucideIcon; children: ReactNode }) {
  return (
    <span className={tone ? `badge badge--${tone}` : 'badge'}>
      {icon ? <Icon of={icon} /> : null}
      <span>{children}</span>
    </span>
  )
}

/** "4.8 (126)"; `rating` is out of 5. */
export function Rating({ rating, count }: { rating: number; count?: number }) {
  const shown = rating.toFixed(1)
  return (
    <span className="rating">
      <Icon of={Star} className="i--filled" />
      <span className="vh">
        Rated {shown} out of 5{count === undefined ? '' : `, ${countOf(count, 'review')}`}
      </span>
      <span aria-hidden="true">{shown}</span>
      {count === undefined ? null : <small aria-hidden="true">({count})</small>}
    </span>
  )
}
