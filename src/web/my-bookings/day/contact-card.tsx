import { MessageSquare } from 'lucide-react'
import { ButtonLink } from '#web/ui/button.tsx'
import { LastMessage, type Message } from '../last-message.tsx'
import { CallLink } from '../message-link.tsx'

interface ReachProps {
  id: string
  name?: string | undefined
  phone: string | null
  lastMessage: Message | null
  unread: number
}

/** How to reach whoever comes, and what was written last; the number is known once it is confirmed. */
export const Reach = ({ id, name = 'your driver', phone, lastMessage, unread }: ReachProps) => (
  <section className="card" aria-labelledby="reach">
    <h2 className="h3" id="reach">
      {unread > 0 ? `Messages, ${unread} unread` : 'Messages'}
    </h2>
    {lastMessage ? <LastMessage message={lastMessage} /> : <p className="muted">Nothing has been written yet.</p>}
    <div className="row mt-3">
      <ButtonLink icon={MessageSquare} to={`/messages/${id}`}>
        Message<span className="vh"> {name}</span>
      </ButtonLink>
      <CallLink name={name} phone={phone} />
    </div>
  </section>
)
