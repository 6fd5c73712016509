import { Clock } from 'lucide-react'
import { formatDay, localDayOf } from '#shared/local-time.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { dayOf, whereText, type Booking } from './booking-view.ts'
import { cancelText } from './cancel-texts.ts'
import { CallLink, MessageLink } from './message-link.tsx'

/** What its customer may do with a booking of the list, each for this booking by name. */
export function CardActs({ booking, now }: { booking: Booking; now: Date }) {
  const { hash, status, allowedActions, startAt } = booking
  const isDay = status === 'in_progress' || (status === 'confirmed' && dayOf(startAt) === localDayOf(now))
  const which = (
    <span className="vh">
      {' '}
      {whereText(booking)}, {formatDay(dayOf(startAt))}
    </span>
  )
  return (
    <div className="job__acts">
      <ButtonLink
        look={isDay ? 'primary' : 'plain'}
        icon={isDay ? Clock : undefined}
        to={isDay ? `/booking/${hash}/day` : `/booking/${hash}`}
      >
        {isDay ? 'Follow the day' : 'See booking'}
        {which}
      </ButtonLink>
      <MessageLink booking={booking} />
      <CallLink name={booking.company?.name} phone={booking.contactPhone} />
      {allowedActions.includes('deny_cancellation') ? (
        <ButtonLink look="primary" to={`/booking/${hash}#reported`}>
          Did you cancel?
          {which}
        </ButtonLink>
      ) : null}
      {allowedActions.includes('cancel') ? (
        <ButtonLink look="danger" to={`/booking/${hash}?cancel=yes#cancel`}>
          {cancelText(booking.cancellationFeePence, 'ask')}
          {which}
        </ButtonLink>
      ) : null}
    </div>
  )
}
