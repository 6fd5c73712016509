import type { DocumentKind } from '#modules/billing/documents/rules.ts'
import { addDays, formatDateUk, isRealDay, startOfWeek, type LocalDay } from '#shared/local-time.ts'
import { filterAddress, readFilters, type Filters } from '#web/kit/office/office-pages.ts'
import { FAMILIES } from './families.ts'

/** First and last day. */
export interface Period {
  from: LocalDay
  to: LocalDay
}

const monthOf = (day: LocalDay): Period => {
  const from = `${day.slice(0, 8)}01`
  // 32 days on it is the next month, whichever this is.
  const next = `${addDays(from, 31).slice(0, 8)}01`
  return { from, to: addDays(next, -1) }
}

/** Periods that are over and one press away; the first is what a new document starts with. */
export function quickPeriods(today: LocalDay): { name: string; period: Period }[] {
  const lastMonth = monthOf(addDays(monthOf(today).from, -1))
  const monday = startOfWeek(today)
  return [
    { name: 'Last month', period: lastMonth },
    { name: 'The month before', period: monthOf(addDays(lastMonth.from, -1)) },
    { name: 'Last week', period: { from: addDays(monday, -7), to: addDays(monday, -1) } },
  ]
}

/** For the fields: the whole months of these days, or up to the last one while its month is not over. */
export function daysOf({ startDate, endDate }: { startDate: LocalDay; endDate: LocalDay }, today: LocalDay): Period {
  const { to } = monthOf(endDate)
  return { from: formatDateUk(monthOf(startDate).from), to: formatDateUk(to < today ? to : endDate) }
}

interface Counted {
  status: 'draft' | 'saved'
  startDate: LocalDay
  endDate: LocalDay
  workingUnitId: string | null
  client: { id: string } | null
}

/** Rows that a total may have: of documents of the same subject and overlapping dates only one, saved ones first. */
export function countedOnce<Row extends Counted>(rows: readonly Row[]): Row[] {
  const subjectOf = ({ workingUnitId, client }: Row) => workingUnitId ?? client?.id ?? ''
  const counted: Row[] = []
  for (const row of rows.toSorted((a, b) => Number(b.status === 'saved') - Number(a.status === 'saved'))) {
    const isThere = counted.some(
      (other) =>
        subjectOf(other) === subjectOf(row) && other.startDate <= row.endDate && row.startDate <= other.endDate,
    )
    if (row.status === 'saved' || !isThere) counted.push(row)
  }
  return counted
}

/** Formats a day for a field as DD/MM/YYYY, from ISO or already formatted. */
export const formatDayForField = (text: string): string => (isRealDay(text) ? formatDateUk(text) : text)

// What the lists can be narrowed to, by the names of the wire.

const STATES = [
  { value: 'all', label: 'All' },
  { value: 'draft', label: 'Not saved' },
  { value: 'saved', label: 'Saved' },
]

export function documentFilters(kind: DocumentKind): Filters {
  const { subject } = FAMILIES[kind]
  return {
    start_date: { kind: 'day', label: 'From' },
    end_date: { kind: 'day', label: 'To' },
    ...(subject ? { find: { kind: 'text', label: subject.label, placeholder: subject.all } } : {}),
    status: {
      kind: 'choice',
      label: 'State',
      choices: kind === 'statement' ? [...STATES, { value: 'queried', label: 'Queried by the driver' }] : STATES,
    },
  }
}

/** Filters from the address, formatted for their fields. */
export interface AskedDocuments {
  start_date: string
  end_date: string
  /** What was typed to find a unit or client. */
  find: string
  status: string
}

export function readFigureFilters(kind: DocumentKind, address: string): AskedDocuments {
  const {
    start_date: from = '',
    end_date: to = '',
    find = '',
    status = 'all',
  } = readFilters(documentFilters(kind), address)
  return { start_date: formatDayForField(from), end_date: formatDayForField(to), find, status }
}

/** The address of a list with these filters and this unit or client; empty if it shows everything. */
export function addressOf(kind: DocumentKind, filters: AskedDocuments, subjectId?: string): string {
  const search = new URLSearchParams(filterAddress(documentFilters(kind), { ...filters }))
  const { subject } = FAMILIES[kind]
  if (subject && subjectId) {
    search.set(subject.kind, subjectId)
    search.set('for', filters.find)
  }
  return search.size > 0 ? `?${search}` : ''
}

/** The same filters as the API takes them for a file of all. */
export function filesAddress(kind: DocumentKind, filters: AskedDocuments, subjectId?: string): string {
  const search = new URLSearchParams()
  const { start_date, end_date, status } = filters
  if (start_date) search.set('start_date', start_date)
  if (end_date) search.set('end_date', end_date)
  if (status !== 'all') search.set('status', status)
  const { subject } = FAMILIES[kind]
  if (subject && subjectId) search.set(subject.kind, subjectId)
  return search.size > 0 ? `?${search}` : ''
}
