import { expect, it } from 'vitest'
import { STATUSES } from '../rules.ts'
import { isCompanys, isOpen, whyClosed, type ThreadFacts, type WhyClosed } from './rules.ts'

const end = new Date('2026-11-28T12:00:00Z')
const days = (count: number) => new Date(end.getTime() + count * 86_400_000)

it.each<[Partial<ThreadFacts>, Date, WhyClosed | null]>([
  [{ status: 'new_booking' }, days(-5), null],
  [{ status: 'new_booking', hasCompany: false }, days(-5), 'no_driver'],
  [{ status: 'confirmed' }, days(-1), null],
  [{ status: 'in_progress' }, days(20), null],
  [{ status: 'completed' }, days(14), null],
  [{ status: 'completed' }, days(14.01), 'over'],
  [{ status: 'canceled_by_customer' }, days(-1), null],
  [{ status: 'canceled_by_customer' }, days(15), 'over'],
  [{ status: 'rejected' }, days(-1), 'over'],
  [{ status: 'not_taken_by_driver' }, days(-1), 'over'],
  [{ status: 'no_one_took', hasCompany: false }, days(-1), 'over'],
])('%j at %s: %s', (facts, now, why) => {
  expect(whyClosed({ status: 'confirmed', hasCompany: true, end, ...facts }, now)).toBe(why)
})

it('opens numbers only to whoever comes, and closes to whoever has lost the job', () => {
  expect(STATUSES.filter(isOpen)).toEqual(['confirmed', 'in_progress', 'completed'])
  expect(STATUSES.filter((status) => !isCompanys(status))).toEqual(['not_taken_by_driver', 'rejected'])
})
