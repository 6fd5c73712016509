import type { PageHandle } from '#web/kit/page/page-handle.ts'

/** A page as its routes describe it. */
export interface Page {
  handle: PageHandle
  /** The one address under which it is kept and found, however it was written. */
  path: string
  /** A route without a screen: it answers scripts and forms. */
  isData: boolean
}

/** What all addresses share that lead nowhere; the routes' own catch-all matches it. */
export const nowhere = '/*'

/** An address with its slashes in order and its dots resolved, as a browser would write it; always one slash and then something else. */
export function tidied(path: string): string {
  const single = path.replace(/[/\\]+/g, '/')
  const { pathname } = new URL(single, 'http://own.invalid')
  return pathname.replace(/\/{2,}/g, '/')
}

/** The path as the routes spell it; what stands for a value (`:hash`) stays as it was asked for. */
export function spelledAs(pattern: string, path: string): string {
  const asked = path.split('/').filter(Boolean)
  const parts = pattern.split('/').filter(Boolean)
  // None of our routes has an optional part in the middle.
  return `/${asked.map((text, at) => (parts[at]?.startsWith(':') === false ? parts[at] : text)).join('/')}`
}

/** Under what a public page is kept: its path, and of the query what it is drawn by. There are as many as its route allows values. */
export function keyOf({ path, handle: { drawnBy } }: Page, query: string): string {
  if (!query || !drawnBy) return path
  const asked = new URLSearchParams(query)
  const drawn = new URLSearchParams()
  for (const [name, values] of Object.entries(drawnBy)) {
    const value = asked.get(name)
    if (value !== null && values.includes(value)) drawn.set(name, value)
  }
  return drawn.size > 0 ? `${path}?${drawn.toString()}` : path
}
