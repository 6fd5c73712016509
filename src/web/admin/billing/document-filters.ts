// What the lists can be narrowed to, by the names of the wire.
import type { DocumentKind } from '#modules/billing/documents/rules.ts'
import { filterAddress, readFilters, type Filters } from '#web/kit/office/filters.ts'
import { FAMILIES } from './families.ts'
import { dayTyped } from './periods.ts'

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

/** The filters in an address, as they stand in their fields. */
export interface AskedDocuments {
  start_date: string
  end_date: string
  /** What was typed to find a unit or client. */
  find: string
  status: string
}

export function readAsked(kind: DocumentKind, address: string): AskedDocuments {
  const {
    start_date: from = '',
    end_date: to = '',
    find = '',
    status = 'all',
  } = readFilters(documentFilters(kind), address)
  return { start_date: dayTyped(from), end_date: dayTyped(to), find, status }
}

/** The address of a list with these filters and this unit or client; empty if it shows everything. */
export function addressOf(kind: DocumentKind, asked: AskedDocuments, subjectId?: string): string {
  const search = new URLSearchParams(filterAddress(documentFilters(kind), { ...asked }))
  const { subject } = FAMILIES[kind]
  if (subject && subjectId) {
    search.set(subject.kind, subjectId)
    search.set('for', asked.find)
  }
  return search.size > 0 ? `?${search}` : ''
}

/** The same filters as the API takes them for a file of all. */
export function filesAddress(kind: DocumentKind, asked: AskedDocuments, subjectId?: string): string {
  const search = new URLSearchParams()
  const { start_date, end_date, status } = asked
  if (start_date) search.set('start_date', start_date)
  if (end_date) search.set('end_date', end_date)
  if (status !== 'all') search.set('status', status)
  const { subject } = FAMILIES[kind]
  if (subject && subjectId) search.set(subject.kind, subjectId)
  return search.size > 0 ? `?${search}` : ''
}
