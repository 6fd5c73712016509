import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { ShortFooter } from './footer-end.tsx'

// Loaded apart from the booking-flow scripts. If it fails to load, the end of the footer is shown and the page still
// works.
const Footer = lazy(() =>
  import('./footer.tsx').then(
    (module) => ({ default: module.Footer }),
    () => new Promise<never>(() => undefined),
  ),
)

/**
 * What ends every page but the steps of a booking. In the page that the server made it stays as it came: were its script awaited there,
 * every answer of the page would wait with it, and without signal for ever.
 */
export function SiteFooter() {
  const isHydrating = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  )
  const [isServed] = useState(isHydrating)
  if (import.meta.env.SSR) return <Footer />
  if (isServed) return <ServedFooter />
  return (
    <Suspense fallback={<ShortFooter />}>
      <Footer />
    </Suspense>
  )
}

/** Links load whole pages, as usual, if this module fails to load. */
const loadLinks = () =>
  import('./served-links.ts').then(
    ({ leadWithin }) => leadWithin,
    () => undefined,
  )

const neverChanges = () => () => undefined
const asServed = { __html: '' }

/** React leaves alone what the server wrote into it; its links lead on within the page all the same. */
function ServedFooter() {
  const footer = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  useEffect(() => {
    let end: (() => void) | undefined
    let isHere = true
    void loadLinks().then((links) => (end = isHere && footer.current ? links?.(footer.current, navigate) : undefined))
    return () => {
      isHere = false
      end?.()
    }
  }, [navigate])
  // The footer contains no personal data, and React treats it as empty.
  // oxlint-disable-next-line react/no-danger
  return <footer ref={footer} className="foot" suppressHydrationWarning dangerouslySetInnerHTML={asServed} />
}
