import { expect, test } from 'vitest'
import { noJobsText } from './no-jobs.tsx'

const unit = { registration: 'LK72 VNF', near: 'E17', takesJobs: true }

test.each([
  ['hot-jobs', {}, 'No hot jobs near E17', /the moment one fits LK72 VNF/],
  ['hot-jobs', { near: null, registration: null }, 'No hot jobs in your area', /the moment one fits your van/],
  ['hot-jobs', { takesJobs: false }, 'No hot jobs near E17', /once LK72 VNF takes bookings/],
  ['new-bookings', {}, 'Nothing waits for your answer', /we’ll tell you of each/],
  [
    'new-bookings',
    { takesJobs: false, registration: null },
    'Nothing waits for your answer',
    /once your van takes them/,
  ],
  ['confirmed-bookings', {}, 'No upcoming jobs', /confirm a booking/],
  ['past-bookings', {}, 'No past jobs', /once it is over/],
] as const)('%s, %j', (tab, change, title, text) => {
  const notice = noJobsText(tab, { ...unit, ...change })
  expect(notice.title).toBe(title)
  expect(notice.text).toMatch(text)
})
