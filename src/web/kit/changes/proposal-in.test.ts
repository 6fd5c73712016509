import { expect, test } from 'vitest'
import { proposalIn } from './proposal-in.ts'

const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ kind: 'time', ...fields })) form.set(name, value)
  return form
}
const startAt = '2027-07-05T08:00:00.000Z'

test.each([
  [{ startAt, time: '10:00' }, '2027-07-05T09:00:00.000Z'],
  [{ startAt, day: '2027-12-06' }, '2027-12-06T09:00:00.000Z'],
  [{ startAt, day: '2027-12-06', time: '10:00' }, '2027-12-06T10:00:00.000Z'],
  [{ startAt }, undefined],
  [{ startAt, day: '2027-02-30' }, undefined],
  [{ time: '10:00' }, undefined],
  [{ startAt: 'soon', time: '10:00' }, undefined],
  [{ startAt, kind: 'item', time: '10:00' }, undefined],
])('%j asks for the start %s: what is left blank stays as it is', (fields, expected) => {
  expect(proposalIn(formOf(fields)).newStartAt).toBe(expected)
})
