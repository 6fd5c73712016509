import type { getThread } from '#modules/bookings/thread/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDayTime } from '#shared/local-time.ts'

export type Message = AnswerOf<typeof getThread>['results'][number]

/** The newest message, so that it can be read without opening the thread. */
export function LastMessage({ message }: { message: Message }) {
  const { author, isOwn, isRemoved, text, photos, at } = message
  const what = isRemoved
    ? 'Removed by the office'
    : text || (photos.length === 1 ? 'A photo' : `${photos.length} photos`)
  return (
    <figure className="last-message">
      <blockquote className="long">{what}</blockquote>
      <figcaption className="tiny muted num">
        {isOwn ? 'You' : author}, {formatDayTime(new Date(at))}
      </figcaption>
    </figure>
  )
}
