import { describe, expect, it } from 'vitest'
import { answerBy, claimUntil, partText, statusAfterAnswer, totalOf } from './rules.ts'

describe('a claim', () => {
  const at = new Date('2026-03-25T12:00:00Z')

  it('can be made for seven days of 24 hours, and answered for fourteen, whatever the clocks do', () => {
    expect(claimUntil(at)).toEqual(new Date('2026-04-01T12:00:00Z'))
    expect(answerBy(at)).toEqual(new Date('2026-04-08T12:00:00Z'))
  })

  it.each([
    [0, 'with_office'],
    [19_999, 'with_office'],
    [20_000, 'settled'],
  ] as const)('of £200 to which the company answers %d pence is %s', (accepted, status) => {
    expect(statusAfterAnswer(accepted, 20_000)).toBe(status)
  })

  it('is for the sum of its items', () => {
    expect(totalOf([{ askedPence: 1250 }, { askedPence: 5 }])).toBe(1255)
    expect(partText(1200, 1255)).toBe('£12.00 of £12.55')
  })
})
