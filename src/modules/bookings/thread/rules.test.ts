import { expect, it, describe } from 'vitest'
import {
  HIDDEN,
  redacted,
  LAST_CHARACTERS,
  lastMessageOf,
  type LastMessageRow,
  closedReasonOf,
  type ThreadFacts,
  type WhyClosed,
} from './rules.ts'

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
  expect(closedReasonOf({ status: 'confirmed', hasCompany: true, end, ...facts }, now)).toBe(why)
})

const row: LastMessageRow = {
  side: 'customer',
  authorId: 'priya',
  author: 'Priya',
  text: 'Ring 07700 900123.',
  photosCount: 0,
  isRemoved: false,
  at: '2026-11-20T09:00:00+00:00',
}
const sam = { userId: 'sam', side: 'company', status: 'new_booking' } as const
const priya = { userId: 'priya', side: 'customer', status: 'new_booking' } as const

describe('the last message', () => {
  it('is nothing while nobody has written', () => expect(lastMessageOf(null, priya)).toBeNull())

  it.each([
    ['its author', priya, { author: 'Priya', isOwn: true, text: 'Ring 07700 900123.' }],
    ['the company before it is confirmed', sam, { author: 'Customer', isOwn: false, text: `Ring ${HIDDEN}.` }],
    ['the company afterwards', { ...sam, status: 'confirmed' as const }, { author: 'Priya', text: row.text }],
  ])('is read by %s', (_who, reader, shown) => expect(lastMessageOf(row, reader)).toMatchObject(shown))

  it('has neither words nor photos once the office has removed it', () =>
    expect(lastMessageOf({ ...row, photosCount: 2, isRemoved: true }, priya)).toMatchObject({
      text: '',
      photosCount: 0,
      isRemoved: true,
    }))

  it('is cut after numbers were taken out: a number at the cut leaves no digit', () => {
    const text = `${'x'.repeat(LAST_CHARACTERS - 6)} 07700 900123`
    expect(lastMessageOf({ ...row, text }, sam)?.text).not.toMatch(/\d/)
  })
})

describe('before a booking is confirmed', () => {
  it.each([
    ['Ring me on 07700 900123 please', `Ring me on ${HIDDEN} please`],
    ['07700900123', HIDDEN],
    ['+44 7700 900 123', `+${HIDDEN}`],
    ['(0)7700-900-123', `(${HIDDEN}`],
    ['0.7.7.0.0.9.0.0.1.2.3', HIDDEN],
    ['0 7 7 0 0 9 0 0 1 2 3 ok', `${HIDDEN} ok`],
    ['07700/900/123', HIDDEN],
    ['oh seven seven double oh nine double oh one two three', HIDDEN],
    ['zero double 7 zero zero nine zero zero 1 2 3', HIDDEN],
    ['０７７００９００１２３', HIDDEN],
    ['077 then 00 and 900123', HIDDEN],
    ['priya@example.com', HIDDEN],
    ['write to priya.shah+move@mail.example.co.uk, thanks', `write to ${HIDDEN}, thanks`],
    ['priya at gmail dot com', HIDDEN],
    ['priya (at) gmail [dot] com', HIDDEN],
    ['priya dot shah at gmail dot co dot uk', HIDDEN],
    ['mail _priya_ at gmail dot com', `mail ${HIDDEN}`],
    ['priya   at\n gmail   dot  com', HIDDEN],
    ['priya<at>mail.one.two.example<dot>co<dot>uk', HIDDEN],
    ['see https://wa.me/447700900123', `see ${HIDDEN}`],
    ['www.pennant.example/contact now', `${HIDDEN} now`],
  ])('%j is read as %j', (text, read) => {
    expect(redacted(text)).toBe(read)
  })

  it.each([
    'See you on 28/11/2026 at 09:00, or 10:30 if it rains.',
    'On 2026-11-28 09:00 there are 12 boxes.',
    'It is £453.12 for 6 h 30 min and 68.40 miles.',
    'Flat 12, 48 Hoe Street, London E17 4QH, two flights.',
    'I have one sofa, two beds and three boxes. Oh, and a piano.',
    'Is 16:30 still all right? I finish work at four.',
    'We are at home at nine.',
  ])('%j stays as it is', (text) => {
    expect(redacted(text)).toBe(text)
  })
})
