import { useEffect, useRef, type RefObject } from 'react'
import { useLocation, type RouterContextProvider } from 'react-router'
import { clockContext } from './context.ts'

/**
 * The ref of something that links and mails lead to. When the address names its place it comes into view and takes the focus, or the
 * field within it does. What takes it itself has `id={place}` and `tabIndex={-1}`.
 */
export function useArrival<Target extends HTMLElement>(place: string, field?: string): RefObject<Target | null> {
  const target = useRef<Target>(null)
  const { hash, key } = useLocation()
  // Each press of the link is another arrival.
  const arrival = hash === `#${place}` ? key : null
  useEffect(() => {
    if (arrival === null) return
    const focused = (field ? target.current?.querySelector<HTMLElement>(field) : null) ?? target.current
    focused?.focus({ preventScroll: true })
    target.current?.scrollIntoView({ block: 'start' })
  }, [arrival, field])
  return target
}

/** For loaders and actions: the server's clock, which a demonstration may have moved. Components use `useClock`. */
export const nowIn = (context: Readonly<RouterContextProvider>): Date => context.get(clockContext).now()

/** At most this long, however busy the page is. */
const LONGEST_WAIT_MS = 1500
/** Where the browser does not say when it has time. */
const USUAL_WAIT_MS = 300

/** Resolves once the page has drawn what it has to, for what may come after that. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LONGEST_WAIT_MS })
    else setTimeout(resolve, USUAL_WAIT_MS)
  })
