import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#web/routes.ts'

const pathsOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path, index, children = [] }) => [
    ...(index ? ['/'] : path ? [`/${path}`] : []),
    ...pathsOf(children),
  ])

/** Every address that the routes list and that needs no key, so that a new page is looked at without being named anywhere. */
const listedPages = pathsOf(routes).filter((path) => !/[:*]|^\/session\//.test(path))

export const listPages = ['/my-bookings/future-bookings', '/my-bookings/past-bookings'] as const

export const allPages: readonly string[] = [...listedPages, '/no-such-page', '/verify-email?token=none', ...listPages]
