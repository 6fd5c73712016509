import { describe, expect, it } from 'vitest'
import {
  after,
  columnsOf,
  noOneTookAt,
  respondBy,
  stateOf,
  TRANSITIONS,
  type BookingState,
  type Step,
} from './rules.ts'

const steps = Object.keys(TRANSITIONS) as Step[]
const final: BookingState[] = ['completed', 'canceled_by_customer', 'no_one_took', 'not_taken_by_driver', 'rejected']
const all: BookingState[] = ['awaiting_verification', 'new_booking', 'hot', 'confirmed', 'in_progress', ...final]

describe('the life of a booking', () => {
  it('reaches every state from the two it can begin in', () => {
    const reached = new Set<BookingState>(['new_booking', 'awaiting_verification'])
    for (const state of reached) for (const step of steps) reached.add(after(state, step) ?? state)
    expect([...reached].sort()).toEqual([...all].sort())
  })

  it('never leaves an end', () => {
    for (const state of final) for (const step of steps) expect(after(state, step)).toBeUndefined()
  })

  it('can be ended from every state that is not an end', () => {
    const endsFrom = (state: BookingState, seen = new Set<BookingState>()): boolean => {
      if (final.includes(state)) return true
      if (seen.has(state)) return false
      seen.add(state)
      return steps.some((step) => {
        const next = after(state, step)
        return next !== undefined && endsFrom(next, seen)
      })
    }
    expect(all.filter((state) => !endsFrom(state))).toEqual([])
  })

  it('is stored and read back as the same state', () => {
    for (const state of all) expect(stateOf(columnsOf(state))).toBe(state)
  })
})

describe('respondBy', () => {
  const now = new Date('2026-11-20T09:00:00Z')
  it.each([
    ['a week ahead: twelve hours', '2026-11-27T09:00:00Z', '2026-11-20T21:00:00Z'],
    ['fourteen hours ahead: both rules agree', '2026-11-20T23:00:00Z', '2026-11-20T21:00:00Z'],
    ['eight hours ahead: two hours before the start', '2026-11-20T17:00:00Z', '2026-11-20T15:00:00Z'],
    ['two hours ahead: never under twenty minutes', '2026-11-20T11:00:00Z', '2026-11-20T09:20:00Z'],
  ])('%s', (_, start, expected) => {
    expect(respondBy(now, new Date(start))).toEqual(new Date(expected))
  })

  it('leaves time before nobody took it', () => {
    const start = new Date('2026-11-20T11:00:00Z')
    expect(respondBy(now, start).getTime()).toBeLessThan(noOneTookAt(start).getTime())
  })
})
