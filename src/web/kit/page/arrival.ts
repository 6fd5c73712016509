import { useEffect, useRef, type RefObject } from 'react'
import { useLocation } from 'react-router'

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
