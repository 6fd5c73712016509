import {
  DOCUMENT_KINDS,
  DOCUMENT_LABELS,
  newestDocument,
  validDocument,
  type Document,
} from '#modules/fleet/documents/rules.ts'
import { asDocument, type Check } from '#modules/fleet/people/rules.ts'
import { loadOfItems, pieceOf, pieceText, type AskedItem } from '#modules/items/rules.ts'
import { payoutAfterCommission, type Commissioned } from '#modules/pricing/commission-rules.ts'
import { type AskedMove, stopTexts } from '#modules/quoting/move/rules.ts'
import { addDays, daysBetween, localDayOf, minutesBetween, startOfWeek, type LocalDay } from '#shared/local-time.ts'
import { mapped } from '#shared/records.ts'
import type { BookedPoint } from '../create/rules.ts'
import { isFinished, isUnanswered, type ON_CALENDAR } from '../rules.ts'

/** A stored move, as a booking shows it. Pure. */

/** Defaults for fields that did not exist when an older booking was made. */
const noTexts = mapped(stopTexts, () => null)

export const pointsOf = (points: BookedPoint[], work: { places: readonly { town: string }[] }) =>
  points.map((point, index) => ({
    ...noTexts,
    ...point,
    address: point.address ?? null,
    deliveryContactSameAsPickUp: point.deliveryContactSameAsPickUp ?? true,
    customerEmail: point.customerEmail ?? null,
    place: work.places[index]?.town ?? '',
  }))

export const itemsOf = (move: AskedMove) =>
  move.items.map((item) => ({
    name: nameOf(item),
    amount: item.amount,
    needAssembling: item.needAssembling,
    needDisassembling: item.needDisassembling,
    note: item.note ?? null,
  }))

function nameOf(item: AskedItem): string {
  const piece = pieceOf(item)
  return piece ? pieceText(piece) : 'Item'
}

export const loadOf = ({ items }: AskedMove) => {
  const { pieces, weightKg, volumeM3 } = loadOfItems(items)
  return { pieces, weightKg, volumeM3 }
}

/** A unit's weeks in hours and pence, and what of its documents and people expires. Pure. */

/** What expires later than this is no news yet. */
const NEWS_DAYS = 60

export type WeekStatus = (typeof ON_CALENDAR)[number]

export interface WeekJob extends Commissioned {
  status: WeekStatus
  /** Commission of the company at the time of booking, in per cent. */
  commissionPercent: number
  start: Date
  end: Date
}

const partOf = (status: WeekStatus) => (isUnanswered(status) ? 'waiting' : isFinished(status) ? 'done' : 'booked')

/** The week that a day is in, Monday first, of the jobs that begin in it. */
export function weekOf(jobs: readonly WeekJob[], day: LocalDay) {
  const fromDay = startOfWeek(day)
  const week = {
    fromDay,
    toDay: addDays(fromDay, 6),
    done: { jobs: 0, minutes: 0 },
    booked: { jobs: 0, minutes: 0 },
    waiting: { jobs: 0, minutes: 0 },
  }
  for (const { status, start, end } of inWeek(jobs, fromDay)) {
    const part = week[partOf(status)]
    part.jobs += 1
    part.minutes += minutesBetween(start, end)
  }
  return week
}

/** Net takings of the company from those jobs. */
export function takingsOf(jobs: readonly WeekJob[], day: LocalDay) {
  const pence = { done: 0, booked: 0, waiting: 0 }
  for (const job of inWeek(jobs, startOfWeek(day)))
    pence[partOf(job.status)] += payoutAfterCommission(job, job.commissionPercent).keptPence
  return { donePence: pence.done, bookedPence: pence.booked, waitingPence: pence.waiting }
}

const inWeek = (jobs: readonly WeekJob[], monday: LocalDay): WeekJob[] =>
  jobs.filter(({ start }) => startOfWeek(localDayOf(start)) === monday)

interface NewsPerson {
  id: string
  firstName: string
  checks: readonly Check[]
}

type Expiring = { expiresOn: LocalDay; daysLeft: number; isRenewalWaiting: boolean } & (
  | { kind: 'document'; document: Document['kind']; label: string }
  | { kind: 'person'; personId: string; firstName: string }
)

/** Documents and checks that count today and expire soon, nearest first. People have checks; the old document for them says nothing. */
export function expiringOf(documents: readonly Document[], people: readonly NewsPerson[], today: LocalDay): Expiring[] {
  const ofDocuments = DOCUMENT_KINDS.filter((kind) => kind !== 'right_to_work').flatMap((document): Expiring[] => {
    const expiry = expiryOf(
      documents.filter(({ kind }) => kind === document),
      today,
    )
    return expiry ? [{ kind: 'document', document, label: DOCUMENT_LABELS[document], ...expiry }] : []
  })
  const ofPeople = people.flatMap(({ id: personId, firstName, checks }): Expiring[] => {
    const expiry = expiryOf(checks.map(asDocument), today)
    return expiry ? [{ kind: 'person', personId, firstName, ...expiry }] : []
  })
  return [...ofDocuments, ...ofPeople].toSorted((a, b) => a.daysLeft - b.daysLeft)
}

function expiryOf(documents: readonly Document[], today: LocalDay) {
  const expiresOn = validDocument(documents, today)?.expiresOn ?? null
  if (expiresOn === null || expiresOn > addDays(today, NEWS_DAYS)) return undefined
  const isRenewalWaiting = newestDocument(documents)?.status === 'pending'
  return { expiresOn, daysLeft: daysBetween(today, expiresOn), isRenewalWaiting }
}
