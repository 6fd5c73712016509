import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import routes from '#web/routes.ts'
import { footerMenus, policies, visitorMenu } from './menu.ts'
import { menuFor } from './signed-in/menus.ts'

const asObjects = (entries: readonly RouteConfigEntry[]): RouteObject[] =>
  entries.map(({ id, file, path, index, children }) => ({
    id: id ?? file,
    path,
    index,
    children: children && asObjects(children),
  })) as RouteObject[]

const tree = asObjects(routes)

const roles = ['customer', 'driver', 'hired', 'admin'] as const
const links = [visitorMenu, ...roles.map(menuFor), ...footerMenus.map(({ entries }) => entries), policies].flat()

test.each([...new Set(links.map(({ to }) => to))])('the menus lead to %s, which exists', (to) => {
  const matched = matchRoutes(tree, to)
  expect(matched?.at(-1)?.route.id).toBeDefined()
  expect(matched?.at(-1)?.route.id).not.toBe('site/catch-all')
})
