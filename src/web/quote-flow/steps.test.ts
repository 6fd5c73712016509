import { expect, test } from 'vitest'
import { isOnlyAStep } from './steps.ts'

const url = (path: string) => new URL(path, 'https://vanfare.test')

test.each([
  ['the next step', '/route-details', '/pick-a-driver', undefined, true],
  ['another order of the prices', '/pick-a-driver', '/pick-a-driver?ordering=price', undefined, true],
  ['the first step from home', '/', '/additional-services?from=E17+4QH', 'GET', true],
  ['the page asks again after a login', '/confirm-booking', '/confirm-booking', undefined, false],
  ['a log-out that comes back here', '/route-details', '/clarify', 'POST', false],
  ['a page of somebody’s own', '/confirm-booking', '/my-bookings/future-bookings', undefined, false],
  ['a page below a step', '/clarify', '/clarify/more', undefined, false],
])('%s', (_what, from, to, formMethod, isStep) => {
  expect(isOnlyAStep({ currentUrl: url(from), nextUrl: url(to), formMethod })).toBe(isStep)
})
