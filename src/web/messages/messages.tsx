import { data, redirect, useRevalidator, Link } from 'react-router'
import {
  getThread,
  listConversations,
  readThread,
  writeMessage,
  reportMessage,
} from '#modules/bookings/thread/contract.ts'
import type { Call } from '#shared/call.ts'
import { localDayOf, type LocalDay } from '#shared/local-time.ts'
import { orUnreachable, type Answer } from '#web/kit/forms/answer.ts'
import { readForm, plainAnswerOf } from '#web/kit/forms/answer.server.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { nowIn } from '#web/kit/page/arrival.ts'
import { apiContext, sessionContext } from '#web/kit/page/context.ts'
import { useLive } from '#web/kit/page/live.ts'
import { pageIn, cursorIn, readPage } from '#web/kit/page/page-in-address.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { refuseStrangers, dataOf, namedBy } from '#web/kit/session/gate.server.ts'
import { LogInFirst } from '#web/kit/session/login.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Empty, Page } from '#web/ui/page.tsx'
import { ListPages, type Counted } from '#web/ui/tabs.tsx'
import type { Route } from './+types/messages'
import { aboutText, lastText, markText, otherText, whenText, type Conversation, type Thread } from './message-texts.ts'
import { ThreadPanel } from './thread-panel.tsx'
import './messages.css'

/** Drivers read them in the cab, at night too. */
export const handle: PageHandle = { hasNight: true }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Messages' })

interface Inbox extends Counted {
  results: Conversation[]
  page: number
  isBehind: boolean
  next: string | null
  isUnreadOnly: boolean
}

async function readInbox(call: Call, address: string): Promise<Inbox> {
  const isUnreadOnly = new URL(address).searchParams.has('unread')
  const show = isUnreadOnly ? 'unread' : 'all'
  const { results, count, countIsMinimum, next } = dataOf(
    await readPage(address, (place) => call(listConversations, { query: { ...place, show } })),
  )
  return {
    results,
    count,
    countIsMinimum,
    next,
    page: pageIn(address),
    isBehind: cursorIn(address) !== null,
    isUnreadOnly,
  }
}

const PAGE_SIZE = 50

/** The last messages, or those before the ones that were shown. */
async function readThreadPage(call: Call, id: string, address: string): Promise<Thread> {
  const after = new URL(address).searchParams.get('before') ?? undefined
  const answer = await call(getThread, { params: { id }, query: { pageSize: PAGE_SIZE, after } })
  if (!answer.ok && after && answer.status === 422)
    return dataOf(await call(getThread, { params: { id }, query: { pageSize: PAGE_SIZE } }))
  return namedBy(answer)
}

/** The forms of a thread. */
async function answerThread(call: Call, id: string, form: FormData): Promise<Answer> {
  const params = { id }
  switch (textIn(form, 'intent')) {
    case 'send':
      return plainAnswerOf(await call(writeMessage, { params, body: { text: textIn(form, 'text') } }))
    case 'read':
      return plainAnswerOf(await call(readThread, { params, body: { messageId: textIn(form, 'messageId') } }))
    case 'report': {
      const body = { reason: textIn(form, 'reason') }
      const messageId = textIn(form, 'messageId')
      return plainAnswerOf(await call(reportMessage, { params: { ...params, messageId }, body }))
    }
    default:
      throw data(null, { status: 400 })
  }
}

export async function loader({ params: { bookingId }, request, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  if (!session) return null
  if (session.userRole === 'admin') throw redirect('/')
  const call = context.get(apiContext)
  const [inbox, thread] = await Promise.all([
    readInbox(call, request.url),
    bookingId ? readThreadPage(call, bookingId, request.url) : null,
  ])
  return { inbox, thread, today: localDayOf(nowIn(context)), isDriver: session.userRole === 'driver' }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const refused = refuseStrangers({ request, context })
  if (refused) throw refused
  if (!params.bookingId) throw data(null, { status: 400 })
  return answerThread(context.get(apiContext), params.bookingId, await readForm(request))
}

/** What was typed stays if the connection is lost. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

/** Read again whenever something is written, read, or happens to a job. */
const LIVE = '/api/booking/live/'

export default function Messages({ loaderData, actionData, params }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  useLive(loaderData ? LIVE : null, () => void revalidate())
  if (!loaderData) {
    return (
      <LogInFirst title="Messages" heading="Log in to read your messages">
        Only you and the other side can read them.
      </LogInFirst>
    )
  }
  const { inbox, thread, today, isDriver } = loaderData
  return (
    <Page className={classNames('messages', thread ? 'thread-only' : 'list-only')}>
      <div className="row row--apart messages__title mb-4">
        <h1>Messages</h1>
        <UnreadFilter isOn={inbox.isUnreadOnly} bookingId={params.bookingId} />
      </div>
      <div className="post cells g-4 at-top">
        <InboxList inbox={inbox} current={params.bookingId ?? null} today={today} isDriver={isDriver} />
        {thread ? (
          <ThreadPanel key={thread.booking.id} thread={thread} today={today} pageAnswer={actionData} />
        ) : (
          <p className="post__none t-center muted">Choose a conversation.</p>
        )}
      </div>
    </Page>
  )
}

/** Links, so that it works without script. */
function UnreadFilter({ isOn, bookingId }: { isOn: boolean; bookingId: string | undefined }) {
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

function InboxList({ inbox, current, today, isDriver }: InboxListProps) {
  const keeps = inbox.isUnreadOnly ? '?unread=1' : ''
  if (inbox.results.length === 0) return <NoConversations isUnreadOnly={inbox.isUnreadOnly} isDriver={isDriver} />
  return (
    <nav className="inbox shrink mark-s" aria-label="Conversations">
      <ul className="unlisted">
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
      <span className="mark cells mid-both rigid r-control cover" aria-hidden="true">
        {markText(name)}
      </span>
      <b className="clip dots one-line">{name}</b>
      <time className="t-xs muted" dateTime={lastAt}>
        {whenText(lastAt, today)}
      </time>
      <p className="clip dots one-line">{lastText(conversation)}</p>
      {unread > 0 ? (
        <span className="pip afloat cells mid-both figures-even pip--in">
          {unread > 99 ? '99+' : unread}
          <span className="vh"> unread</span>
        </span>
      ) : null}
      <small className="inbox__about t-xs muted">{aboutText(conversation)}</small>
    </Link>
  )
}

function NoConversations({ isUnreadOnly, isDriver }: { isUnreadOnly: boolean; isDriver: boolean }) {
  return (
    <div className="inbox shrink inbox--none">
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
