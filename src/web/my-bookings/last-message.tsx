import { formatDayTime } from '#shared/local-time.ts'
import type { Booking } from './booking-view.ts'

export type Message = NonNullable<Booking['lastMessage']>

/** The newest message, so that it can be read without opening the thread. */
export function LastMessage({ message }: { message: Message }) {
  const { author, isOwn, isRemoved, text, photosCount, at } = message
  const what = isRemoved ? 'Removed by the office' : text || (photosCount === 1 ? 'A photo' : `${photosCount} photos`)
  return (
    <figure className="last-message p-2-3 bg-paper">
      <blockquote className="long clip">{what}</blockquote>
      <figcaption className="tiny muted num">
        {isOwn ? 'You' : author}, {formatDayTime(new Date(at))}
      </figcaption>
    </figure>
  )
}
