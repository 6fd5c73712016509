import { type LucideIcon, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { countOf, numberText } from '#shared/texts.ts'

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
      {count === undefined ? null : (
        <small className="regular muted" aria-hidden="true">
          ({numberText(count)})
        </small>
      )}
    </span>
  )
}

/** A line icon, 20 px beside body text. Decorative: the text beside it, or the button's `aria-label`, gives the meaning. */
export function Icon({ of: Drawing, className }: { of: LucideIcon; className?: string }) {
  return <Drawing className={className ? `i ${className}` : 'i'} size={20} strokeWidth={2.25} aria-hidden="true" />
}
