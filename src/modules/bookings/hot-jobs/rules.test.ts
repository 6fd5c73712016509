import { describe, expect, it } from 'vitest'
import { previousLocationOf, nextJobAfter, type Around } from './rules.ts'

/** Places on a line, a mile and two minutes apart. */
const drive = (from: number, to: number) => ({ metres: Math.abs(from - to) * 1000, minutes: Math.abs(from - to) * 2 })
const at = (from: string, to: string, startPlace: number, endPlace: number): Around<number> => ({
  start: new Date(from),
  end: new Date(to),
  startPlace,
  endPlace,
})
const job = at('2026-11-28T12:00Z', '2026-11-28T14:00Z', 10, 20)
const morning = at('2026-11-28T07:00Z', '2026-11-28T09:00Z', 1, 2)
const later = at('2026-11-28T09:30Z', '2026-11-28T11:30Z', 3, 7)
const evening = at('2026-11-28T16:00Z', '2026-11-28T18:00Z', 24, 30)
const dayBefore = at('2026-11-27T18:00Z', '2026-11-27T20:00Z', 8, 9)
const dayAfter = at('2026-11-29T09:00Z', '2026-11-29T10:00Z', 21, 22)

describe('previousLocationOf', () => {
  it.each([
    [
      'the last job before it on that day',
      [morning, later, evening],
      0,
      { kind: 'job', place: 7, metres: 3000, minutes: 6 },
    ],
    [
      'the base, if the job before was on another day',
      [dayBefore, evening],
      0,
      { kind: 'base', place: 0, until: null, metres: 10_000, minutes: 20 },
    ],
    ['nowhere known', [], undefined, undefined],
  ] as const)('%s', (_name, others, base, found) => {
    const from = previousLocationOf(job, others, base, drive)
    expect(from && { ...from, ...found }).toEqual(from)
    expect(from === undefined).toBe(found === undefined)
  })
})

describe('nextJobAfter', () => {
  it('says what is to spare before the next job of that day', () => {
    expect(nextJobAfter(job, [morning, evening], drive)).toEqual({
      place: 24,
      startsAt: evening.start,
      spareMinutes: 112,
    })
  })
  it('is nothing if there is none on that day', () => {
    expect(nextJobAfter(job, [morning, dayAfter], drive)).toBeUndefined()
  })
})
