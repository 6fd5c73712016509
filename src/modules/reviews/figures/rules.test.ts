import { describe, expect, it } from 'vitest'
import { areShown, reliabilityOf, replyText, shareText } from './rules.ts'

describe('figures', () => {
  it('are shown from five finished jobs on', () => {
    expect([0, 4, 5, 6].map((finished) => areShown({ finished }))).toEqual([false, false, true, true])
    expect(reliabilityOf({ finished: 4, cancelled: 0 })).toBeNull()
    expect(reliabilityOf({ finished: 5, cancelled: 0 })).toBe(1)
    expect(reliabilityOf({ finished: 6, cancelled: 3 })).toBe(0.6667)
  })

  it.each([
    [405, 418, '97%'],
    [414, 418, '99%'],
    [417, 418, '99.8%'],
    [9999, 10_000, '99.9%'],
    [3, 421, '0.7%'],
    [1, 100_000, '0.1%'],
    [0, 5, '0%'],
    [5, 5, '100%'],
    [0, 0, '–'],
    [1, 2, '50%'],
  ])('%d of %d is %s', (part, total, text) => {
    expect(shareText(part, total)).toBe(text)
  })

  it.each([
    [0, 'Under a minute'],
    [18, '18 min'],
    [60, '1 h'],
    [90, '1 h 30 min'],
    [725, '12 h'],
  ])('a reply after %d minutes is %s', (minutes, text) => {
    expect(replyText(minutes)).toBe(text)
  })
})
