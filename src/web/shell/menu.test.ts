import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import routes from '#web/routes.ts'
import { footerMenus, mainMenuFor, policies } from './menu.ts'

const asObjects = (entries: readonly RouteConfigEntry[]): RouteObject[] =>
  entries.map(({ id, file, path, index, children }) => ({
    id: id ?? file,
    path,
    index,
    children: children && asObjects(children),
  })) as RouteObject[]

const tree = asObjects(routes)

const links = [null, 'customer', 'driver', 'hired', 'admin']
  .flatMap((role) => mainMenuFor(role as Parameters<typeof mainMenuFor>[0]))
  .concat(
    footerMenus.flatMap(({ entries }) => entries),
    policies,
  )
  .flatMap((entry) => [...(entry.submenu ?? [entry])])

test.each([...new Set(links.map(({ to }) => to))])('the menus lead to %s, which exists', (to) => {
  const matched = matchRoutes(tree, to)
  expect(matched?.at(-1)?.route.id).toBeDefined()
  expect(matched?.at(-1)?.route.id).not.toBe('site/catch-all')
})
