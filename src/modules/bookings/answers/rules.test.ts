import { describe, expect, it } from 'vitest'
import { FIRST_POLICY } from '#modules/pricing/terms/rules.ts'
import { feeToCancel, givingBack, owedAt } from './rules.ts'

const job = {
  status: 'confirmed',
  allowHotJob: true,
  start: new Date('2026-11-28T09:00:00Z'),
  minimumTimePence: 10_000,
  cancellation: FIRST_POLICY,
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

  it('follows the policy that the booking was made under', () => {
    const own = { ...job, cancellation: { freeUntilHours: 72, partUntilHours: 36, partPercent: 25 } }
    const at = (text: string) => new Date(text)
    expect(owedAt(givingBack(own), at('2026-11-26T20:59:59Z'))).toBe(0)
    expect(owedAt(givingBack(own), at('2026-11-26T21:00:00Z'))).toBe(10_000)
    expect(feeToCancel(own, at('2026-11-25T08:59:59Z'))).toBe(0)
    expect(feeToCancel(own, at('2026-11-25T09:00:00Z'))).toBe(2500)
    expect(feeToCancel(own, at('2026-11-26T21:00:00Z'))).toBe(10_000)
  })

  it('asks others only if the customer wants that', () => {
    expect(givingBack({ ...job, allowHotJob: false }).othersAreAsked).toBe(false)
  })
})
