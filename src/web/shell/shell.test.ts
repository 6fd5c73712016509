import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes, type RouteObject } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { StaffRole, Role } from '#shared/endpoint.ts'
import routes from '#web/routes.ts'
import { byRegion, withParts } from '#web/site/locations/locations-page.tsx'
import type { Location } from '#web/site/page-texts.ts'
import { introOf, foundIn } from '#web/site/pages/faq-page.tsx'
import { adminPageFor } from './admin-pages.ts'
import { comparePrices, footerMenus, menuRoleOf, policies, visitorMenu, waysOnFrom } from './menu.ts'
import { menuFor } from './register-slots.ts'
import { readTheme } from './theme.ts'

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

it.each([...new Set(links.map(({ to }) => to))])('the menus lead to %s, which exists', (to) => {
  const matched = matchRoutes(tree, to)
  expect(matched?.at(-1)?.route.id).toBeDefined()
  expect(matched?.at(-1)?.route.id).not.toBe('site/catch-all')
})

it('a visitor’s menu is the specification’s, in its order, with everything at the end of a submenu', () => {
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
    waysOnFrom(menuRoleOf({ userRole, isHired }), menuFor(menuRoleOf({ userRole, isHired }), staffRole)).map(
      ({ name }) => name,
    )

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

describe('pages of the office', () => {
  const visitorOf = (role: Role | null) =>
    role && { userRole: role, ...(role === 'admin' ? { staffRole: 'owner' as const } : {}) }

  it.each([
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

  it.each([
    ['billing', '/admin', '/admin/statements'],
    ['billing', '/additional-services', '/admin/statements'],
    ['editor', '/pick-a-driver', '/admin/content'],
    ['editor', '/admin/statements', null],
    ['support', '/clarify', null],
    ['support', '/confirm-booking', '/special-booking'],
  ] as const)('an admin whose role is %s, at %s, goes to %s', (staffRole, pathname, expected) =>
    expect(adminPageFor({ userRole: 'admin', staffRole }, pathname)).toBe(expected),
  )

  it.each([
    ['/admin/bookings', '/admin/account'],
    ['/', '/admin/account'],
    ['/clarify', '/admin/account'],
    ['/admin/account', null],
    ['/reset-password', null],
  ])('an admin who has yet to set up two-step login, at %s, goes to %s', (pathname, expected) =>
    expect(adminPageFor({ userRole: 'admin', staffRole: 'owner', needsTwoStep: true }, pathname)).toBe(expected),
  )
})

describe('theme', () => {
  it.each([
    [null, 'auto'],
    ['', 'auto'],
    ['theme=dark', 'dark'],
    ['authData=x:y; theme=light', 'light'],
    ['theme=auto', 'auto'],
    ['theme=sepia', 'auto'],
    ['mytheme=dark', 'auto'],
  ])('cookies %s mean %s', (cookies, theme) => expect(readTheme(cookies)).toBe(theme))
})

describe('the page of locations', () => {
  const town = (name: string, region: string): Location => ({
    id: name,
    name,
    slug: name.toLowerCase(),
    imageUrl: null,
    description: '',
    region,
    companies: null,
    fromPencePerHour: null,
  })

  it('towns are listed by region, London first; none is lost, and no region is empty', () => {
    const regions = byRegion([town('Glasgow', 'Scotland'), town('Camden', 'London'), town('Sark', 'The Channel')])
    expect(regions.map(({ name, towns }) => [name, ...towns.map((one) => one.name)])).toEqual([
      ['London', 'Camden'],
      ['Scotland', 'Glasgow'],
      ['Elsewhere', 'Sark'],
    ])
  })

  it('parts of a town are listed after it', () => {
    const london = { ...town('London', 'London'), subcategories: [town('Camden', 'London')] }
    expect(withParts([london, town('Leeds', 'Yorkshire')]).map(({ name }) => name)).toEqual([
      'London',
      'Camden',
      'Leeds',
    ])
  })
})

describe('the page of questions', () => {
  it.each([
    ['<p>One.</p>\n<h2 id="a">Two</h2><p>Three.</p>', '<p>One.</p>\n'],
    ['<h2>Two</h2>', ''],
    ['<p>One.</p><h20>no</h20>', '<p>One.</p><h20>no</h20>'],
    ['', ''],
  ])('of %j it is %j', (body, intro) => {
    expect(introOf(body)).toBe(intro)
  })

  const part = (heading: string, html: string) => ({ id: heading, heading, html })
  const sections = [
    {
      id: 'price',
      heading: 'Price',
      html: '',
      parts: [part('What do stairs cost?', '<p>15 minutes a <em>flight</em>.</p>')],
    },
    {
      id: 'day',
      heading: 'The day',
      html: '',
      parts: [part('Can I pay in cash?', '<p>Where the driver takes it.</p>')],
    },
  ]

  it.each([
    ['', ['price', 'day']],
    ['  ', ['price', 'day']],
    ['STAIRS', ['price']],
    ['minutes flight', ['price']],
    ['cas', ['day']],
    // Names of HTML elements are not searched.
    ['em', []],
    ['piano', []],
  ])('%j finds %j', (sought, found) => {
    expect(foundIn(sections, sought).map(({ id }) => id)).toEqual(found)
  })
})
