import type { findPeople, getPerson } from '#modules/office/people/contract.ts'
import type { AfterBlock, BlockFlaw, PersonRole, PersonStatus } from '#modules/office/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

export type Person = AnswerOf<typeof getPerson>
export type FoundPerson = AnswerOf<typeof findPeople>['results'][number]

export const ROLE_NAMES: Record<PersonRole, string> = {
  customer: 'Customer',
  driver: 'Owner of a company',
  hired: 'Driver for a company',
  admin: 'Office',
}

export const STATUS_LOOKS: Record<PersonStatus, { name: string; tone: BadgeTone }> = {
  active: { name: 'Active', tone: 'green-soft' },
  blocked: { name: 'Blocked', tone: 'red-solid' },
  pending_delete: { name: 'Closed, can be restored', tone: 'off' },
  deleted: { name: 'Erased', tone: 'off' },
}

export const nameOf = ({ firstName, lastName }: Pick<FoundPerson, 'firstName' | 'lastName'>): string =>
  [firstName, lastName].filter(Boolean).join(' ')

/** What a block would make of one booking, beside it. */
export const IF_BLOCKED: Record<AfterBlock, string> = {
  hot: 'Offered to other drivers',
  ends: 'Ends: the customer doesn’t want another driver',
  goes_on: 'Continues: started or on the way',
  stands: 'Stands',
}

/** "3 jobs go to other drivers at the same price, and their customers are told." What a block does, in sentences. */
export function blockTexts({ role, ahead: upcoming, company }: Pick<Person, 'role' | 'ahead' | 'company'>): string[] {
  const signedOut = 'They are logged out everywhere at once and can’t log in.'
  if (role === 'admin') return [signedOut]
  if (role === 'hired')
    return [
      signedOut,
      `Their jobs stay with ${company?.name ?? 'the company'}, and we’ll tell them the van has no driver.`,
    ]
  if (role === 'customer')
    return [signedOut, ...(upcoming.length > 0 ? [`${movesText(upcoming.length)} Look at each below.`] : [])]
  return [
    signedOut,
    `${company?.name ?? 'Their company'} isn’t offered or shown.`,
    ...lossTexts(upcoming.map(({ ifBlocked }) => ifBlocked)),
  ]
}

const movesText = (count: number): string =>
  count === 1 ? 'Their upcoming booking isn’t affected.' : `Their ${count} upcoming bookings aren’t affected.`

/** What becomes of the jobs of somebody who may take no more. */
export function lossTexts(all: readonly AfterBlock[]): string[] {
  const count = (which: AfterBlock) => all.filter((one) => one === which).length
  const [hot, ends, on] = [count('hot'), count('ends'), count('goes_on')]
  const texts = [
    hot > 0 ? `${jobs(hot, 'goes', 'go')} to other drivers at the same price. We’ll tell the customers.` : '',
    ends > 0 ? `${jobs(ends, 'ends', 'end')}, because the customer didn’t want another driver. We’ll tell them.` : '',
    on > 0 ? `${jobs(on, 'goes', 'go')} on, because the driver has begun or is on the way.` : '',
  ].filter(Boolean)
  return texts.length > 0 ? texts : ['No upcoming jobs.']
}

const jobs = (count: number, one: string, several: string): string =>
  count === 1 ? `1 job ${one}` : `${count} jobs ${several}`

export const FLAW_TEXTS: Record<BlockFlaw, string> = {
  own_account: 'This is your own account. A colleague can block it.',
  not_open: 'This account is closed, so there is nothing to block.',
  blocked: 'This account is blocked.',
}
