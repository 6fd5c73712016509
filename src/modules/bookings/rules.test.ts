import { describe, expect, it } from 'vitest'
import { newId } from '#platform/new-id.ts'
import { noOneTookAt, referenceOf, respondBy } from './rules.ts'

describe('a booking’s reference', () => {
  it('is its own, also among those of one moment', () => {
    const clock = { now: () => new Date('2026-11-20T09:00:00Z') }
    const references = Array.from({ length: 100 }, () => referenceOf(newId(clock)))
    expect(new Set(references).size).toBe(100)
    for (const reference of references) expect(reference).toMatch(/^[0-9A-F]{8}$/)
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
