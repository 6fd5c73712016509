import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes, type RouteObject } from 'react-router'
import { describe, expect, it, test } from 'vitest'
import type { StaffRole } from '#shared/endpoint.ts'
import routes from '#web/routes.ts'
import { comparePrices, footerMenus, menuRoleOf, policies, visitorMenu, waysOnFrom } from './menu.ts'
import { menuFor } from './register-slots.ts'

const asObjects = (entries: readonly RouteConfigEntry[]): RouteObject[] =>
  entries.map(({ id, file, path, index, children }) => ({
    id: id ?? file,
    path,
    index,
    children: children && asObjects(children),
  })) as RouteObject[]

const tree = asObjects(routes)

const roles = ['customer', 'driver', 'hired', 'admin'] as const
const one = [{ name: 'Somewhere', slug: 'somewhere' }]
const visitors = visitorMenu({ services: one, locations: one })
const links = [
  visitors,
  ...visitors.map(({ below }) => below ?? []),
  [comparePrices],
  ...roles.map((role) => menuFor(role, 'owner')),
  ...footerMenus.map(({ entries }) => entries),
  policies,
].flat()

test.each([...new Set(links.map(({ to }) => to))])('the menus lead to %s, which exists', (to) => {
  const matched = matchRoutes(tree, to)
  expect(matched?.at(-1)?.route.id).toBeDefined()
  expect(matched?.at(-1)?.route.id).not.toBe('site/catch-all')
})

test('a visitor’s menu is the specification’s, in its order, with everything at the end of a submenu', () => {
  expect(visitors.map(({ name }) => name)).toEqual([
    'Home',
    'Our Services',
    'About us',
    'Work with us',
    'Blog',
    'FAQ',
    'Locations',
  ])
  expect(visitors.at(-1)?.below?.map(({ name }) => name)).toEqual(['Somewhere', 'All locations'])
})

describe('an address that leads nowhere', () => {
  const names = (userRole: 'customer' | 'driver' | 'admin', staffRole?: StaffRole, isHired = false) =>
    waysOnFrom({ userRole, staffRole }, menuFor(menuRoleOf({ userRole, isHired }), staffRole)).map(({ name }) => name)

  it('leads visitors and customers to prices', () => {
    expect(waysOnFrom(null, [])).toEqual([{ name: 'Compare prices', to: '/' }])
    expect(names('customer')).toEqual(['Compare prices', 'My Bookings'])
  })

  it('leads the office to the start of each role, the board and the search', () => {
    expect(names('admin', 'owner')).toEqual(['Today', 'Bookings', 'New booking by phone'])
    expect(names('admin', 'support')).toEqual(['Today', 'Bookings', 'New booking by phone'])
    expect(names('admin', 'billing')).toEqual(['Statements', 'Today', 'Bookings'])
    expect(names('admin', 'editor')).toEqual(['Content', 'Login and security'])
  })

  it('leads drivers to their jobs and their day', () => {
    expect(names('driver')).toEqual(['My Bookings', 'My Day', 'My Calendar'])
    expect(names('driver', undefined, true)).toEqual(['My Bookings', 'My Day', 'My Calendar'])
  })
})
