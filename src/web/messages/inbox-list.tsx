import { Link } from 'react-router'
import type { LocalDay } from '#shared/local-time.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ListPages } from '#web/ui/list-pages.tsx'
import { aboutText, lastText, markText, otherText, whenText, type Conversation } from './message-texts.ts'
import type { Inbox } from './messages.server.ts'

/** Links, so that it works without script. */
export function UnreadFilter({ isOn, bookingId }: { isOn: boolean; bookingId: string | undefined }) {
  const path = bookingId ? `/messages/${bookingId}` : '/messages'
  return (
    <Link
      className="chip"
      to={isOn ? path : `${path}?unread=1`}
      aria-current={isOn ? 'true' : undefined}
      preventScrollReset
    >
      Unread
    </Link>
  )
}

interface InboxListProps {
  inbox: Inbox
  current: string | null
  today: LocalDay
  isDriver: boolean
}

export function InboxList({ inbox, current, today, isDriver }: InboxListProps) {
  const keeps = inbox.isUnreadOnly ? '?unread=1' : ''
  if (inbox.results.length === 0) return <NoConversations isUnreadOnly={inbox.isUnreadOnly} isDriver={isDriver} />
  return (
    <nav className="inbox" aria-label="Conversations">
      <ul>
        {inbox.results.map((one) => (
          <li key={one.id}>
            <Row conversation={one} isCurrent={one.id === current} today={today} keeps={keeps} />
          </li>
        ))}
      </ul>
      <ListPages label="Pages of conversations" keeps={keeps} {...inbox} />
    </nav>
  )
}

interface RowProps {
  conversation: Conversation
  isCurrent: boolean
  today: LocalDay
  keeps: string
}

function Row({ conversation, isCurrent, today, keeps }: RowProps) {
  const { id, other, unread, lastAt } = conversation
  const name = otherText(other)
  return (
    <Link
      className={classNames(unread > 0 && 'is-unread')}
      to={`/messages/${id}${keeps}`}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <span className="mark" aria-hidden="true">
        {markText(name)}
      </span>
      <b>{name}</b>
      <time dateTime={lastAt}>{whenText(lastAt, today)}</time>
      <p>{lastText(conversation)}</p>
      {unread > 0 ? (
        <span className="pip pip--in">
          {unread > 99 ? '99+' : unread}
          <span className="vh"> unread</span>
        </span>
      ) : null}
      <small className="inbox__about">{aboutText(conversation)}</small>
    </Link>
  )
}

function NoConversations({ isUnreadOnly, isDriver }: { isUnreadOnly: boolean; isDriver: boolean }) {
  return (
    <div className="inbox inbox--none">
      <Empty
        title={isUnreadOnly ? 'No unread messages.' : 'No messages yet.'}
        action={
          isUnreadOnly ? (
            <ButtonLink to="/messages">See all</ButtonLink>
          ) : (
            <ButtonLink to="/my-bookings">My Bookings</ButtonLink>
          )
        }
      >
        {isUnreadOnly
          ? 'You have read everything.'
          : isDriver
            ? 'Messages from customers appear here.'
            : 'Write to your driver from a booking.'}
      </Empty>
    </div>
  )
}
