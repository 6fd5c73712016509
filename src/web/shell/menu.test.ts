import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import routes from '#web/routes.ts'
import { comparePrices, footerMenus, policies, visitorMenu } from './menu.ts'
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
