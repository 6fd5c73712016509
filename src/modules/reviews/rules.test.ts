import { expect, it } from 'vitest'
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
