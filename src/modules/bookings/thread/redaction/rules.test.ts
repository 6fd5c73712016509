import { describe, expect, it } from 'vitest'
import { HIDDEN, redacted } from './rules.ts'

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
