import type { z } from 'zod'
import type { change, figureChange } from '#modules/bookings/changes/contract.ts'
import type { listKeysLinks } from '#modules/bookings/changes/links/contract.ts'
import {
  type ChangeKind,
  type ChangeState,
  type WordedKind,
  WORDED_KINDS,
  overPrice,
} from '#modules/bookings/changes/rules.ts'
import { formatDuration } from '#shared/duration.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import {
  formatDayTime,
  formatTime,
  toLocal,
  formatDay,
  localDayOf,
  isRealDay,
  parseTime,
  toInstant,
} from '#shared/local-time.ts'
import { AMOUNT_HINT, parsePounds } from '#shared/money.ts'
import type { Camel } from '#shared/wire.ts'
import { textIn, wholeNumberOf } from '#web/kit/forms/form-text.ts'

/** A proposed change in the words of pages. */

export type ChangeShown = Camel<z.output<typeof change>>

/** "Swift Removals asks to add an item", and "asked" once it is answered. */
export function askTitle(
  who: string,
  { kind, newStartAt }: Pick<ChangeShown, 'kind' | 'newStartAt'>,
  isOpen = true,
  isOffer = false,
): string {
  if (isOffer) return `${who} ${who === 'You' || !isOpen ? 'offered' : 'offers'} another time`
  const what: Record<ChangeKind, string> = {
    item: 'add an item',
    stop: 'add a stop',
    floor: 'carry to another floor',
    time: newStartAt ? 'start at another time' : 'take more time',
    other: 'change something',
    move: 'change the move',
  }
  return `${who} ${who === 'You' || !isOpen ? 'asked' : 'asks'} to ${what[kind]}`
}

/** "New start: Sat 28 November 11:00." or "It takes 30 min more." */
export function timeText({
  newStartAt,
  extraMinutes,
  move,
}: Pick<ChangeShown, 'newStartAt' | 'extraMinutes'> & { move?: ChangeShown['move'] }): string | null {
  if (move) return moveTimeText(move)
  if (newStartAt) return `New start: ${formatDayTime(new Date(newStartAt))}.`
  return extraMinutes ? `It takes ${formatDuration(extraMinutes)} more.` : null
}

/** "Start at Sat 12 December 11:30, done by about 16:00." */
function moveTimeText({ from, to }: NonNullable<ChangeShown['move']>): string | null {
  const done = `done by about ${formatTime(toLocal(new Date(to.endAt)).minute)}`
  if (from.startAt !== to.startAt) return `Start at ${formatDayTime(new Date(to.startAt))}, ${done}.`
  return from.endAt === to.endAt ? null : `${done[0]?.toUpperCase()}${done.slice(1)}.`
}

/** "New start time, Wed 2 December, 08:00", "A freezer, 30 min": one that is answered. */
export function pastTitle({ kind, words, line, newStartAt, extraMinutes }: ChangeShown): string {
  if (kind === 'move') return line?.label ?? 'The move'
  const title = words || (kind === 'time' ? (newStartAt ? 'New start time' : 'More time') : (line?.label ?? 'A change'))
  const time = newStartAt ? formatDayTime(new Date(newStartAt)) : extraMinutes ? formatDuration(extraMinutes) : ''
  return time ? `${title}, ${time}` : title
}

export const untilText = (expiresAt: string): string => `until ${formatDayTime(new Date(expiresAt))}`

/** Whether the next job is still reached when this one takes longer. */
export function nextJobText({ startAt, spareMinutes }: NonNullable<AnswerOf<typeof figureChange>['nextJob']>): string {
  const job = `Your next job at ${formatTime(toLocal(new Date(startAt)).minute)}`
  if (spareMinutes < 0)
    return `${job} would start ${formatDuration(-spareMinutes)} late. If this is agreed, we’ll tell that customer.`
  return spareMinutes === 0
    ? `${job} still fits, with no time to spare.`
    : `${job} still fits, with ${formatDuration(spareMinutes)} to spare.`
}

const OVER: Record<Exclude<ChangeState, 'open'>, string> = {
  agreed: 'Agreed',
  refused: 'Refused',
  withdrawn: 'Taken back',
  expired: 'Not answered in time',
}

/** Text of the change’s state. */
export const overText = (state: ChangeState): string => (state === 'open' ? 'Waiting for the company' : OVER[state])

const CHANGE_INTENTS = [
  'propose-change',
  'agree-change',
  'refuse-change',
  'withdraw-change',
  'price-change',
  'offer-move-time',
  'keys-link',
  'withdraw-keys-link',
  'screen-code',
] as const
export type ChangeIntent = (typeof CHANGE_INTENTS)[number]

/** What is asked and answered about the times of a day. */
const TIME_INTENTS = ['correct-time', 'agree-time', 'refuse-time'] as const
export type TimeIntent = (typeof TIME_INTENTS)[number]

export const isTimeIntent = (text: string): text is TimeIntent => TIME_INTENTS.some((one) => one === text)

export const isChangeIntent = (text: string): text is ChangeIntent => CHANGE_INTENTS.some((one) => one === text)

/** A link for the keys, as either side of the booking sees it. */
export type KeysLinkShown = AnswerOf<typeof listKeysLinks>[number]

/** What the card of the links is about. */
export function keysTitle(links: readonly KeysLinkShown[]): string {
  const at = links.find(({ releasedAt }) => releasedAt)?.releasedAt
  if (at) return `Keys released at ${formatTime(toLocal(new Date(at)).minute)}`
  return links.some(({ withdrawnAt }) => !withdrawnAt) ? 'Keys not released yet' : 'Waiting for keys?'
}

export const keysFor = ({ forName }: Pick<KeysLinkShown, 'forName'>): string => forName ?? 'No name given'

/** Who made the link and whether it was used; `side` is the reader’s. */
export function keysLinkText(
  { madeAt, madeBy, expiresAt, releasedAt, withdrawnAt }: KeysLinkShown,
  side: 'customer' | 'mover',
): string {
  const by = madeBy === null ? '' : ` by ${madeBy === side ? 'you' : `the ${madeBy}`}`
  const made = `Made${by} on ${formatDayTime(new Date(madeAt))}.`
  if (releasedAt) return `${made} Confirmed on ${formatDayTime(new Date(releasedAt))} that the keys were released.`
  if (withdrawnAt) return `${made} Withdrawn on ${formatDayTime(new Date(withdrawnAt))}.`
  const lastDay = localDayOf(new Date(new Date(expiresAt).getTime() - 1))
  return `${made} Not tapped yet. It works to the end of ${formatDay(lastDay)}.`
}

export function lineIn(form: FormData) {
  const amount = textIn(form, 'amount')
  if (amount.trim() === '') return undefined
  // What is no amount, the API refuses.
  return { label: textIn(form, 'label') || textIn(form, 'words').slice(0, 120), amountPence: parsePounds(amount) ?? -1 }
}

/** A proposal as far as it is typed, and the photos for it that could not be sent. */
export interface ProposalDraft {
  kind: WordedKind
  words: string
  flights: string
  extraMinutes: string
  amount: string
  code?: string
  photos: readonly File[]
}

/** A form that survives a reload without signal: the phone keeps what is typed. */
export interface ProposalDrafts {
  read: () => Promise<ProposalDraft | undefined>
  keep: (draft: ProposalDraft | null) => Promise<unknown>
}

/** A proposal as its form asks for it. */
export function proposalIn(form: FormData) {
  const kind = WORDED_KINDS.find((one) => one === textIn(form, 'kind')) ?? 'other'
  const number = (name: string) => wholeNumberOf(textIn(form, name)) ?? undefined
  return {
    kind,
    words: textIn(form, 'words'),
    flights: kind === 'floor' ? number('flights') : undefined,
    extraMinutes: number('extraMinutes') || undefined,
    newStartAt: kind === 'time' ? newStartIn(form) : undefined,
    photosId: textIn(form, 'photosId') || null,
    line: lineIn(form),
    /** Code from the customer's own phone. */
    code: textIn(form, 'code').trim() || undefined,
  }
}

/** The fields of the request; a code that was kept on the phone counts with the time at which it was typed. */
export const proposalFields = ({ code, ...proposal }: Proposal, at?: string) => ({
  ...proposal,
  signed: code ? { code, at } : undefined,
})

/** The day or the time that is left blank stays as it is, where the form says when the move starts (`startAt`). */
export function newStartIn(form: FormData): string | undefined {
  const [day, time] = [textIn(form, 'day'), textIn(form, 'time')]
  if (day === '' && time === '') return undefined
  const start = new Date(textIn(form, 'startAt'))
  const now = Number.isNaN(start.getTime()) ? undefined : toLocal(start)
  const [newDay, newMinute] = [day || (now?.day ?? ''), time ? parseTime(time) : now?.minute]
  return isRealDay(newDay) && newMinute !== undefined ? toInstant(newDay, newMinute).toISOString() : undefined
}

export type Proposal = ReturnType<typeof proposalIn>

/** The field by its path on the wire, and what to do about it. */
export interface ProposalFlaw {
  at: 'words' | 'extra_minutes' | 'line.amount_pence'
  text: string
}

/** The first flaw of a proposal that the phone can find alone, in the words of the API. */
export function proposalFlaw(
  { kind, words, newStartAt, extraMinutes, line, code }: Proposal,
  { mayPrice, totalPence }: { mayPrice: boolean; totalPence: number },
): ProposalFlaw | null {
  if (kind === 'time' && !newStartAt && !extraMinutes)
    return { at: 'extra_minutes', text: 'Enter a new start time or the extra time needed.' }
  if (kind !== 'time' && words.trim() === '') return { at: 'words', text: 'Enter what’s changing.' }
  if (line?.label.trim() === '') return { at: 'words', text: 'Enter what it’s for.' }
  const wrongAmount = line && (line.amountPence < 0 ? AMOUNT_HINT : overPrice(totalPence, line.amountPence))
  if (wrongAmount) return { at: 'line.amount_pence', text: wrongAmount }
  // The server would ask for the price later, when the author is no longer on this page.
  const isPriced = !mayPrice || line !== undefined || (!code && (Boolean(extraMinutes) || kind === 'time'))
  return isPriced ? null : { at: 'line.amount_pence', text: 'Enter the extra time or what it costs, or £0.' }
}
