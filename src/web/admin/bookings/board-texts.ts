// The words of the office's board.
import type { getBoard } from '#modules/board/contract.ts'
import type { Group } from '#modules/board/rules.ts'
import type { DriverQuestion } from '#modules/bookings/office/rules.ts'
import type { QuestionKind } from '#modules/bookings/day/rules.ts'
import { countOf } from '#shared/texts.ts'
import { ownValue } from '#shared/records.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDuration } from '#shared/duration.ts'
import { formatTime, localDayOf, minutesBetween, toLocal } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { officeMoment } from '#web/kit/office/office-pages.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'
import { KIND_TEXTS } from '../cases/decide-form.tsx'

export type Board = AnswerOf<typeof getBoard>
export type Case = Board['groups'][number]['cases'][number]

interface GroupTexts {
  /** Title of the chip and of the group of cases. */
  title: string
  badge: string
  tone: BadgeTone
  /** The colour at the left edge. */
  edge: 'tone-bad' | 'tone-warn' | 'case--wait' | 'case--info'
  /** Where all of them are, if they have a page of their own. */
  page?: string
}

export const GROUP_WORDS: Record<Group, GroupTexts> = {
  late: { title: 'Late', badge: 'Late', tone: 'orange', edge: 'tone-warn' },
  stopped: { title: 'Driver stopped', badge: 'Driver stopped', tone: 'red', edge: 'tone-bad' },
  nobody: { title: 'No driver yet', badge: 'No driver yet', tone: 'red-solid', edge: 'tone-bad' },
  unconfirmed: { title: 'Unconfirmed', badge: 'Unconfirmed', tone: 'yellow', edge: 'case--wait' },
  unanswered: { title: 'Asked of drivers', badge: 'Not answered', tone: 'yellow', edge: 'case--wait' },
  no_one_took: { title: 'No driver took it', badge: 'No driver took it', tone: 'red', edge: 'tone-bad' },
  plans: {
    title: 'To be rung',
    badge: 'Plan with them',
    tone: 'yellow',
    edge: 'case--wait',
    page: '/admin/office-plans',
  },
  never_started: { title: 'Never started', badge: 'Never started', tone: 'orange', edge: 'tone-warn' },
  card: { title: 'To be charged', badge: 'To be charged', tone: 'blue-soft', edge: 'case--info' },
  papers: { title: 'Papers', badge: 'Documents expiring', tone: 'orange', edge: 'tone-warn' },
  questions: {
    title: 'Moving days',
    badge: 'To decide',
    tone: 'blue-soft',
    edge: 'case--info',
    page: '/admin/day-questions',
  },
  claims: { title: 'Claims', badge: 'Claim', tone: 'blue-soft', edge: 'case--info', page: '/admin/claims' },
  messages: {
    title: 'Reported messages',
    badge: 'Reported',
    tone: 'blue-soft',
    edge: 'case--info',
    page: '/admin/reported-messages',
  },
  reviews: {
    title: 'Reviews',
    badge: 'Review to check',
    tone: 'blue-soft',
    edge: 'case--info',
    page: '/admin/reviews?show=held',
  },
  undelivered: {
    title: 'Undelivered',
    badge: 'Undelivered',
    tone: 'off',
    edge: 'case--info',
    page: '/admin/undelivered',
  },
}

const MINUTES_PER_DAY = 1440

/** "1 h 5 min"; from two days on "3 days". Never negative. */
export function spanText(from: Date, to: Date): string {
  const minutes = Math.max(0, Math.floor(minutesBetween(from, to)))
  return minutes >= 2 * MINUTES_PER_DAY ? `${Math.floor(minutes / MINUTES_PER_DAY)} days` : formatDuration(minutes)
}

/** How long it has waited, and what is left. */
export function waitTexts(
  { group, since, due, askedAgainAt, outcome }: Pick<Case, 'group' | 'since' | 'due' | 'askedAgainAt' | 'outcome'>,
  now: Date,
): string[] {
  const waited = spanText(new Date(since), now)
  const left = due === null ? null : spanText(now, new Date(due))
  if (group === 'late') return [`${waited} overdue`]
  if (group === 'plans')
    return [
      `asked ${waited} ago`,
      due !== null && Date.parse(due) > now.getTime() ? `${left} left to ring` : 'time to ring is over',
    ]
  if (group === 'never_started') return [`${waited} since its start`]
  if (group === 'stopped') return outcome === null ? [] : [OUTCOMES[outcome].when(dueText(due, now))]
  if (group === 'papers')
    return left === null ? [] : [Date.parse(due ?? '') <= now.getTime() ? 'expired' : `${left} left`]
  return [
    `waiting ${waited}`,
    ...(left === null ? [] : [group === 'nobody' ? `${left} until it expires` : `${left} to answer`]),
    ...(askedAgainAt && (group === 'unconfirmed' || (group === 'unanswered' && askedAgainAt > since))
      ? [askedAgainText(askedAgainAt, now)]
      : []),
  ]
}

/** "asked again at 14:20"; with the date if it was on another day. */
function askedAgainText(at: string, now: Date): string {
  const { day, minute } = toLocal(new Date(at))
  return `asked again at ${day === localDayOf(now) ? formatTime(minute) : officeMoment(at)}`
}

/** A stop can be undone for a minute, so a job seldom waits for longer. */
function dueText(due: string | null, now: Date): string {
  const left = due === null ? 0 : minutesBetween(now, new Date(due))
  if (left <= 0) return 'now'
  return left <= 1 ? 'within a minute' : `in ${spanText(now, new Date(due ?? now))}`
}

/** What happens to a job whose unit the office has stopped: in a few words with the time, and as a sentence. */
const OUTCOMES: Record<NonNullable<Case['outcome']>, { when: (due: string) => string; text: string }> = {
  hot: {
    when: (due) => `offered to others ${due}`,
    text: 'Every driver who can do it is asked, at the same price',
  },
  ends: {
    when: (due) => `ends ${due}`,
    text: 'The customer wanted no other driver: the booking ends, and we’ll tell them',
  },
  goes_on: { when: () => 'goes on', text: 'The driver has set off, so they finish this job' },
}

/** "Stopped by the office: The certificate was cancelled. Every driver who can do it is asked, …"; a reason ends as it was written. */
export function stopText(reason: string | null, outcome: NonNullable<Case['outcome']>): string {
  const why = reason === null ? 'Stopped by the office' : `Stopped by the office: ${reason.replace(/\.$/, '')}`
  return `${why}. ${OUTCOMES[outcome].text}`
}

/** Details of a case, beside its booking: names, money, notes. Sentences without a full stop at their end. */
export function caseText(one: Case): string {
  const { group, booking, customer, company, workingUnit, number, amountPence, note, day, outcome } = one
  const price = booking ? `${formatPence(booking.totalPence)} ${booking.paymentMethod}` : ''
  const parts: Record<Group, (string | undefined)[]> = {
    late: [day?.isSetOff ? 'On the way' : 'Hasn’t pressed start', lateText(one)],
    stopped: [company?.name, customer?.name, price, outcome === null ? undefined : stopText(note, outcome)],
    nobody: [customer?.name, price, number === null ? undefined : offeredText(number)],
    unconfirmed: [company?.name, price, customer?.name],
    unanswered: [company?.name, customer?.name, note === null ? undefined : ownValue(QUESTIONS, note)],
    no_one_took: [customer?.name, price, 'No driver assigned'],
    plans: ['Wants one price for a move that no company’s vans can do'],
    never_started: [company?.name, customer?.name, 'Neither side has confirmed it was done'],
    card: [customer?.name, amountPence === null ? undefined : formatPence(amountPence), company?.name],
    papers: [company?.name, number === null ? undefined : uncoveredText(number)],
    questions: [isQuestion(note) ? KIND_TEXTS[note] : undefined, company?.name, customer?.name],
    claims: [customer?.name, amountPence === null ? undefined : `asks ${formatPence(amountPence)}`, company?.name],
    messages: [note ?? undefined],
    reviews: [note?.replace(/\.$/, ''), company?.name, customer?.name],
    undelivered: [workingUnit?.name],
  }
  const details = parts[group]
  return (group === 'late' ? [company?.name, customer?.name, ...details] : details).filter(Boolean).join('. ')
}

/** The driver’s missing answer, in words. */
const QUESTIONS: Record<DriverQuestion, string> = {
  booking: 'Hasn’t confirmed it',
  reconfirmation: 'Hasn’t said whether it’s still going ahead',
  change: 'Hasn’t answered a change',
}

const lateText = ({ day }: Case): string | undefined =>
  day?.lateEta ? `They said ${officeMoment(day.lateEta)}` : undefined

/** A count of offers says nothing of who is free: that is what “Move” asks the units about. */
const offeredText = (number: number): string =>
  number === 0 ? 'Not offered to any unit yet' : `Offered to ${countOf(number, 'unit')}`

const uncoveredText = (number: number): string =>
  number === 0 ? 'No jobs after that date' : `${countOf(number, 'job')} after that`

const isQuestion = (note: string | null): note is QuestionKind => note !== null && note in KIND_TEXTS

/** The heading of a case: when and where, or whose papers, or what did not arrive. */
export function caseTitle({ group, booking, workingUnit, note }: Case): string {
  if (group === 'papers') return `Documents of ${workingUnit?.name ?? 'a unit'}`
  if (!booking) return note?.replaceAll('_', ' ') ?? 'A message'
  return `${officeMoment(booking.startAt)}, ${booking.from} to ${booking.to}`
}
