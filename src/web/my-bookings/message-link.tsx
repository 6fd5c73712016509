import { MessageSquare, Phone } from 'lucide-react'
import { readablePhone } from '#shared/readable-phone.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
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

/** Rings whoever comes, once that is known. */
export const CallLink = ({ name = 'your driver', phone }: { name?: string | undefined; phone: string | null }) =>
  phone ? (
    <a className="btn num" href={`tel:${phone}`}>
      <Icon of={Phone} />
      <span className="vh">Call {name}, </span>
      {readablePhone(phone)}
    </a>
  ) : null
