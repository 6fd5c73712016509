import { expect, it, test } from 'vitest'
import { nextJobText, keysTitle, keysLinkText, type KeysLinkShown, proposalIn } from './change-texts.ts'

it.each([
  [37, 'still fits, with 37 min to spare.'],
  [0, 'still fits, with no time to spare.'],
  [-25, 'would start 25 min late. If this is agreed, we’ll tell that customer.'],
])('with %i minutes to spare: %s', (spareMinutes, text) =>
  // British Summer Time.
  expect(nextJobText({ startAt: '2027-06-01T15:30:00.000Z', spareMinutes })).toBe(`Your next job at 16:30 ${text}`),
)

const made: KeysLinkShown = {
  id: '018f8256-d5c0-7848-9572-131fb4b8a103',
  forName: 'Harrop & Co',
  madeBy: 'customer',
  url: 'https://vanfare.test/keys/x',
  madeAt: '2026-11-20T09:00:00Z',
  expiresAt: '2026-11-29T00:00:00Z',
  releasedAt: null,
  withdrawnAt: null,
}
const released = { ...made, releasedAt: '2026-07-28T12:42:00Z' }
const withdrawn = { ...made, url: null, withdrawnAt: '2026-11-21T10:30:00Z' }

it.each([
  [[], 'Waiting for keys?'],
  [[withdrawn], 'Waiting for keys?'],
  [[withdrawn, made], 'Keys not released yet'],
  [[made, released], 'Keys released at 13:42'],
])('the card says how things stand', (links, title) => {
  expect(keysTitle(links)).toBe(title)
})

it('a link says who made it and when, and to the end of which day it works', () => {
  expect(keysLinkText(made, 'customer')).toBe(
    'Made by you on Fri 20 November, 09:00. Not tapped yet. It works to the end of Sat 28 November.',
  )
  expect(keysLinkText(made, 'mover')).toMatch(/^Made by the customer on /)
  expect(keysLinkText({ ...made, madeBy: null }, 'mover')).toMatch(/^Made on /)
})

it('a link says when it was tapped, or withdrawn', () => {
  expect(keysLinkText(released, 'customer')).toContain('Confirmed on Tue 28 July, 13:42')
  expect(keysLinkText(withdrawn, 'customer')).toContain('Withdrawn on Sat 21 November, 10:30.')
})

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
