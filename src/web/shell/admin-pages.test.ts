import { expect, test } from 'vitest'
import { adminPageFor } from './admin-pages.ts'

test.each([
  ['admin', '/admin/verifications', null],
  ['admin', '/admin/statements', null],
  ['admin', '/admin', '/admin/statements'],
  ['admin', '/', '/admin/statements'],
  ['admin', '/settings/general', '/admin/statements'],
  ['admin', '/administration', '/admin/statements'],
  ['admin', '/additional-services', null],
  ['admin', '/clarify', null],
  ['admin', '/route-details', null],
  ['admin', '/change-email', null],
  ['admin', '/delete-account', null],
  ['admin', '/pick-a-driver', '/special-booking'],
  ['admin', '/confirm-booking/', '/special-booking'],
  ['admin', '/special-booking', null],
  ['admin', '/booking/a-link', null],
  ['admin', '/booking/a-link/day', '/admin/statements'],
  ['customer', '/special-booking', '/'],
  [null, '/special-booking/', '/'],
  ['driver', '/admin/verifications', '/'],
  ['customer', '/admin', '/'],
  [null, '/admin/statements', '/'],
  [null, '/', null],
  ['driver', '/calendar', null],
  ['customer', '/administration', null],
] as const)('%s at %s goes to %s', (role, pathname, expected) => expect(adminPageFor(role, pathname)).toBe(expected))
