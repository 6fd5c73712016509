// What happened on a moving day, in words.
import type { EntryKind, EntryWho, PauseReason } from '#modules/bookings/day/rules.ts'
import { formatPence } from '#shared/money.ts'
import { timeText } from './clock-view.ts'

export const PAUSE_LABELS: Record<PauseReason, string> = {
  keys_not_released: 'Keys not released',
  access: 'Access: bay, gate or lift',
  other: 'Something else',
}

const KINDS: Record<EntryKind, string> = {
  set_off: 'On the way',
  started: 'Started',
  arrived: 'Arrived',
  at_stop: 'Arrived',
  paused: 'Paused',
  resumed: 'Resumed',
  finished: 'Finished',
  late: 'Running late',
  loaded: 'Loaded',
  van_done: 'A van sent home',
  photos: 'Photos added',
  keys_released: 'Keys released',
  early_start_agreed: 'Early start agreed',
  hours_confirmed: 'Hours confirmed',
  hours_disputed: 'Hours questioned',
  cash_paid: 'Paid in cash',
  cash_disputed: 'Cash questioned',
  decided: 'Decided by our office',
  change_proposed: 'A change was proposed',
  change_agreed: 'A change was agreed',
  change_refused: 'A change was refused',
  correction_proposed: 'Another time was proposed',
  correction_agreed: 'The other time was agreed',
  correction_refused: 'The other time was refused',
}

const WHO: Partial<Record<EntryWho, string>> = { office: 'our office', system: 'automatically', link: 'by the link' }

/** Names, reasons and notes are absent if the page was opened by link, without a login. */
export interface Happened {
  kind: EntryKind
  who: EntryWho
  name?: string | null
  reason?: PauseReason | null
  note?: string | null
  newEta?: string | null
  item?: string | null
  /** Number of the stop for an arrival; `place` is its town if known. */
  stop?: number | null
  place?: string | undefined
  /** Number of the van that was sent home. */
  van?: number | null
  /** Paid in cash. */
  takenPence?: number | null
  /** Proposed time of a corrected entry; `countedAt` is the time that counted before. */
  proposedAt?: string | null
  countedAt?: string | null
  loaded?: boolean | null
}

/** "Paused: access: bay, gate or lift. “Bay blocked by a skip.”" */
export function eventText(event: Happened): string {
  const { kind, reason, note, newEta, item, loaded, stop, place, takenPence, proposedAt, countedAt } = event
  if (kind === 'at_stop') return `Arrived${arrivalText(stop, place)}`
  if (kind === 'van_done' && event.van) return `Van ${event.van} sent home`
  const what = loaded === false ? 'Not loaded' : KINDS[kind]
  const about = [
    ...(reason ? [PAUSE_LABELS[reason].toLowerCase()] : []),
    ...(proposedAt && countedAt ? [`${timeText(proposedAt)} instead of ${timeText(countedAt)}`] : []),
    ...(newEta ? [`now ${timeText(newEta)}`] : []),
    ...(item ? [item] : []),
    ...(typeof takenPence === 'number' ? [formatPence(takenPence)] : []),
  ]
  return `${what}${about.length > 0 ? `: ${about.join(', ')}` : ''}${note ? `. “${note}”` : ''}`
}

function arrivalText(stop: number | null | undefined, place: string | undefined): string {
  if (place) return ` in ${place}`
  if (typeof stop !== 'number') return ' at a stop'
  return stop === 0 ? ' at the pick-up' : ` at stop ${stop}`
}

/** Who did it, where that is known. */
export const byText = ({ who, name }: Happened): string | undefined => name ?? WHO[who]

/** A long day has many ticks: what is told on the clock's list is what moves it. */
export const isClockEvent = ({ kind }: Happened): boolean => kind !== 'loaded'
