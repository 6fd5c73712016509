// A document in words: its standing, its dates, what to do about it.
import { MINIMUM_COVER } from '#modules/companies/rules.ts'
import type { DocumentKind } from '#modules/fleet/documents/rules.ts'
import type { listUnits } from '#modules/fleet/units/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDateUk, formatTime, localDayOf, toLocal, type LocalDay } from '#shared/local-time.ts'
import { formatPounds } from '#shared/money.ts'
import { kindOf } from '#web/kit/upload/photo-files.ts'

export type Document = AnswerOf<typeof listUnits>['results'][number]['docs'][number]
export type Submission = NonNullable<Document['current']>

/** What the office checks in each document. */
export const DOCUMENT_HINTS: Record<DocumentKind, string> = {
  v5c: 'The pages with the registration, your name and the weights (F.1 and G)',
  mot: 'The certificate with the day it expires',
  hire_and_reward: 'It names your van and says hire and reward',
  right_to_work: 'British or Irish passport, or a share code letter',
  driving_licence: 'Front and back of the card',
  goods_in_transit: `${formatPounds(MINIMUM_COVER.totalPence)} a move and ${formatPounds(MINIMUM_COVER.perItemPence)} an item, or more`,
  public_liability: '£1 million or more',
  operator_licence: 'For a van above 3,500 kg',
  tachograph: 'For a van above 3,500 kg. The earlier of the two dates',
}

/** Documents that need something from the driver, shown above the others. */
export const isToDo = ({ standing, isRequired, newest }: Document): boolean => {
  if (standing === 'refused' || standing === 'expired') return true
  if (standing === 'missing') return isRequired
  return standing === 'expiring' && newest?.status !== 'pending'
}

const standings: Record<Exclude<Document['standing'], 'expiring'>, string> = {
  missing: 'Missing',
  pending: 'Waiting',
  refused: 'Refused',
  expired: 'Expired',
  approved: 'Approved',
}

/** The badge's text. */
export function standingText({ standing, current }: Document): string {
  const days = current?.daysLeft ?? 0
  if (standing !== 'expiring') return standings[standing]
  return days <= 1 ? 'Expires today' : `Expires in ${days} days`
}

/** "Sent 09/03/2026, refused 11/03/2026", "Approved, expires on 02/04/2026", or what the document has to show. */
export function documentLine(document: Document, today: LocalDay): string {
  const shown = document.current ?? document.newest
  if (!shown) return DOCUMENT_HINTS[document.kind]
  if (shown.status === 'pending') return `Sent ${momentText(shown.submittedAt, today)}`
  if (shown.status === 'refused')
    return `Sent ${dayText(shown.submittedAt)}, refused ${dayText(shown.decidedAt ?? shown.submittedAt)}`
  const expiry = shown.expiresOn
    ? `, ${document.standing === 'expired' ? 'expired' : 'expires'} on ${formatDateUk(shown.expiresOn)}`
    : ''
  return `Approved${expiry}`
}

const dayText = (instant: string) => formatDateUk(localDayOf(new Date(instant)))

/** "today, 09:12" or "09/03/2026, 17:40". */
export function momentText(instant: string, today: LocalDay): string {
  const { day, minute } = toLocal(new Date(instant))
  return `${day === today ? 'today' : formatDateUk(day)}, ${formatTime(minute)}`
}

/** How many required documents are in: "4 of 6 in". */
export function countDocuments(documents: readonly Document[]): {
  inCount: number
  needed: number
  isComplete: boolean
} {
  const required = documents.filter(({ isRequired }) => isRequired)
  const inCount = required.filter(({ standing }) => ['pending', 'approved', 'expiring'].includes(standing)).length
  return { inCount, needed: required.length, isComplete: inCount === required.length }
}

export interface DocumentPicture {
  url: string
  /** "V5C log book, page 2 of 3", or just the name if it has one page. */
  label: string
  width: number | null
  height: number | null
}

/** Every page of a document in order, across its files. */
export function pagesOf(label: string, { files }: Submission): DocumentPicture[] {
  const pages = files.flatMap((file) => file.pages)
  return pages.map(({ url, width, height }, index) => ({
    url,
    label: pages.length === 1 ? label : `${label}, page ${index + 1} of ${pages.length}`,
    width,
    height,
  }))
}

type Chosen = Pick<File, 'name' | 'type'>

export const isPdf = ({ name, type }: Chosen): boolean => type === 'application/pdf' || /\.pdf$/i.test(name)

/** Refuses other types, such as a spreadsheet, before upload. The server checks the contents. */
export const documentFlaw = (file: Chosen): string | null =>
  isPdf(file) || kindOf(file) !== 'other' ? null : `We can’t read ${file.name}. Send a photo or a PDF.`
