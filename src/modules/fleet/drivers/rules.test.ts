import { expect, it } from 'vitest'
import { companyInMail, driverState } from './rules.ts'

const now = new Date('2026-11-20T09:00:00Z')

it.each([
  [false, '2026-11-20T09:00:01Z', 'invited'],
  [false, '2026-11-20T09:00:00Z', 'expired'],
  [true, '2026-11-20T09:00:01Z', 'active'],
  [true, '2026-11-01T09:00:00Z', 'active'],
])('joined %j, expires at %s: %s', (hasJoined, expiresAt, state) => {
  expect(driverState({ hasJoined, expiresAt: new Date(expiresAt) }, now)).toBe(state)
})

const hidden = 'A company on Vanfare'

it.each([
  ['Pennant & Daughters', 'Pennant & Daughters'],
  ['Zoë’s Vans (2024) Ltd.', 'Zoë’s Vans (2024) Ltd.'],
  ['You have won! evil.example', hidden],
  ['evil.example', hidden],
  ['WWW evil', hidden],
  ['https evil', hidden],
  ['<b>Vans</b>', hidden],
  ['', hidden],
  ['x'.repeat(81), hidden],
])('%j is written as %j to a stranger', (name, written) => expect(companyInMail(name)).toBe(written))
