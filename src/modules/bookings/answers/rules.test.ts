import { describe, expect, it } from 'vitest'
import { givingBack, owedAt } from './rules.ts'

const job = {
  status: 'confirmed',
  allowHotJob: true,
  start: new Date('2026-11-28T09:00:00Z'),
  minimumTimePence: 10_000,
} as const

describe('giving a job back', () => {
  it.each([
    ['2026-11-27T08:59:59Z', 0],
    ['2026-11-27T09:00:00Z', 10_000],
    ['2026-11-28T08:00:00Z', 10_000],
  ])('that was confirmed, at %s, costs %i', (at, owed) => {
    expect(owedAt(givingBack(job), new Date(at))).toBe(owed)
  })

  it('that nobody has confirmed costs nothing, however late', () => {
    const back = givingBack({ ...job, status: 'new_booking' })
    expect(back).toEqual({ othersAreAsked: true, owesFrom: null, owedPence: 0 })
    expect(owedAt(back, job.start)).toBe(0)
  })

  it('asks others only if the customer wants that', () => {
    expect(givingBack({ ...job, allowHotJob: false }).othersAreAsked).toBe(false)
  })
})
