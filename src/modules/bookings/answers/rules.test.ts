import { describe, expect, it } from 'vitest'
import { FIRST_POLICY } from '#modules/pricing/terms/rules.ts'
import { cancellationFeeNow, returnConsequences, compensationAt } from './rules.ts'

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
    expect(compensationAt(returnConsequences(job), new Date(at))).toBe(owed)
  })

  it('that nobody has confirmed costs nothing, however late', () => {
    const back = returnConsequences({ ...job, status: 'new_booking' })
    expect(back).toEqual({ othersAreAsked: true, owesFrom: null, owedPence: 0 })
    expect(compensationAt(back, job.start)).toBe(0)
  })

  it('follows the policy that the booking was made under', () => {
    const own = { ...job, cancellation: { freeUntilHours: 72, partUntilHours: 36, partPercent: 25 } }
    const at = (text: string) => new Date(text)
    expect(compensationAt(returnConsequences(own), at('2026-11-26T20:59:59Z'))).toBe(0)
    expect(compensationAt(returnConsequences(own), at('2026-11-26T21:00:00Z'))).toBe(10_000)
    expect(cancellationFeeNow(own, at('2026-11-25T08:59:59Z'))).toBe(0)
    expect(cancellationFeeNow(own, at('2026-11-25T09:00:00Z'))).toBe(2500)
    expect(cancellationFeeNow(own, at('2026-11-26T21:00:00Z'))).toBe(10_000)
  })

  it('asks others only if the customer wants that', () => {
    expect(returnConsequences({ ...job, allowHotJob: false }).othersAreAsked).toBe(false)
  })
})
