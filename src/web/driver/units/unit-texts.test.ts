import { expect, test } from 'vitest'
import type { UnitStatus } from '#modules/fleet/units/rules.ts'
import { progressStagesOf } from './unit-texts.ts'

test.each([
  ['not_ready_for_a_job', 'now ahead ahead ahead'],
  ['pending_verification', 'done now ahead ahead'],
  ['verification_failed', 'done bad ahead ahead'],
  ['verification_completed', 'done done now ahead'],
  ['ready_to_start', 'done done done now'],
  ['operating', 'done done done done'],
  ['insurance_expires_soon', 'done done done done'],
] satisfies [UnitStatus, string][])('%s stands at %s', (status, states) => {
  expect(
    progressStagesOf({ status, statusReason: 'Unreadable.' })
      .map(({ state }) => state)
      .join(' '),
  ).toBe(states)
})

test('a failed check says why', () => {
  expect(progressStagesOf({ status: 'verification_failed', statusReason: 'Send one that names LK72 VNF.' })[1]).toEqual(
    {
      name: 'Check failed',
      detail: 'Send one that names LK72 VNF.',
      state: 'bad',
    },
  )
})

test('what is behind a unit says no condition any more', () => {
  const names = (status: UnitStatus) => progressStagesOf({ status, statusReason: null }).map(({ name }) => name)
  expect(names('pending_verification').slice(2)).toEqual([
    'Ready to start, when all 6 are done',
    'Operating, from your first working hours',
  ])
  expect(names('operating').slice(2)).toEqual(['Ready to start', 'Operating'])
})
