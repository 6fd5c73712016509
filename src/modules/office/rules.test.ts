import { expect, it } from 'vitest'
import { UNIT_STATUSES, type UnitStatus } from '#modules/fleet/units/rules.ts'
import { stateOfCompany } from './rules.ts'

it.each<[UnitStatus[], UnitStatus | null]>([
  [[], null],
  [['operating', 'insurance_expires_soon'], 'insurance_expires_soon'],
  [['blocked', 'operating'], 'operating'],
  [['not_ready_for_a_job', 'blocked'], 'blocked'],
  [['deactivated_by_you', 'pending_verification'], 'pending_verification'],
])('units that are %j make a company that is %s', (statuses, state) => {
  expect(stateOfCompany(statuses)).toBe(state)
})

it('knows what every status makes of a company', () => {
  for (const status of UNIT_STATUSES) expect(stateOfCompany([status])).toBe(status)
})
