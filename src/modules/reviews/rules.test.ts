import { describe, expect, it } from 'vitest'
import { areShown, reliabilityOf, replyText, shareText } from './figures/rules.ts'
import { reasonToLook, type ReviewedDay } from './rules.ts'

const day: ReviewedDay = {
  workedMinutes: 180,
  agreedMinutes: 180,
  beganBeforeItsDay: false,
  sharesPhone: false,
  sharesDevice: false,
  sharesNetwork: false,
}

it.each<[string, Partial<ReviewedDay>, RegExp | undefined]>([
  ['as agreed', {}, undefined],
  ['a third of it', { workedMinutes: 60 }, undefined],
  ['less than a third of it', { workedMinutes: 59 }, /third/],
  ['none of it', { workedMinutes: 0 }, /third/],
  ['a day whose clock nobody ran', { workedMinutes: null }, undefined],
  ['before its day', { beganBeforeItsDay: true }, /before its day/],
  ['one phone for both', { sharesPhone: true }, /share a phone number\./],
  [
    'one browser and one network for both',
    { sharesDevice: true, sharesNetwork: true },
    /share a device and a network\./,
  ],
])('a job that took %s: the office looks first? %j', (_, change, reason) => {
  const found = reasonToLook({ ...day, ...change })
  expect(reason ? reason.test(found ?? '') : found === undefined).toBe(true)
})

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
