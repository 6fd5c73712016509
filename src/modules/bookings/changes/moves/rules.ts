/** A booked move that is changed as it was made: what it costs, who has to agree, and what cancelling costs afterwards. Pure. */
import type { HelpLevel } from '#modules/fleet/rules.ts'
import { pieceOf } from '#modules/items/rules.ts'
import { VAT_PERCENT, type Price, type PriceLine, type PricedVan, type Tariff } from '#modules/pricing/rules.ts'
import type { AskedMove } from '#modules/quoting/move/rules.ts'
import { cancellationFee, cancellationSteps, type CancellationPolicy } from '#modules/pricing/terms/rules.ts'
import { formatDuration, type Minutes } from '#shared/duration.ts'
import { addMinutes, formatDayTime, minutesBetween } from '#shared/local-time.ts'
import { formatPence, sumPence, taxIncluded, type Pence } from '#shared/money.ts'
import { countOf } from '#shared/texts.ts'

/** Kept with a booking: what changes of its move are priced at, and what was booked first. */
export interface BookedTerms {
  tariff: Tariff
  van: PricedVan
  first: { totalPence: Pence; startAt: string; endAt: string }
}

/** Limits of what is done at once, counted from what was first booked. */
export const AT_ONCE = { percent: 20, minutes: 120, noticeMinutes: 120 } as const

export interface Extent {
  totalPence: Pence
  start: Date
  end: Date
}

export interface ChangeFacts {
  now: Date
  /** The company’s setting. */
  allowsAtOnce: boolean
  first: Extent
  from: Extent
  to: Extent
  /** The driver is on the way, or the work has begun. */
  isSetOff: boolean
  /** Calendar, hours and documents of the van and its people allow it. */
  isFree: boolean
  hasFeeBegun: boolean
}

export const ASK_REASONS = [
  'setting',
  'set_off',
  'soon',
  'price',
  'length',
  'start',
  'fee_price',
  'fee_start',
  'calendar',
] as const
export type AskReason = (typeof ASK_REASONS)[number]

const minutesApart = (a: Date, b: Date): Minutes => Math.abs(minutesBetween(a, b))

/** Why the company has to answer; none if the change is done at once. */
export function reasonsToAsk(facts: ChangeFacts): AskReason[] {
  const { now, first, from, to } = facts
  const soonest = Math.min(from.start.getTime(), to.start.getTime())
  const length = (extent: Extent) => minutesBetween(extent.start, extent.end)
  const is: Record<AskReason, boolean> = {
    setting: !facts.allowsAtOnce,
    set_off: facts.isSetOff,
    soon: soonest <= addMinutes(now, AT_ONCE.noticeMinutes).getTime(),
    price: Math.abs(to.totalPence - first.totalPence) * 100 > first.totalPence * AT_ONCE.percent,
    length: Math.abs(length(to) - length(first)) > AT_ONCE.minutes,
    start: minutesApart(to.start, first.start) > AT_ONCE.minutes,
    fee_price: facts.hasFeeBegun && to.totalPence < from.totalPence,
    fee_start: facts.hasFeeBegun && minutesApart(to.start, from.start) > AT_ONCE.minutes,
    calendar: !facts.isFree,
  }
  return ASK_REASONS.filter((reason) => is[reason])
}

/** The facts that a cancellation fee depends on. */
export interface CancellationState {
  isConfirmed: boolean
  start: Date
  minimumTimePence: Pence
  cancellation: CancellationPolicy
  feeFloorPence: Pence
  freeUntil?: Date | null
}

/** What cancelling costs at an instant: at least what it cost when the move was last changed. */
export const feeAt = (
  { isConfirmed, start, minimumTimePence, cancellation, ...stored }: CancellationState,
  at: Date,
): Pence =>
  isConfirmed ? cancellationFee(cancellationSteps(start, minimumTimePence, cancellation, stored), at, true) : 0

/** A move may not cost less than cancelling does when it is changed; otherwise a change would be a cheaper way to cancel. */
export const isBelowFee = (totalPence: Pence, feePence: Pence): boolean => totalPence < feePence

const agreedOf = (lines: readonly PriceLine[]) => lines.filter(({ code }) => code === 'agreed_change')

interface Priced {
  lines: readonly PriceLine[]
  totalPence: Pence
  ceilingPence: Pence
  vatPence: Pence
}

/**
 * The price of the changed move: that of the move at the agreed terms, with the lines of what was agreed in words. Once the work has
 * begun, less lowers nothing, and a line says so.
 */
export function newPrice(
  booked: Priced,
  price: Pick<Price, 'lines' | 'totalPence' | 'ceilingPence' | 'commissionablePence' | 'minimumTimePence'>,
  hasBegun: boolean,
) {
  const agreed = agreedOf(booked.lines)
  const agreedPence = sumPence(agreed.map(({ amountPence }) => amountPence))
  const retained = hasBegun ? Math.max(0, booked.totalPence - price.totalPence - agreedPence) : 0
  const chargedLine = {
    code: 'as_booked',
    label: 'Kept as booked',
    quantity: 1,
    unitPence: retained,
    amountPence: retained,
  }
  const more = agreedPence + retained
  const totalPence = price.totalPence + more
  const ceilingPence = Math.max(price.ceilingPence + more, hasBegun ? booked.ceilingPence : 0)
  return {
    lines: [...price.lines, ...(retained > 0 ? [chargedLine] : []), ...agreed],
    totalPence,
    ceilingPence,
    commissionablePence: price.commissionablePence + more,
    // A company that is not registered for VAT charges none.
    vatPence: booked.vatPence > 0 ? taxIncluded(totalPence, VAT_PERCENT) : 0,
    minimumTimePence: price.minimumTimePence,
  }
}

/** Why the price differs: a line for each kind of line that costs another amount. They add up to the difference. */
export interface Difference {
  label: string
  amountPence: Pence
}

const LABOUR = ['labour', 'labour_out_of_hours']

export function differencesOf(from: readonly PriceLine[], to: readonly PriceLine[]): Difference[] {
  const keyOf = ({ code, label }: PriceLine) => (code === 'agreed_change' ? `${code} ${label}` : code)
  const [before, after] = [Map.groupBy(from, keyOf), Map.groupBy(to, keyOf)]
  const keys = [...new Set([...after.keys(), ...before.keys()])]
  return keys.flatMap((key) => {
    const [was = [], is = []] = [before.get(key), after.get(key)]
    const amountPence = sumPence(is.map((line) => line.amountPence)) - sumPence(was.map((line) => line.amountPence))
    return amountPence === 0 ? [] : [{ label: differenceText(was, is), amountPence }]
  })
}

function differenceText(was: readonly PriceLine[], is: readonly PriceLine[]): string {
  const [old, now] = [was[0], is[0]]
  const quantity = (lines: readonly PriceLine[]) => lines.reduce((sum, line) => sum + line.quantity, 0)
  const more = quantity(is) - quantity(was)
  const line = now ?? old
  if (!line) return ''
  if (LABOUR.includes(line.code)) {
    const hours = formatDuration(Math.round(Math.abs(more) * 60))
    const late = line.code === 'labour_out_of_hours' ? ' out of hours' : ''
    if (old && now && old.unitPence !== now.unitPence)
      return `${formatDuration(Math.round(quantity(is) * 60))}${late} at ${formatPence(now.unitPence)}, not ${formatPence(old.unitPence)}`
    return `${hours}${late} ${more < 0 ? 'less' : 'more'} at ${formatPence(line.unitPence)}`
  }
  if (line.code === 'mileage') return now ? now.label : 'Fewer miles'
  return now ? now.label : `No ${line.label}`
}

/** What is changed, in a few words: "Stop at LS12 2DX, 2 more items". */
export function changeSummary(from: ChangedParts, to: ChangedParts): string {
  const parts = [...pointTexts(from.move, to.move), ...itemTexts(from.move, to.move), ...otherTexts(from, to)]
  const text = parts.join(', ') || 'The same move'
  return text.length > MOST_SUMMARY ? `${text.slice(0, MOST_SUMMARY - 1)}…` : text
}

interface ChangedParts {
  move: AskedMove
  startAt: string
}

const MOST_SUMMARY = 120

function pointTexts({ routePoints: from }: AskedMove, { routePoints: to }: AskedMove): string[] {
  const codes = (points: AskedMove['routePoints']) => points.map(({ postcode }) => postcode)
  const [before, after] = [codes(from), codes(to)]
  const added = after.filter((code) => !before.includes(code)).map((code) => `Stop at ${code}`)
  const removed = before.filter((code) => !after.includes(code)).map((code) => `no stop at ${code}`)
  const isReordered = added.length + removed.length === 0 && before.join() !== after.join()
  const stairs = to.some(({ postcode, stairs: now }) =>
    from.some((point) => point.postcode === postcode && point.stairs !== now),
  )
  return [...added, ...removed, ...(isReordered ? ['stops in another order'] : []), ...(stairs ? ['other stairs'] : [])]
}

function itemTexts({ items: from }: AskedMove, { items: to }: AskedMove): string[] {
  const nameOf = (item: AskedMove['items'][number]) => pieceOf(item)?.name ?? 'Item'
  const count = (items: AskedMove['items']) => {
    const counts = new Map<string, number>()
    for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + item.amount)
    return counts
  }
  const [before, after] = [count(from), count(to)]
  const names = [...new Set([...after.keys(), ...before.keys()])]
  const texts = names.flatMap((name) => {
    const more = (after.get(name) ?? 0) - (before.get(name) ?? 0)
    return more === 0 ? [] : [`${Math.abs(more)} ${name} ${more > 0 ? 'more' : 'less'}`]
  })
  const work = (items: AskedMove['items']) =>
    items
      .filter(({ needAssembling, needDisassembling }) => needAssembling || needDisassembling)
      .map((item) => `${nameOf(item)} ${item.needAssembling} ${item.needDisassembling}`)
      .toSorted()
      .join()
  const furniture = texts.length === 0 && work(from) !== work(to) ? ['other furniture apart or together'] : []
  return texts.length > MOST_ITEM_TEXTS ? [`${countOf(texts.length, 'item')} changed`] : [...texts, ...furniture]
}

const MOST_ITEM_TEXTS = 3

const CREW_TEXTS: Record<HelpLevel, string> = {
  no_help: 'no help',
  driver_helps: 'driver helps',
  one_porter: '2 men',
  two_porters: '3 men',
}

/** A duration that was left out is none. */
export const durationOf = (time: string | null | undefined): string => time ?? '00:00:00'

const otherTexts = (from: ChangedParts, to: ChangedParts): string[] => [
  ...(from.move.manPower === to.move.manPower ? [] : [CREW_TEXTS[to.move.manPower]]),
  ...(durationOf(from.move.declaredWaiting) === durationOf(to.move.declaredWaiting) ? [] : ['another waiting time']),
  ...(from.startAt === to.startAt ? [] : [`start ${formatDayTime(new Date(to.startAt))}`]),
]
