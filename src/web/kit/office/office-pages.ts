import type { CameFrom } from '#shared/came-from.ts'
import type { StaffRole } from '#shared/endpoint.ts'
import { formatDateUk, formatTime, localDayOf, toLocal } from '#shared/local-time.ts'
import { formatPence, type Pence } from '#shared/money.ts'
import { mapped } from '#shared/records.ts'

export interface OfficePage {
  name: string
  /** The pages below it are open to the same people, unless they have an entry of their own. */
  to: string
  staff: readonly StaffRole[]
}

export const OFFICE_ACCOUNT = '/admin/account'

const allRoles = ['owner', 'billing', 'support', 'editor'] as const
const money = ['owner', 'billing'] as const
const help = ['owner', 'support'] as const
const jobs = ['owner', 'billing', 'support'] as const

/** Every page of the office and whose it is, in the order of the menu at its side (ADR 0068). */
export const OFFICE_PAGES: readonly OfficePage[] = [
  { name: 'Today', to: '/admin/bookings', staff: jobs },
  { name: 'Bookings', to: '/admin/bookings/find', staff: jobs },
  { name: 'New booking by phone', to: '/special-booking', staff: help },
  { name: 'To be rung', to: '/admin/office-plans', staff: help },
  { name: 'Statements', to: '/admin/statements', staff: money },
  { name: 'Invoices', to: '/admin/invoices', staff: money },
  { name: 'Sales credit invoices', to: '/admin/sales-credit-invoices', staff: money },
  { name: 'Sellers’ report', to: '/admin/platform-report', staff: money },
  { name: 'Companies', to: '/admin/companies', staff: jobs },
  { name: 'People', to: '/admin/people', staff: help },
  { name: 'Verifications', to: '/admin/verifications', staff: help },
  { name: 'Stopped and appeals', to: '/admin/stopped', staff: help },
  { name: 'Moving days', to: '/admin/day-questions', staff: help },
  { name: 'Reported messages', to: '/admin/reported-messages', staff: help },
  { name: 'Undelivered', to: '/admin/undelivered', staff: help },
  { name: 'Reviews', to: '/admin/reviews', staff: help },
  { name: 'Claims', to: '/admin/claims', staff: help },
  { name: 'Content', to: '/admin/content', staff: ['owner', 'editor'] },
  { name: 'Settings', to: '/admin/settings', staff: money },
  { name: 'Office people', to: '/admin/staff', staff: ['owner'] },
  { name: 'Audit log', to: '/admin/audit', staff: ['owner'] },
  { name: 'Figures', to: '/admin/figures', staff: money },
  { name: 'Login and security', to: OFFICE_ACCOUNT, staff: allRoles },
]

/** The longest matching path decides. */
export const officePageOf = (path: string): OfficePage | undefined =>
  OFFICE_PAGES.filter(({ to }) => path === to || path.startsWith(`${to}/`)).toSorted(
    (a, b) => b.to.length - a.to.length,
  )[0]

/** A page that is given to no role can be opened by no role. */
export const mayOpen = (role: StaffRole | undefined, path: string): boolean =>
  role !== undefined && officePageOf(path)?.staff.includes(role) === true

export const officeMenuOf = (role: StaffRole | undefined): readonly OfficePage[] =>
  OFFICE_PAGES.filter(({ to }) => mayOpen(role, to))

/** Where a log-in leads and where an address that is none of the office’s is sent: Today, if it is one's own (decisions §12). */
export const officeStartOf = (role: StaffRole | undefined): string => {
  if (role === 'billing') return '/admin/statements'
  return officeMenuOf(role)[0]?.to ?? OFFICE_ACCOUNT
}

/** "for owner and billing": who opens a page that one may not. */
export const staffText = (roles: readonly StaffRole[]): string =>
  new Intl.ListFormat('en-GB').format(roles.map((role) => STAFF_NAMES[role].toLowerCase()))

export const STAFF_NAMES: Record<StaffRole, string> = {
  owner: 'Owner',
  billing: 'Billing',
  support: 'Support',
  editor: 'Editor',
}

// The filters of an office list stand in its address, so that a list can be sent to a colleague and "back" leads to it.

interface TextFilter {
  kind: 'text'
  label: string
  placeholder?: string
}

/** A day, as somebody types it: DD/MM/YYYY. */
interface DayFilter {
  kind: 'day'
  label: string
}

interface ChoiceFilter {
  kind: 'choice'
  label: string
  /** The first is the default. */
  choices: readonly { value: string; label: string }[]
}

type Filter = TextFilter | DayFilter | ChoiceFilter

/** By the name in the address, in display order. */
export type Filters = Readonly<Record<string, Filter>>
export type FilterValues<F extends Filters> = Record<keyof F & string, string>

/** Which part of a list is shown; the first is the default. */
export type ShowFilter<Shown extends string> = Readonly<{
  show: {
    kind: 'choice'
    label: string
    choices: readonly [{ value: Shown; label: string }, ...{ value: Shown; label: string }[]]
  }
}>

export const showFilter = <Shown extends string>(
  ...choices: ShowFilter<Shown>['show']['choices']
): ShowFilter<Shown> => ({ show: { kind: 'choice', label: 'Show', choices } })

export const shownIn = <Shown extends string>(
  { show: { choices } }: ShowFilter<Shown>,
  values: { show: string },
): Shown => (choices.find(({ value }) => value === values.show) ?? choices[0]).value

const MAX_TEXT = 200

const defaultOf = (filter: Filter): string => (filter.kind === 'choice' ? (filter.choices[0]?.value ?? '') : '')

/** The filters in an address; an unknown choice is ignored. */
export function readFilters<F extends Filters>(filters: F, address: string): FilterValues<F> {
  const params = new URL(address).searchParams
  return mapped<keyof F & string, Filter, string>(filters, (filter, name) => {
    const requested = params.get(name)?.trim().slice(0, MAX_TEXT) ?? ''
    const isKnown = filter.kind !== 'choice' || filter.choices.some(({ value }) => value === requested)
    return isKnown ? requested : defaultOf(filter)
  })
}

/** The address for these filters, leaving out defaults: `''` or `?state=blocked&page=2`. */
export function filterAddress<F extends Filters>(filters: F, values: FilterValues<F>, page = 1): string {
  const params = new URLSearchParams()
  for (const [name, filter] of Object.entries(filters)) {
    const value = values[name] ?? ''
    if (value !== defaultOf(filter)) params.set(name, value)
  }
  if (page > 1) params.set('page', String(page))
  return params.size > 0 ? `?${params}` : ''
}

/** "agent.example, newsletter, spring". */
export const cameFromText = ({ host, source, medium, campaign }: CameFrom): string =>
  [...new Set([host, source, medium, campaign])].filter((word) => word !== null).join(', ')

/** "14/03/2026 08:30", as office screens write a time (decisions §11). */
export function officeMoment(at: string): string {
  const { day, minute } = toLocal(new Date(at))
  return `${formatDateUk(day)} ${formatTime(minute)}`
}

/** "14/03/2026 08:30 to 15:30"; with the second day if it is another. */
export function officePeriod(from: string, to: string): string {
  const [start, end] = [new Date(from), new Date(to)]
  const isOneDay = localDayOf(start) === localDayOf(end)
  return `${officeMoment(from)} to ${isOneDay ? formatTime(toLocal(end).minute) : officeMoment(to)}`
}

/** ", at most £125.00", after a price whose hours are not confirmed yet. */
export const atMost = ({ ceilingPence }: { ceilingPence: Pence | null }): string =>
  ceilingPence === null ? '' : `, at most ${formatPence(ceilingPence)}`
