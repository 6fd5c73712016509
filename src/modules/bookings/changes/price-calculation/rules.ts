/** What a change costs by the rates that were agreed when it was booked. Pure. */
import { BREAK_MINUTES, breaksIn } from '#modules/calendar/drivers-hours-rules.ts'
import { hoursOfOrder, waitingOfOrder } from '#modules/quoting/load/rules.ts'
import { MINUTES_PER_EXTRA_STOP, MINUTES_PER_FLIGHT } from '#modules/quoting/schedule/rules.ts'
import type { PriceLine } from '#modules/pricing/rules.ts'
import { formatDuration, roundUpToHalfHour, type Minutes } from '#shared/duration.ts'
import { formatPence, multiplyPence, type Pence } from '#shared/money.ts'
import type { ChangeKind } from '../rules.ts'

/** As it was booked, with what was agreed since. */
export interface BookedWork {
  lines: readonly PriceLine[]
  order: Parameters<typeof hoursOfOrder>[0] & { trips?: number }
  /** Agreed since, beside the order. */
  agreedMinutes: Minutes
}

export interface AskedChange {
  kind: ChangeKind
  /** Flights of stairs more than booked, of a `floor`. */
  flights?: number | undefined
  /** Time that it adds, as its proposer thinks. */
  extraMinutes?: Minutes | undefined
  newStartAt?: Date | undefined
}

export interface Figure {
  label: string
  amountPence: Pence
  extraMinutes: Minutes
}

/** Minutes of work that a change adds; undefined where nobody has said and no rule says. */
export function addedMinutes({ kind, flights, extraMinutes }: AskedChange, trips: number): Minutes | undefined {
  const said = extraMinutes ?? 0
  if (kind === 'floor') return flights ? flights * MINUTES_PER_FLIGHT * trips + said : (extraMinutes ?? undefined)
  if (kind === 'stop') return Math.max(MINUTES_PER_EXTRA_STOP * trips, said)
  return extraMinutes
}

const LABOUR = ['labour', 'labour_out_of_hours']

/**
 * The hourly rate of the booking. Where it has two, the lower: which hours count as late was not kept with the price, and a doubt is not the
 * customer's to pay for.
 */
const rateOf = (lines: readonly PriceLine[]): Pence | undefined => {
  const rates = lines.filter(({ code }) => LABOUR.includes(code)).map(({ unitPence }) => unitPence)
  return rates.length > 0 ? Math.min(...rates) : undefined
}

const chargedMinutes = (lines: readonly PriceLine[]): Minutes =>
  lines.reduce((sum, { code, quantity }) => (LABOUR.includes(code) ? sum + Math.round(quantity * 60) : sum), 0)

/** Labour of so much work: started half hours, without the driver's breaks, as a quote counts it. */
const labourOf = (duty: Minutes): Minutes => {
  const breaks = breaksIn(duty) * BREAK_MINUTES
  return roundUpToHalfHour(duty + breaks) - breaks
}

/**
 * The line that the agreed rates make of a change: only the half hours begun beyond what is paid for already, so that time within the
 * minimum costs nothing. Undefined where the rates say nothing of it.
 */
export function figureOf(booked: BookedWork, asked: AskedChange): Figure | undefined {
  if (asked.newStartAt) return { label: 'New start time', amountPence: 0, extraMinutes: 0 }
  const pence = rateOf(booked.lines)
  const added = addedMinutes(asked, booked.order.trips ?? 1)
  if (pence === undefined || added === undefined) return undefined
  const before = hoursOfOrder(booked.order).dutyMinutes - waitingOfOrder(booked.order) + booked.agreedMinutes
  const paid = Math.max(chargedMinutes(booked.lines), labourOf(before))
  const more = Math.max(0, labourOf(before + added) - paid)
  const amountPence = multiplyPence(pence, more, 60)
  return {
    label:
      more > 0 ? `${formatDuration(more)} at ${formatPence(pence)}` : `${formatDuration(added)}, within what is paid`,
    amountPence,
    extraMinutes: added,
  }
}
