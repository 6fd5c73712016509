/** Documents of a company and its units: which are required, and the standing of each today (decisions §6, field.md 3.6). Pure. */
import { addDays, lateDayProblem, type LocalDay } from '#shared/local-time.ts'
import { oneOf } from '#shared/records.ts'
import { isHeavy } from '../vans/rules.ts'

export const DOCUMENT_KINDS = [
  'v5c',
  'mot',
  'hire_and_reward',
  'right_to_work',
  'driving_licence',
  'goods_in_transit',
  'public_liability',
  'operator_licence',
  'tachograph',
] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** These cover the whole company; all others belong to one unit. */
export const COMPANY_DOCUMENTS = ['goods_in_transit', 'public_liability', 'operator_licence'] as const
export const isCompanyDocument = oneOf(COMPANY_DOCUMENTS)

/** These name one van and are worthless for another. */
export const VAN_DOCUMENTS = ['v5c', 'mot', 'hire_and_reward', 'tachograph'] as const satisfies readonly DocumentKind[]

/** Anchor of a document on its unit's page: emails link there. */
export const documentPlace = (kind: DocumentKind): string => `document-${kind}`

export const DOCUMENT_LABELS: Record<DocumentKind, string> = {
  v5c: 'V5C log book',
  mot: 'MOT certificate',
  hire_and_reward: 'Hire and reward insurance',
  right_to_work: 'Right to work',
  driving_licence: 'Driving licence',
  goods_in_transit: 'Goods in transit insurance',
  public_liability: 'Public liability insurance',
  operator_licence: 'Operator’s licence',
  tachograph: 'Tachograph: driver card and calibration',
}

/** These must have an expiry date; for the others it is optional. */
const EXPIRING: readonly DocumentKind[] = [
  'mot',
  'hire_and_reward',
  'goods_in_transit',
  'public_liability',
  'operator_licence',
  'tachograph',
]
export const mustExpire = (kind: DocumentKind): boolean => EXPIRING.includes(kind)

/** Photos and PDFs of one document: each photo is a page. */
export const MOST_FILES = 10
/** Pages of one document, those of its PDFs included. */
export const MOST_PAGES = 20
/** Bytes of all its files together, as sent; browsers make photos smaller first. */
export const MOST_DOCUMENT_BYTES = 40 * 1024 ** 2

/** What has to be there of a kind, a page each and in this order: one side of a card proves little. */
const SIDES: Partial<Record<DocumentKind, readonly string[]>> = { driving_licence: ['Front', 'Back'] }
export const sidesOf = (kind: DocumentKind): readonly string[] => SIDES[kind] ?? []

/** Problem of a document with this number of pages, as a sentence; null without one. */
export function pagesFlaw(kind: DocumentKind, pages: number): string | null {
  const sides = sidesOf(kind)
  if (pages < sides.length) return `Send both sides: the ${sides.join(' and the ').toLowerCase()}.`
  return pages > MOST_PAGES ? `A document has at most ${MOST_PAGES} pages. Send only those that matter.` : null
}

/** Licences are valid longest: ten years, plus a little for those renewed early. */
const LONGEST_YEARS = 11
/** How long before its expiry a document counts as expiring soon. */
export const SOON_DAYS = 30

/** What is wrong with the expiry date of a document that is handed in: it must still be valid tomorrow, and none is valid for longer than eleven years. */
export const expiryProblem = (day: LocalDay, today: LocalDay): string | undefined =>
  day <= today
    ? 'Enter a day after today, as shown on the document.'
    : lateDayProblem(day, addDays(today, LONGEST_YEARS * 366), 'Check the year, and enter a day')

/** What decides which documents a van needs. */
export interface VanWithDocuments {
  /** The older of what the office has approved and what waits for it. */
  year: number | null
  /** The heavier of the two: a van is not light until the office has seen that it is. */
  grossWeightKg: number | null
}

/** A van needs its first MOT three years after registration, of which only the year is known. */
const YEARS_WITHOUT_MOT = 3

/** PostgreSQL’s infinite dates; as text they sort correctly against ISO days. */
const EVER = '-infinity'
const NEVER = 'infinity'

/** The first day on which a unit needs a document of this kind: ever since, from the van's first MOT on, or never. */
function neededFrom(kind: DocumentKind, van: VanWithDocuments | null): string {
  if (kind === 'mot') return van?.year ? `${van.year + YEARS_WITHOUT_MOT + 1}-01-01` : EVER
  if (kind === 'operator_licence' || kind === 'tachograph') return isHeavy(van?.grossWeightKg ?? null) ? EVER : NEVER
  // Each person has a check of their own (people/rules.ts); the document was one driver's.
  return kind === 'driving_licence' || kind === 'right_to_work' ? NEVER : EVER
}

/** The documents a unit needs before it takes jobs. */
export const requiredDocuments = (van: VanWithDocuments | null, today: LocalDay): DocumentKind[] =>
  DOCUMENT_KINDS.filter((kind) => neededFrom(kind, van) <= today)

export type DocumentStatus = 'pending' | 'approved' | 'refused' | 'cancelled' | 'replaced'

export interface Document {
  kind: DocumentKind
  status: DocumentStatus
  /** The day from which it no longer counts; null if it does not expire. */
  expiresOn: LocalDay | null
  submittedAt: Date
}

/** The standing of all documents of one kind together. */
export type Standing = 'missing' | 'pending' | 'refused' | 'expired' | 'approved' | 'expiring'

const isValid = (document: Document, today: LocalDay) =>
  document.status === 'approved' && (document.expiresOn === null || today < document.expiresOn)

/** The approved document that is valid longest, if any. */
export function validDocument<One extends Document>(documents: readonly One[], today: LocalDay): One | undefined {
  let best: One | undefined
  for (const document of documents)
    if (isValid(document, today) && (!best || expiresLater(document, best))) best = document
  return best
}

const expiresLater = (a: Document, b: Document) => (a.expiresOn ?? '9999') > (b.expiresOn ?? '9999')

const latest = (days: readonly string[]): string => days.reduce((a, b) => (b > a ? b : a), EVER)

/**
 * The first day on which not every document counts that the unit needs then, as the database keeps it: a day, "infinity" if that never comes,
 * "-infinity" if one is missing. Documents that wait do not count.
 */
export function documentsValidUntil(documents: readonly Document[], van: VanWithDocuments | null): string {
  const ends = DOCUMENT_KINDS.map((kind) => {
    const approved = documents.filter((document) => document.kind === kind && document.status === 'approved')
    return latest([neededFrom(kind, van), ...approved.map(({ expiresOn }) => expiresOn ?? NEVER)])
  })
  return ends.reduce((a, b) => (b < a ? b : a), NEVER)
}

/** Whether documents that count until `until` count on a day. */
export const coversDay = (until: string, day: LocalDay): boolean => day < until

/**
 * The day from which a unit is not offered because a document has expired by then. Null if none expires, and if they do not count today:
 * then its status says so.
 */
export const expiryAhead = (until: string, today: LocalDay): LocalDay | null =>
  until !== NEVER && coversDay(until, today) ? until : null

/** Statuses of documents that are neither withdrawn nor replaced. */
type Counting<One extends Document> = One & { status: 'pending' | 'approved' | 'refused' }
const counts = <One extends Document>(document: One): document is Counting<One> =>
  document.status !== 'cancelled' && document.status !== 'replaced'

/** The document to display: the one awaiting a check, otherwise the latest; never a withdrawn or replaced one. */
export function newestDocument<One extends Document>(documents: readonly One[]): Counting<One> | undefined {
  let newest: Counting<One> | undefined
  for (const document of documents.filter((one) => counts(one))) {
    if (document.status === 'pending') return document
    if (!newest || document.submittedAt >= newest.submittedAt) newest = document
  }
  return newest
}

/** Considers all documents of one kind. An older one counts until it expires, whatever becomes of a newer one. */
export function documentStatusOf(documents: readonly Document[], today: LocalDay): Standing {
  const running = validDocument(documents, today)
  if (running) return expiresSoon(running.expiresOn, today) ? 'expiring' : 'approved'
  const newest = newestDocument(documents)
  if (!newest) return 'missing'
  return newest.status === 'approved' ? 'expired' : newest.status
}

/** Within thirty days, the thirtieth included. */
export const expiresSoon = (expiresOn: LocalDay | null, today: LocalDay): boolean =>
  expiresOn !== null && expiresOn <= addDays(today, SOON_DAYS)

/** What the documents of a unit and its company mean for its status. */
export type DocumentsState = 'missing' | 'refused' | 'pending' | 'approved' | 'expiring'

/** The worst standing of the required documents: a refusal outranks a missing document, which outranks a pending one. */
export function documentsState(standings: readonly Standing[]): DocumentsState {
  const has = (...anyOf: Standing[]) => standings.some((standing) => anyOf.includes(standing))
  if (has('refused')) return 'refused'
  if (has('missing', 'expired')) return 'missing'
  if (has('pending')) return 'pending'
  return has('expiring') ? 'expiring' : 'approved'
}

/** The standings of the required documents, in list order. */
export const requiredStandings = (
  documents: readonly Document[],
  van: VanWithDocuments | null,
  today: LocalDay,
): Standing[] =>
  requiredDocuments(van, today).map((kind) =>
    documentStatusOf(
      documents.filter((document) => document.kind === kind),
      today,
    ),
  )

/** Every required document has been submitted, approved or not. */
export const areAllSubmitted = (standings: readonly Standing[]): boolean =>
  standings.every((standing) => standing === 'pending' || standing === 'approved' || standing === 'expiring')
