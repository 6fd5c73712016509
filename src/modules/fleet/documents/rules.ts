/** Documents of a company and its units: which are needed, and what each is worth today (decisions §6, field.md 3.6). Pure. */
import { addDays, type LocalDay } from '#shared/local-time.ts'
import { oneOf } from '#shared/one-of.ts'

export const DOCUMENT_KINDS = [
  'v5c',
  'mot',
  'hire_and_reward',
  'right_to_work',
  'driving_licence',
  'goods_in_transit',
  'public_liability',
  'operator_licence',
] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

export const isDocumentKind = oneOf(DOCUMENT_KINDS)

/** Cover the whole company; all others are of one unit. */
export const COMPANY_DOCUMENTS = ['goods_in_transit', 'public_liability', 'operator_licence'] as const
export const isCompanyDocument = oneOf(COMPANY_DOCUMENTS)

/** Name one van: with another van they are worth nothing. */
export const VAN_DOCUMENTS = ['v5c', 'mot', 'hire_and_reward'] as const satisfies readonly DocumentKind[]

export const DOCUMENT_LABELS: Record<DocumentKind, string> = {
  v5c: 'V5C log book',
  mot: 'MOT certificate',
  hire_and_reward: 'Hire and reward insurance',
  right_to_work: 'Right to work',
  driving_licence: 'Driving licence, both sides',
  goods_in_transit: 'Goods in transit insurance',
  public_liability: 'Public liability insurance',
  operator_licence: 'Operator’s licence',
}

/** A day must be given on which these expire; the others may have one. */
const RUN_OUT: readonly DocumentKind[] = [
  'mot',
  'hire_and_reward',
  'goods_in_transit',
  'public_liability',
  'operator_licence',
]
export const mustExpire = (kind: DocumentKind): boolean => RUN_OUT.includes(kind)

/** Files of one document: two sides, a few pages. */
export const MOST_FILES = 4
/** A licence runs longest: ten years, and a little for those renewed early. */
const LONGEST_YEARS = 11
/** From this long before its last day a document is told to expire soon. */
export const SOON_DAYS = 30

/** Whether a document with this day can be handed in: it must still run tomorrow. */
export const canExpireOn = (day: LocalDay, today: LocalDay): boolean =>
  day > today && day <= addDays(today, LONGEST_YEARS * 366)

/** What decides about documents of a van. */
export interface VanWithDocuments {
  year: number | null
  grossWeightKg: number | null
}

/** Vans above this need an operator's licence; none of the usual four categories weighs more. */
const HEAVIEST_WITHOUT_LICENCE_KG = 3500
/** A van needs its first MOT three years after its registration; of which only the year is known. */
const YEARS_WITHOUT_MOT = 3

/** The documents without which a unit takes no jobs. */
export function requiredDocuments(van: VanWithDocuments | null, today: LocalDay): DocumentKind[] {
  const age = van?.year ? Number(today.slice(0, 4)) - van.year : Infinity
  const isHeavy = (van?.grossWeightKg ?? 0) > HEAVIEST_WITHOUT_LICENCE_KG
  return DOCUMENT_KINDS.filter((kind) => {
    if (kind === 'mot') return age > YEARS_WITHOUT_MOT
    if (kind === 'operator_licence') return isHeavy
    // Each person has a check of their own (people/rules.ts); the document was one driver's.
    return kind !== 'driving_licence' && kind !== 'right_to_work'
  })
}

export type DocumentStatus = 'pending' | 'approved' | 'refused' | 'cancelled' | 'replaced'

export interface Document {
  kind: DocumentKind
  status: DocumentStatus
  /** The day from which it no longer counts; null for one that does not expire. */
  expiresOn: LocalDay | null
  submittedAt: Date
}

/** What all documents of one kind are worth together. */
export type Standing = 'missing' | 'pending' | 'refused' | 'expired' | 'approved' | 'expiring'

const runs = (document: Document, today: LocalDay) =>
  document.status === 'approved' && (document.expiresOn === null || today < document.expiresOn)

/** The approved document that runs longest, if one runs. */
export function runningDocument<One extends Document>(documents: readonly One[], today: LocalDay): One | undefined {
  let best: One | undefined
  for (const document of documents) if (runs(document, today) && (!best || runsLonger(document, best))) best = document
  return best
}

const runsLonger = (a: Document, b: Document) => (a.expiresOn ?? '9999') > (b.expiresOn ?? '9999')

/** Still worth talking about: neither taken back nor replaced. */
type Counting<One extends Document> = One & { status: 'pending' | 'approved' | 'refused' }
const counts = <One extends Document>(document: One): document is Counting<One> =>
  document.status !== 'cancelled' && document.status !== 'replaced'

/** The document to talk about: the one that waits, else the one handed in last. */
export function newestDocument<One extends Document>(documents: readonly One[]): Counting<One> | undefined {
  let newest: Counting<One> | undefined
  for (const document of documents.filter((one) => counts(one))) {
    if (document.status === 'pending') return document
    if (!newest || document.submittedAt >= newest.submittedAt) newest = document
  }
  return newest
}

/** Of the documents of one kind. An old document counts while it runs, whatever becomes of the new one. */
export function standingOf(documents: readonly Document[], today: LocalDay): Standing {
  const running = runningDocument(documents, today)
  if (running) return expiresSoon(running.expiresOn, today) ? 'expiring' : 'approved'
  const newest = newestDocument(documents)
  if (!newest) return 'missing'
  return newest.status === 'approved' ? 'expired' : newest.status
}

/** Within thirty days, the thirtieth included. */
export const expiresSoon = (expiresOn: LocalDay | null, today: LocalDay): boolean =>
  expiresOn !== null && expiresOn <= addDays(today, SOON_DAYS)

/** What the documents of a unit, its company's among them, make of its status. */
export type DocumentsState = 'missing' | 'refused' | 'pending' | 'approved' | 'expiring'

/** The worst of what is needed: a refusal before a gap, a gap before what waits. */
export function documentsState(standings: readonly Standing[]): DocumentsState {
  const has = (...wanted: Standing[]) => standings.some((standing) => wanted.includes(standing))
  if (has('refused')) return 'refused'
  if (has('missing', 'expired')) return 'missing'
  if (has('pending')) return 'pending'
  return has('expiring') ? 'expiring' : 'approved'
}

/** The standings of what a van needs, in the order of the list. */
export const requiredStandings = (
  documents: readonly Document[],
  van: VanWithDocuments | null,
  today: LocalDay,
): Standing[] =>
  requiredDocuments(van, today).map((kind) =>
    standingOf(
      documents.filter((document) => document.kind === kind),
      today,
    ),
  )

/** Everything needed is handed in, if not yet approved. */
export const isHandedIn = (standings: readonly Standing[]): boolean =>
  standings.every((standing) => standing === 'pending' || standing === 'approved' || standing === 'expiring')
