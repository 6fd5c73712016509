import { MessageSquare } from 'lucide-react'
import { ButtonLink } from '#web/ui/button.tsx'
import { whereText, type Booking } from './booking-view.ts'

/** From a booking of the list to its messages. */
export function MessageLink({ booking }: { booking: Booking }) {
  if (booking.awaitingVerification || !booking.company) return null
  return (
    <ButtonLink icon={MessageSquare} to={`/messages/${booking.id}`}>
      Message
      <span className="vh">
        {' '}
        {booking.company.name}, {whereText(booking)}
      </span>
    </ButtonLink>
  )
}
