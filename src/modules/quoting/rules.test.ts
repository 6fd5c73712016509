import { describe, expect, it } from 'vitest'
import { keysOf } from '#shared/mapped.ts'
import { NOBODY_REASONS, OUTCOMES, countNoOfferReasons, type Outcome } from './rules.ts'

const of = (...outcomes: Outcome[]) => outcomes.map((outcome) => OUTCOMES[outcome])

describe('why nobody is free', () => {
  it.each([
    [of(), []],
    [of('not_operating'), []],
    [of('busy'), [{ reason: 'busy', vans: 1 }]],
    [
      of('van', 'busy', 'not_operating', 'busy', 'day_off', 'hours', 'vacation'),
      [
        { reason: 'off', vans: 3 },
        { reason: 'busy', vans: 2 },
        { reason: 'van', vans: 1 },
      ],
    ],
    [
      of('rate', 'van', 'people', 'help', 'van', 'van'),
      [
        { reason: 'van', vans: 3 },
        { reason: 'help', vans: 3 },
      ],
    ],
  ])('%j is %j', (outcomes, reasons) => {
    expect(countNoOfferReasons(outcomes)).toEqual(reasons)
  })

  it('has a reason for every outcome that keeps a van away, and an outcome for every reason', () => {
    const reasons = keysOf(OUTCOMES).flatMap((outcome) => {
      const [found] = countNoOfferReasons(of(outcome))
      return found ? [found.reason] : []
    })
    expect(new Set(reasons)).toEqual(new Set(NOBODY_REASONS))
    const without = keysOf(OUTCOMES).filter((outcome) => countNoOfferReasons(of(outcome)).length === 0)
    expect(without).toEqual(['shown', 'not_operating', 'cheaper_colleague'])
  })
})
