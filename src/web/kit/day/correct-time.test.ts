import { expect, it, test } from 'vitest'
import { choicesOf, nearestTo, recordText, reportedLaterText, timeFlaw, timeProposalIn } from './correct-time.ts'

test.each([
  ['2026-11-28T09:40:12.000Z', 9 * 60 + 10, '2026-11-28T09:10:00.000Z'],
  ['2026-07-04T08:40:00.000Z', 9 * 60 + 10, '2026-07-04T08:10:00.000Z'],
  ['2026-11-29T00:20:00.000Z', 23 * 60 + 50, '2026-11-28T23:50:00.000Z'],
  ['2026-11-28T23:50:00.000Z', 10, '2026-11-29T00:10:00.000Z'],
])('on record at %s, minute %i of the day is %s', (recorded, minute, instant) => {
  expect(nearestTo(new Date(recorded), minute).toISOString()).toBe(instant)
})

test.each([
  ['09:40', '09:40', false, ''],
  ['09:52', '09:20', true, 'Said later, at 09:52'],
  ['09:40', '09:40', true, 'The phone’s clock was off'],
])('what arrived at %s for %s is “%s”', (at, happenedAt, isShifted, text) => {
  const instant = (time: string) => `2026-11-28T${time}:00.000Z`
  expect(reportedLaterText({ at: instant(at), happenedAt: instant(happenedAt), isShifted })).toBe(text)
})

it('a corrected time has the one on record beside it, and when that was said', () => {
  const at = (time: string) => `2026-11-28T${time}:00.000Z`
  const event = { at: at('09:52'), happenedAt: at('09:20'), isShifted: true }
  expect(recordText({ ...event, correctedTo: at('09:10') })).toEqual([
    'On record 09:20, corrected by both sides',
    'Said later, at 09:52',
  ])
  expect(recordText({ ...event, correctedTo: null, isShifted: false })).toEqual([])
})

it('the latest act is offered first, at the time that counts', () => {
  const event = { happenedAt: '2026-11-28T09:40:00.000Z', correctedTo: null, isConflict: false, stop: null }
  const events = [
    { ...event, seq: 1, kind: 'started' as const, correctedTo: '2026-11-28T09:10:00.000Z' },
    { ...event, seq: 2, kind: 'loaded' as const },
    { ...event, seq: 3, kind: 'at_stop' as const, stop: 1, happenedAt: '2026-11-28T11:47:00.000Z' },
    { ...event, seq: 4, kind: 'finished' as const, isConflict: true },
  ]
  expect(choicesOf(events, ['Leeds', 'Hove']).map(({ seq, label }) => [seq, label])).toEqual([
    [3, 'Arrived in Hove, 11:47'],
    [1, 'Started, 09:10'],
  ])
})

const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

it('a proposed time is read from the form with the day of the act', () => {
  const act = '4 2026-11-28T09:40:00.000Z'
  expect(timeProposalIn(formOf({ act, time: '09:10', why: 'We were carrying.' }))).toEqual({
    seq: 4,
    happenedAt: '2026-11-28T09:10:00.000Z',
    why: 'We were carrying.',
  })
  expect(timeProposalIn(formOf({ act, time: '' }))).toEqual({ seq: 4, happenedAt: '', why: '' })
})

it.each([
  ['', 'Enter the time, such as 09:40.'],
  ['2026-11-28T09:40:30.000Z', 'That is the time on record already.'],
  ['2026-11-28T11:00:00.000Z', 'This time hasn’t come yet. Enter one in the past.'],
  ['2026-11-28T09:10:00.000Z', null],
])('a phone without signal finds what is wrong with a time: %s', (happenedAt, flaw) => {
  expect(timeFlaw({ happenedAt }, '2026-11-28T09:40:00.000Z', new Date('2026-11-28T10:00:00Z'))).toBe(flaw)
})
