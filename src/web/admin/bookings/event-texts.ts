// What has happened to a booking, in words for the office: who did it comes first.
import type { BookingEventName } from '#modules/bookings/lifecycle/rules.ts'
import type { getTrail } from '#modules/bookings/office/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatPence } from '#shared/money.ts'
import { ownValue } from '#shared/records.ts'
import type { HistoryEntry } from '#web/kit/office/office-shell.tsx'

export type TrailEvent = AnswerOf<typeof getTrail>['results'][number]

type WithUnderscores<Name> = Name extends `${infer First}-${infer Rest}` ? `${First}_${WithUnderscores<Rest>}` : Name
/** Event name without its slice, as the trail stores it. */
type Kind<Name> = Name extends `bookings.${infer Own}` ? WithUnderscores<Own> : never

type EventPhrase = string | ((company: string) => string)

const WORDS: Record<Kind<BookingEventName>, EventPhrase> = {
  created: 'booked',
  verified: 'verified the booking',
  time_gone: 'verified too late: the slot had gone',
  confirmed: 'confirmed',
  van_replaced: 'sent another of its vans',
  rejected: 'rejected it',
  given_up: 'confirmed, then handed it back',
  not_taken: (company) => `had no answer from ${company} in time`,
  taken_away: (company) => `took it away from ${company}`,
  given: (company) => `gave it to ${company}`,
  became_hot: 'made it a hot job',
  no_one_took: 'closed it: no driver took it',
  answer_asked_again: (company) => `asked ${company} again`,
  reconfirmation_asked: (company) => `asked ${company} to reconfirm`,
  reconfirmed: 'reconfirmed',
  not_reconfirmed: (company) => `asked again, and had no answer from ${company}`,
  cancelled: 'cancelled it',
  cancellation_reported: 'said that the customer has cancelled',
  report_denied: 'denied having cancelled, so the booking goes ahead',
  cancellation_agreed: 'agreed that they had cancelled',
  cancellation_denied: 'denied having cancelled',
  set_off: 'set off',
  running_late: 'said that they are late',
  started: 'started the move',
  paused: 'paused',
  waiting: 'started waiting',
  resumed: 'resumed the move',
  finished: 'finished the move',
  hours_confirmed: 'confirmed the hours',
  details_changed: 'changed the details',
  change_proposed: 'proposed a change',
  change_agreed: 'agreed to a change',
  change_refused: 'refused a change',
  change_withdrawn: 'withdrew a change',
  change_expired: 'let a change expire',
  time_moved: 'moved the time',
  keys_released: 'said that the keys are released',
  rebook_asked: 'asked the company for another move',
  rebook_confirmed: 'accepted another move',
  rebook_declined: 'declined another move',
  rebook_expired: 'let the request for another move expire',
  claimed: 'made a claim',
  claim_answered: 'answered the claim',
  claim_with_office: 'left the claim to the office',
  claim_decided: 'decided the claim',
}

const BY: Record<TrailEvent['by'], (company: string) => string> = {
  customer: () => 'The customer',
  driver: (company) => company,
  office: () => 'The office',
  vanfare: () => 'System',
}

/** The last first, also of what happened in the same moment. */
export function trailEntries(events: readonly TrailEvent[]): HistoryEntry[] {
  const entries = events.map((event, index) => {
    const company = event.companyName ?? 'The driver'
    return { id: String(index), at: event.at, by: BY[event.by](company), text: eventText(event, company) }
  })
  return entries.toReversed()
}

const STOPS: Record<NonNullable<TrailEvent['stop']>, (company: string) => string> = {
  blocked: (company) => `${company} was blocked`,
  deactivated: (company) => `${company} was deactivated`,
  owner_blocked: (company) => `The owner of ${company} was blocked`,
}

/** Why, as the office wrote it. */
function reasonText({ stop, reason }: TrailEvent, company: string): string[] {
  if (stop) return [[STOPS[stop](company), reason].filter(Boolean).join(': ')]
  return reason ? [`Reason: ${reason}`] : []
}

function eventText(event: TrailEvent, company: string): string {
  const { kind, feePence, owedPence } = event
  const phrase = ownValue(WORDS, kind) ?? kind.replaceAll('_', ' ')
  const money = [
    ...(feePence === null ? [] : [`Fee ${formatPence(feePence)}`]),
    ...(owedPence ? [`${company} owes the customer ${formatPence(owedPence)}`] : []),
  ]
  return [typeof phrase === 'string' ? phrase : phrase(company), ...reasonText(event, company), ...money].join('. ')
}
