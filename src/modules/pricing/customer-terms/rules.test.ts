import { expect, it } from 'vitest'
import { coverLimits, coverText, waitingText } from './rules.ts'

it.each([
  [30, 1500, 'The first 30 minutes are free, then £15.00 for each half hour that the crew waits for you.'],
  [0, 1500, '£15.00 for each half hour that the crew waits for you.'],
  [15, 0, 'Waiting costs nothing.'],
])('%i minutes free, then %i pence', (freeWaitingMinutes, waitingPencePerHalfHour, text) => {
  expect(waitingText({ freeWaitingMinutes, waitingPencePerHalfHour })).toBe(text)
})

it('says how cover is known', () => {
  const limits = { totalPence: 2_000_000, perItemPence: 250_000 }
  expect(coverLimits({ ...limits, source: 'policy' })).toBe('Cover £20,000, £2,500 an item')
  expect(coverText({ ...limits, source: 'policy' })).toBe(
    'Insured up to £20,000 for the whole move and £2,500 for any one item. We’ve checked the policy.',
  )
  expect(coverText({ ...limits, source: 'minimum' })).toBe(
    'Insured for at least £20,000 for the whole move and £2,500 for any one item, the least we ask of every company.',
  )
})
