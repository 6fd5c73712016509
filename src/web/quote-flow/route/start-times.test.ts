import { describe, expect, it } from 'vitest'
import { bookableDays, startTimesOf } from './start-times.ts'

const at = (text: string) => new Date(text)

describe('startTimesOf', () => {
  it('starts two hours ahead, on the half hour', () => {
    const times = startTimesOf('2026-11-20', at('2026-11-20T10:10:00Z'))
    expect(times[0]).toBe('12:30')
    expect(times.at(-1)).toBe('23:30')
    expect(startTimesOf('2026-11-20', at('2026-11-20T10:00:00Z'))[0]).toBe('12:00')
  })

  it('has all 48 on a later day and while no day is chosen', () => {
    expect(startTimesOf('2026-11-21', at('2026-11-20T10:00:00Z'))).toHaveLength(48)
    expect(startTimesOf(null, at('2026-11-20T10:00:00Z'))).toHaveLength(48)
  })

  it('leaves out the hour that the clocks skip in spring, and keeps the one that autumn repeats', () => {
    const spring = startTimesOf('2027-03-28', at('2026-11-20T10:00:00Z'))
    expect(spring).toHaveLength(46)
    expect(spring.slice(0, 4)).toEqual(['00:00', '00:30', '02:00', '02:30'])
    expect(startTimesOf('2026-10-25', at('2026-09-20T10:00:00Z'))).toHaveLength(48)
  })

  it('has none on a day gone by', () => {
    expect(startTimesOf('2026-11-19', at('2026-11-20T10:00:00Z'))).toEqual([])
  })
})

describe('bookableDays', () => {
  it('is today to 180 days on', () => {
    expect(bookableDays(at('2026-11-20T10:00:00Z'))).toEqual({ first: '2026-11-20', last: '2027-05-19' })
  })

  it('begins tomorrow when today has no half hour left', () => {
    expect(bookableDays(at('2026-11-20T21:40:00Z')).first).toBe('2026-11-21')
    expect(bookableDays(at('2026-11-20T23:00:00Z')).first).toBe('2026-11-21')
  })
})
