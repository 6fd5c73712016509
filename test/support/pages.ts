import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#web/routes.ts'

const pathsOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path, index, children = [] }) => [
    ...(index ? ['/'] : path ? [`/${path}`] : []),
    ...pathsOf(children),
  ])

/** Every address that the routes list and that needs no key (files for search engines aside), so that a new page is looked at without being named anywhere. */
const listedPages = pathsOf(routes).filter((path) => !/[:*]|^\/session\/|\.\w+$/.test(path))

export const listPages = ['/my-bookings/future-bookings', '/my-bookings/past-bookings'] as const

/** One of each kind of page of the content. */
const namedPages = ['/our-services/man-and-van', '/our-locations/brighton', '/blog/which-van-do-i-need'] as const

export const allPages: readonly string[] = [
  ...listedPages,
  ...namedPages,
  '/no-such-page',
  '/verify-email?token=none',
  ...listPages,
]
