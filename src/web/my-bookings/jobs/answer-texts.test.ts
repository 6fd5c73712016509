import { expect, test } from 'vitest'
import { doneText, meansUnavailable, isIntent, refusedText } from './answer-texts.ts'
import type { Job } from './job-texts.ts'

const job = {
  status: 'confirmed',
  startAt: '2026-11-28T09:00:00.000Z',
  routePoints: [{ place: 'Hackney' }, { place: 'Tottenham' }],
  customer: { firstName: 'Priya', phone: null },
} as unknown as Job
const which = 'Hackney to Tottenham, Sat 28 November, 09:00.'

test.each([
  ['confirm', {}, 'Confirmed', `${which} Priya has been told.`],
  ['take', {}, 'It’s yours', `${which} Priya has been told.`],
  ['reconfirm', {}, 'Job reconfirmed', `${which} Thank you.`],
  ['reject', {}, 'We’ve asked the customer', `${which} Until they say that they cancelled, the job is still yours.`],
  ['reject', { status: 'rejected', customer: null }, 'Handed back', `${which} Your calendar is free again then.`],
  [
    'reject',
    { status: 'canceled_by_customer', customer: null },
    'Cancelled',
    `${which} We have told the customer what you said.`,
  ],
] as const)('%s of %j', (intent, change, title, text) => {
  expect(doneText(intent, { ...job, ...change })).toEqual({ title, text })
})

test.each([
  ['already_taken', 'Someone else has just taken it', true],
  ['slot_taken', 'You have another job then', true],
  ['conflict', 'That job has changed', true],
  ['not_found', 'That job has changed', true],
  ['forbidden', 'Only the owner can answer', true],
  ['not_fit', 'Not taken', false],
  ['no_answer', 'Not taken', false],
  ['constructor', 'Not taken', false],
])('refused with %s', (code, title, unavailable) => {
  expect(refusedText('take', { code, detail: 'Why.' }).title).toBe(title)
  expect(meansUnavailable(code)).toBe(unavailable)
})

test('a refusal that says why itself is said as it is', () => {
  expect(refusedText('confirm', { code: 'not_covered', detail: 'A document expires.' })).toEqual({
    title: 'Not confirmed',
    text: 'A document expires.',
  })
})

test('an intent is one of ours', () => expect(['take', 'toString', ''].map(isIntent)).toEqual([true, false, false]))
