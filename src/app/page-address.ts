import type { PageHandle } from '#web/kit/page/root-data.ts'

/** A page as its routes describe it. */
export interface Page {
  handle: PageHandle
  /** The one address under which it is cached, however the request spelled it. */
  path: string
  /** A route without a screen: it answers scripts and forms. */
  isData: boolean
}

/** Stands for all unknown addresses; the routes' own catch-all matches it. */
export const unknownPath = '/*'

/** An address with repeated slashes and dots resolved, as a browser would write it; always begins with exactly one slash. */
export function tidied(path: string): string {
  const single = path.replace(/[/\\]+/g, '/')
  const { pathname } = new URL(single, 'http://own.invalid')
  return pathname.replace(/\/{2,}/g, '/')
}

/** The path as spelled by the routes; values (`:hash`) stay as requested. */
export function spelledAs(pattern: string, path: string): string {
  const segments = path.split('/').filter(Boolean)
  const parts = pattern.split('/').filter(Boolean)
  // Parts align by index, because no route has an optional segment in the middle.
  return `/${segments.map((text, at) => (parts[at]?.startsWith(':') === false ? parts[at] : text)).join('/')}`
}

/**
 * The cache key of a public page: its path, and the query parameters that affect it. There are only as many as the values its route
 * allows; pages whose values are only known by their look have a cache of their own.
 */
export function keyOf({ path, handle: { drawnBy } }: Page, query: string): string {
  if (!query || !drawnBy) return path
  const params = new URLSearchParams(query)
  const drawn = new URLSearchParams()
  for (const [name, values] of Object.entries(drawnBy)) {
    const value = params.get(name)
    if (value !== null && (values instanceof RegExp ? values.test(value) : values.includes(value)))
      drawn.set(name, value)
  }
  return drawn.size > 0 ? `${path}?${drawn.toString()}` : path
}

/** Whether the key holds a value of which only the look is known. */
export const isVaried = ({ path, handle: { drawnBy = {} } }: Page, key: string): boolean =>
  key !== path && Object.values(drawnBy).some((values) => values instanceof RegExp)
