// A conversation in words.
import type { getThread, listConversations } from '#modules/bookings/thread/contract.ts'
import type { WhyClosed } from '#modules/bookings/thread/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDay, formatTime, localDayOf, toLocal, type LocalDay } from '#shared/local-time.ts'

export type Conversation = AnswerOf<typeof listConversations>['results'][number]
export type Thread = AnswerOf<typeof getThread>
export type Message = Thread['results'][number]
export type Note = Thread['notes'][number]

export const clockText = (instant: string): string => formatTime(toLocal(new Date(instant)).minute)

export const dayText = (instant: string, today: LocalDay): string => {
  const day = localDayOf(new Date(instant))
  return day === today ? 'Today' : formatDay(day)
}

/** In a list: the time of today's, the day of others. */
export const whenText = (instant: string, today: LocalDay): string =>
  localDayOf(new Date(instant)) === today ? clockText(instant) : formatDay(localDayOf(new Date(instant)))

/** "Walthamstow to Brighton, Sat 14 March" */
export const aboutText = ({ from, to, startAt }: Pick<Conversation, 'from' | 'to' | 'startAt'>): string =>
  `${from} to ${to}, ${formatDay(localDayOf(new Date(startAt)))}`

export const otherText = (other: string | null): string => other ?? 'No driver yet'

/** "Priya Shah" → "PS" */
export const markText = (name: string): string =>
  name
    .split(/[\s&]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase() ?? '')
    .join('')

export function lastText({ last }: Pick<Conversation, 'last'>): string {
  const text = last.text || (last.hasPhotos ? 'Photo' : 'Message removed')
  return last.isOwn ? `You: ${text}` : text
}

const NOTES: Record<Note['kind'], (by: string) => string> = {
  created: () => 'Booked',
  verified: () => 'Booking verified by the customer',
  confirmed: (by) => `${by} confirmed the booking`,
  reconfirmed: (by) => `${by} confirmed again`,
  cancelled: () => 'Booking cancelled',
  rejected: (by) => `${by} can’t do it`,
  given_up: (by) => `${by} cancelled`,
  not_taken: (by) => `${by} didn’t answer in time`,
  not_reconfirmed: (by) => `${by} didn’t answer when asked again`,
  became_hot: () => 'We asked other drivers',
  taken_away: (by) => `${by} can no longer do it`,
  given: (by) => `We asked ${by}`,
  no_one_took: () => 'No driver could take it',
  started: () => 'Clock started',
  finished: () => 'Clock stopped',
}

export const noteText = ({ kind, by }: Note): string => NOTES[kind](by ?? 'The driver')

export const CLOSED_TEXTS: Record<WhyClosed, string> = {
  no_driver: 'No driver has this job yet. You can send messages as soon as one accepts.',
  over: 'This conversation is closed. Need something? Call us.',
}

export type Entry =
  | { kind: 'day'; key: string; text: string }
  | { kind: 'new'; key: string }
  | { kind: 'note'; key: string; note: Note }
  | { kind: 'message'; key: string; message: Message }

/**
 * Messages and notes by time, with a line for each day and one before what is unread. Notes from before the oldest message that is
 * shown are left to its own page.
 */
export function entriesOf({ results, notes, unread, nextCursor }: Shown, today: LocalDay): Entry[] {
  const oldest = nextCursor === null ? '' : (results.at(-1)?.at ?? '')
  const sentMessages = results.toReversed().map((message) => ({ at: message.at, message, note: null }))
  const happened = notes.filter(({ at }) => at >= oldest).map((note) => ({ at: note.at, message: null, note }))
  const all = [...sentMessages, ...happened].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  const firstUnread = unread > 0 ? results.filter(({ isOwn }) => !isOwn)[unread - 1]?.id : undefined
  let day = ''
  return all.flatMap(({ at, message, note }): Entry[] => {
    const own: Entry[] = []
    const text = dayText(at, today)
    if (text !== day) own.push({ kind: 'day', key: `day ${text}`, text })
    day = text
    if (message && message.id === firstUnread) own.push({ kind: 'new', key: 'new' })
    if (message) own.push({ kind: 'message', key: message.id, message })
    else if (note) own.push({ kind: 'note', key: `${note.kind} ${note.at}`, note })
    return own
  })
}

export type Shown = Pick<Thread, 'results' | 'notes' | 'unread' | 'nextCursor'>

/** Offered to drivers on the day. */
export const READY_ANSWERS = ['On my way', '10 min away', 'I’m outside', 'Please call me']
