/** Papers of a company and its units: which are needed, and what each is worth today (decisions §6, field.md 3.6). Pure. */
import { addDays, type LocalDay } from '#shared/local-time.ts'

export const PAPER_KINDS = [
  'v5c',
  'mot',
  'hire_and_reward',
  'right_to_work',
  'driving_licence',
  'goods_in_transit',
  'public_liability',
  'operator_licence',
] as const
export type PaperKind = (typeof PAPER_KINDS)[number]

export const isPaperKind = (text: string): text is PaperKind => (PAPER_KINDS as readonly string[]).includes(text)

/** Cover the whole company; all others are of one unit. */
export const COMPANY_PAPERS = ['goods_in_transit', 'public_liability', 'operator_licence'] as const
export const isCompanyPaper = (kind: PaperKind): boolean => (COMPANY_PAPERS as readonly PaperKind[]).includes(kind)

/** Name one van: with another van they are worth nothing. */
export const VAN_PAPERS = ['v5c', 'mot', 'hire_and_reward'] as const satisfies readonly PaperKind[]

export const PAPER_LABELS: Record<PaperKind, string> = {
  v5c: 'V5C log book',
  mot: 'MOT certificate',
  hire_and_reward: 'Hire and reward insurance',
  right_to_work: 'Right to work',
  driving_licence: 'Driving licence, both sides',
  goods_in_transit: 'Goods in transit insurance',
  public_liability: 'Public liability insurance',
  operator_licence: 'Operator’s licence',
}

/** A day must be given on which these run out; the others may have one. */
const RUN_OUT: readonly PaperKind[] = [
  'mot',
  'hire_and_reward',
  'goods_in_transit',
  'public_liability',
  'operator_licence',
]
export const mustRunOut = (kind: PaperKind): boolean => RUN_OUT.includes(kind)

/** Files of one paper: two sides, a few pages. */
export const MOST_FILES = 4
/** A licence runs longest: ten years, and a little for those renewed early. */
const LONGEST_YEARS = 11
/** From this long before its last day a paper is told to run out soon. */
export const SOON_DAYS = 30

/** Whether a paper with this day can be handed in: it must still run tomorrow. */
export const canRunOutOn = (day: LocalDay, today: LocalDay): boolean =>
  day > today && day <= addDays(today, LONGEST_YEARS * 366)

/** What decides about papers of a van. */
export interface PaperedVan {
  year: number | null
  grossWeightKg: number | null
}

/** Vans above this need an operator's licence; none of the usual four categories weighs more. */
const HEAVIEST_WITHOUT_LICENCE_KG = 3500
/** A van needs its first MOT three years after its registration; of which only the year is known. */
const YEARS_WITHOUT_MOT = 3

/** The papers without which a unit takes no jobs. */
export function requiredPapers(van: PaperedVan | null, today: LocalDay): PaperKind[] {
  const age = van?.year ? Number(today.slice(0, 4)) - van.year : Infinity
  const isHeavy = (van?.grossWeightKg ?? 0) > HEAVIEST_WITHOUT_LICENCE_KG
  return PAPER_KINDS.filter((kind) => {
    if (kind === 'mot') return age > YEARS_WITHOUT_MOT
    if (kind === 'operator_licence') return isHeavy
    return kind !== 'driving_licence'
  })
}

export type PaperStatus = 'pending' | 'approved' | 'refused' | 'cancelled' | 'replaced'

export interface Paper {
  kind: PaperKind
  status: PaperStatus
  /** The day from which it no longer counts; null for one that does not run out. */
  expiresOn: LocalDay | null
  submittedAt: Date
}

/** What all papers of one kind are worth together. */
export type Standing = 'missing' | 'pending' | 'refused' | 'expired' | 'approved' | 'expiring'

const runs = (paper: Paper, today: LocalDay) =>
  paper.status === 'approved' && (paper.expiresOn === null || today < paper.expiresOn)

/** The approved paper that runs longest, if one runs. */
export function runningPaper<One extends Paper>(papers: readonly One[], today: LocalDay): One | undefined {
  let best: One | undefined
  for (const paper of papers) if (runs(paper, today) && (!best || runsLonger(paper, best))) best = paper
  return best
}

const runsLonger = (a: Paper, b: Paper) => (a.expiresOn ?? '9999') > (b.expiresOn ?? '9999')

/** The paper to talk about: the one that waits, else the one handed in last; none that was taken back or replaced. */
export function newestPaper<One extends Paper>(papers: readonly One[]): One | undefined {
  let newest: One | undefined
  for (const paper of papers) {
    if (paper.status === 'pending') return paper
    const counts = paper.status !== 'cancelled' && paper.status !== 'replaced'
    if (counts && (!newest || paper.submittedAt >= newest.submittedAt)) newest = paper
  }
  return newest
}

/** Of the papers of one kind. An old paper counts while it runs, whatever becomes of the new one. */
export function standingOf(papers: readonly Paper[], today: LocalDay): Standing {
  const running = runningPaper(papers, today)
  if (running) return runsOutSoon(running.expiresOn, today) ? 'expiring' : 'approved'
  const newest = newestPaper(papers)
  if (!newest) return 'missing'
  return newest.status === 'approved' ? 'expired' : (newest.status as 'pending' | 'refused')
}

/** Within thirty days, the thirtieth included. */
export const runsOutSoon = (expiresOn: LocalDay | null, today: LocalDay): boolean =>
  expiresOn !== null && expiresOn <= addDays(today, SOON_DAYS)

/** What the papers of a unit, its company's among them, make of its status. */
export type PapersState = 'missing' | 'refused' | 'pending' | 'approved' | 'expiring'

/** The worst of what is needed: a refusal before a gap, a gap before what waits. */
export function papersState(standings: readonly Standing[]): PapersState {
  const has = (...wanted: Standing[]) => standings.some((standing) => wanted.includes(standing))
  if (has('refused')) return 'refused'
  if (has('missing', 'expired')) return 'missing'
  if (has('pending')) return 'pending'
  return has('expiring') ? 'expiring' : 'approved'
}

/** The standings of what a van needs, in the order of the list. */
export const requiredStandings = (papers: readonly Paper[], van: PaperedVan | null, today: LocalDay): Standing[] =>
  requiredPapers(van, today).map((kind) =>
    standingOf(
      papers.filter((paper) => paper.kind === kind),
      today,
    ),
  )

/** Everything needed is handed in, if not yet approved. */
export const isHandedIn = (standings: readonly Standing[]): boolean =>
  standings.every((standing) => standing === 'pending' || standing === 'approved' || standing === 'expiring')
