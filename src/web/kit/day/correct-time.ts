// "Correct a time", as both sides of a booking read and type it.
import type { getDay } from '#modules/bookings/day/contract.ts'
import { CORRECTABLE } from '#modules/bookings/day/hours/corrections-rules.ts'
import type { EntryKind } from '#modules/bookings/day/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { addDays, localDayOf, parseTime, toInstant, type MinuteOfDay } from '#shared/local-time.ts'
import { textIn, wholeNumberOf } from '#web/kit/forms/form-text.ts'
import { timeText } from './clock-view.ts'
import { eventText } from './clock-texts.ts'

type Day = AnswerOf<typeof getDay>
export type CorrectionShown = Day['corrections'][number]
type Event = Pick<Day['events'][number], 'seq' | 'kind' | 'happenedAt' | 'correctedTo' | 'isConflict' | 'stop'>

/** When something happened, as it counts: at the time to which both sides corrected it, if they did. */
export const countedAt = ({ happenedAt, correctedTo }: Pick<Event, 'happenedAt' | 'correctedTo'>): string =>
  correctedTo ?? happenedAt

/** "Said later, at 09:52": the phone reported the time after the fact, or its clock was wrong; empty where it said so at once. */
export function reportedLaterText({
  at,
  happenedAt,
  isShifted,
}: {
  at: string
  happenedAt: string
  isShifted: boolean
}): string {
  if (!isShifted) return ''
  return timeText(at) === timeText(happenedAt) ? 'The phone’s clock was off' : `Said later, at ${timeText(at)}`
}

/** Notes beside an entry’s time: the time on record if it was corrected, and that it was reported late. */
export const recordText = (event: {
  at: string
  happenedAt: string
  correctedTo: string | null
  isShifted: boolean
}): string[] =>
  [
    event.correctedTo ? `On record ${timeText(event.happenedAt)}, corrected by both sides` : '',
    reportedLaterText(event),
  ].filter(Boolean)

const isCorrectable = ({ kind, isConflict }: Event): boolean => !isConflict && CORRECTABLE.some((one) => one === kind)

interface Choice {
  seq: number
  at: string
  /** The act without its time. */
  name: string
  label: string
}

/** What can be corrected, latest first: "Started, 09:40". */
export const choicesOf = (events: readonly Event[], places: readonly string[]): Choice[] =>
  events
    .filter(isCorrectable)
    .map((event) => ({
      seq: event.seq,
      at: countedAt(event),
      name: actText(event, places),
      label: `${actText(event, places)}, ${timeText(countedAt(event))}`,
    }))
    .toReversed()

/** "Arrived in Hove": an act without its time. */
export const actText = ({ kind, stop }: { kind: EntryKind; stop: number | null }, places: readonly string[]): string =>
  eventText({ kind, who: 'driver', stop, place: stop === null ? undefined : places[stop] })

/** The form’s other time for an act of the record. */
export interface TimeProposal {
  /** The number of the event. */
  seq: number
  /** Instant; empty while no time is entered. */
  happenedAt: string
  why: string
}

/** What the form says: the act with its recorded time, the time on London clocks, and the reason. */
export function timeProposalIn(form: FormData): TimeProposal {
  const [seq = '', recorded = ''] = textIn(form, 'act').split(' ')
  const minute = parseTime(textIn(form, 'time'))
  const [at, isDated] = [new Date(recorded), Number.isFinite(Date.parse(recorded))]
  return {
    seq: wholeNumberOf(seq) ?? 0,
    happenedAt: minute !== undefined && isDated ? nearestTo(at, minute).toISOString() : '',
    why: textIn(form, 'why'),
  }
}

/** What is wrong with a time by the phone alone, in the words of the API; null if only the server can tell. */
export function timeFlaw(
  { happenedAt }: Pick<TimeProposal, 'happenedAt'>,
  recordedAt: string,
  now: Date,
): string | null {
  if (happenedAt === '') return 'Enter the time, such as 09:40.'
  if (timeText(happenedAt) === timeText(recordedAt)) return 'That is the time on record already.'
  return Date.parse(happenedAt) > now.getTime() ? 'This time hasn’t come yet. Enter one in the past.' : null
}

/** The instant at which London clocks show that time nearest to the recorded one: a day may run past midnight. */
export function nearestTo(recorded: Date, minute: MinuteOfDay): Date {
  const day = localDayOf(recorded)
  const [first, ...others] = [0, -1, 1].map((days) => toInstant(addDays(day, days), minute))
  const distance = (one: Date) => Math.abs(one.getTime() - recorded.getTime())
  return others.reduce((best, one) => (distance(one) < distance(best) ? one : best), first as Date)
}
