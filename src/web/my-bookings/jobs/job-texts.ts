// A job in words for its driver.
import { numberText } from '#shared/texts.ts'
import type { listHotJobs, listNewBookings } from '#modules/bookings/lists/contract.ts'
import { REJECT_REASONS, isConfirmed, type RejectReason } from '#modules/bookings/rules.ts'
import { isStairs, stairsLabel } from '#modules/fleet/rules.ts'
import { paymentWay, PAYMENT_NAMES } from '#modules/pricing/commission-rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDayTime } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { REASON_LABELS } from '#web/kit/bookings/booking-texts.ts'
import { itemsText } from '#web/kit/bookings/load.ts'

type OfferedJob = AnswerOf<typeof listNewBookings>['results'][number]
type DriverBooking = Omit<OfferedJob, 'worth'>
export type HotJob = AnswerOf<typeof listHotJobs>['results'][number]
export type Worth = NonNullable<OfferedJob['worth']>
/** In the lists of jobs to take or answer, with what it is worth; of hot ones, with what taking it means. */
export type Job = DriverBooking & Partial<Pick<HotJob, 'hot' | 'worth'>>

export const isHotJob = (job: Job): job is HotJob => job.hot !== undefined

const isReason = (text: string | null): text is RejectReason => REJECT_REASONS.some((reason) => reason === text)

/** Why a job of the past went, as its driver said; undefined if they said nothing. */
export const reasonText = ({ reason }: Pick<Job, 'reason'>): string | undefined =>
  isReason(reason) ? `You said: ${REASON_LABELS[reason].toLowerCase().replace(/^i /, 'I ')}` : undefined

/** "Hackney to Tottenham, Sat 28 November, 09:00". */
export const whichText = ({ routePoints, startAt }: Pick<Job, 'routePoints' | 'startAt'>): string =>
  `${routePoints[0]?.place ?? ''} to ${routePoints.at(-1)?.place ?? ''}, ${formatDayTime(new Date(startAt))}`

/** Whether the driver has reported that the customer cancelled, and the customer has not answered. */
export const isReported = ({ status, reason }: Pick<Job, 'status' | 'reason'>): boolean =>
  isConfirmed(status) && reason === 'canceled_by_customer'

export interface Pay {
  amount: string | null
  detail: string
}

/** What it pays; of a hired driver, who sees no price, what to take at the door. */
export function payOf(job: Pick<Job, Paid>): Pay {
  const { totalPence, youKeepPence, cashToTakePence } = job
  const way = PAYMENT_NAMES[paymentWay(job)]
  if (totalPence !== null) {
    const yourShare = youKeepPence === null ? '' : `${formatPence(youKeepPence)} to you. `
    return { amount: formatPence(totalPence), detail: `${yourShare}${way}` }
  }
  if (cashToTakePence !== null) return { amount: formatPence(cashToTakePence), detail: 'Cash to take' }
  return { amount: null, detail: `By ${way.toLowerCase()}, nothing to take` }
}
type Paid = 'totalPence' | 'youKeepPence' | 'cashToTakePence' | 'paymentMethod' | 'isByTransfer'

/** The load beside what the van takes: names and values. */
export function loadFacts({ items, load, van }: Pick<Job, 'items' | 'load' | 'van'>): [name: string, value: string][] {
  if (items.length === 0) return [['Load', 'Described in words']]
  const [room, weight] = [cubicMetres(load.volumeM3), numberText(load.weightKg)]
  return [
    ['Load', `${itemsText(load.pieces)}, ${room}${van ? ` of your ${cubicMetres(van.volumeM3)}` : ''}\u00a0m³`],
    ['Weight', `${weight}${van ? ` of your ${numberText(van.payloadKg)}` : ''}\u00a0kg`],
  ]
}

const cubicMetres = (m3: number): string => `${Number(m3.toFixed(1))}`

export interface Stop {
  name: string
  lines: string[]
  /** Person to ask for at this stop, and their phone number. */
  contact: { name: string; phone: string | null } | null
}

/** The points of the route: town, outward code and stairs; once it is confirmed, the address and whom to ask for. */
export const stopsOf = ({ routePoints }: Pick<Job, 'routePoints'>): Stop[] =>
  routePoints.map((point) => {
    const street = [point.flatAndHouse, point.address].filter(Boolean).join(', ')
    const stairs = isStairs(point.stairs) ? [stairsLabel(point.stairs)] : []
    const contact = point.contactName ?? point.contactNumber
    return {
      name: `${point.place} ${point.postcode ?? point.outcode}`,
      lines: [...(street ? [street] : []), ...stairs],
      contact: contact ? { name: contact, phone: point.contactNumber } : null,
    }
  })

/** What follows if they give it back, said before they do. */
export function rejectionTexts({ ifRejected, status }: Pick<Job, 'ifRejected' | 'status'>, now: Date): string[] {
  if (!ifRejected) return []
  const { othersAreAsked, owesFrom, owedPence } = ifRejected
  return [
    othersAreAsked
      ? 'Every other driver who can do it is asked, at the same price. You aren’t offered it again.'
      : 'The customer doesn’t want another driver, so the booking ends.',
    ...owedTexts(owesFrom === null ? null : new Date(owesFrom), owedPence, now),
    owesFrom !== null && now >= new Date(owesFrom)
      ? 'If the customer cancelled it, we’ll ask them. The job stays yours until they say yes.'
      : isConfirmed(status)
        ? 'If the customer cancelled it, we’ll ask them. Any cancellation fee applies only once they confirm it.'
        : 'If the customer cancelled it, we’ll let them know you’ve told us.',
  ]
}

function owedTexts(owesFrom: Date | null, owedPence: number | null, now: Date): string[] {
  if (owesFrom === null) return []
  const owed = owedPence === null ? 'the price of the minimum time' : formatPence(owedPence)
  return now >= owesFrom
    ? [`It’s too late to hand it back free of charge: you’ll owe the customer ${owed}.`]
    : [`It’s free until ${formatDayTime(owesFrom)}. After that, you’ll owe the customer ${owed}.`]
}
