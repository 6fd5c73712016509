import { MessageSquare } from 'lucide-react'
import { ButtonLink } from '#web/ui/button.tsx'
import { LastMessage } from '../../last-message.tsx'
import type { SlotProps } from './slot.ts'
import { CallLink } from '../../message-link.tsx'

/** The last message of the booking, and the way to all of them. */
export function ThreadSlot({ booking, own }: SlotProps) {
  if (!own || booking.awaitingVerification) return null
  return (
    <section className="card" aria-labelledby="messages">
      <h2 className="h3" id="messages">
        {own.unreadMessages > 0 ? `Messages, ${own.unreadMessages} unread` : 'Messages'}
      </h2>
      {own.lastMessage ? (
        <LastMessage message={own.lastMessage} />
      ) : (
        <p className="muted">
          {booking.company
            ? `Between you and ${booking.company.name}.`
            : 'You can message your driver once one has accepted.'}
        </p>
      )}
      <div className="row mt-3">
        <ButtonLink icon={MessageSquare} to={`/messages/${booking.id}`}>
          {booking.company ? `Message ${booking.company.name}` : 'See the messages'}
        </ButtonLink>
        <CallLink name={booking.company?.name} phone={own.contactPhone} />
      </div>
    </section>
  )
}
