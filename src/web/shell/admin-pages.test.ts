import { expect, test } from 'vitest'
import type { Role } from '#shared/endpoint.ts'
import { adminPageFor } from './admin-pages.ts'

const visitorOf = (role: Role | null) =>
  role && { userRole: role, ...(role === 'admin' ? { staffRole: 'owner' as const } : {}) }

test.each([
  ['admin', '/admin/verifications', null],
  ['admin', '/admin/statements', null],
  ['admin', '/admin', '/admin/bookings'],
  ['admin', '/', '/admin/bookings'],
  ['admin', '/settings/general', '/admin/bookings'],
  ['admin', '/administration', '/admin/bookings'],
  ['admin', '/additional-services', null],
  ['admin', '/clarify', null],
  ['admin', '/route-details', null],
  ['admin', '/change-email', null],
  ['admin', '/delete-account', null],
  ['admin', '/pick-a-driver', '/special-booking'],
  ['admin', '/confirm-booking/', '/special-booking'],
  ['admin', '/special-booking', null],
  ['admin', '/booking/a-link', null],
  ['admin', '/booking/a-link/day', '/admin/bookings'],
  ['customer', '/special-booking', '/'],
  [null, '/special-booking/', '/'],
  ['driver', '/admin/verifications', '/'],
  ['customer', '/admin', '/'],
  [null, '/admin/statements', '/'],
  [null, '/', null],
  ['driver', '/calendar', null],
  ['customer', '/administration', null],
] as const)('%s at %s goes to %s', (role, pathname, expected) =>
  expect(adminPageFor(visitorOf(role), pathname)).toBe(expected),
)

test.each([
  ['billing', '/admin', '/admin/statements'],
  ['billing', '/additional-services', '/admin/statements'],
  ['editor', '/pick-a-driver', '/admin/content'],
  ['editor', '/admin/statements', null],
  ['support', '/clarify', null],
  ['support', '/confirm-booking', '/special-booking'],
] as const)('an admin whose role is %s, at %s, goes to %s', (staffRole, pathname, expected) =>
  expect(adminPageFor({ userRole: 'admin', staffRole }, pathname)).toBe(expected),
)

test.each([
  ['/admin/bookings', '/admin/account'],
  ['/', '/admin/account'],
  ['/clarify', '/admin/account'],
  ['/admin/account', null],
  ['/reset-password', null],
])('an admin who has yet to set up two-step login, at %s, goes to %s', (pathname, expected) =>
  expect(adminPageFor({ userRole: 'admin', staffRole: 'owner', needsTwoStep: true }, pathname)).toBe(expected),
)
