import { startTransition, useEffect, useState, type ReactNode } from 'react'
import { NavigationType, useNavigationType } from 'react-router'

/** Whether this window has gone on from the page that the server made, so that there is something to come back from. */
let hasGoneOn = false

/**
 * How many turns are left, one less with each picture: a slow phone draws what it shows first, and answers in between. None for whoever
 * comes back to a page: they are led to where they were on it, which takes all of it.
 */
export function useTurns(turns: number): number {
  const isPop = useNavigationType() === NavigationType.Pop
  const [left, setLeft] = useState(() => (isPop && hasGoneOn ? 0 : turns))
  useEffect(() => {
    if (!isPop) hasGoneOn = true
  }, [isPop])
  useEffect(() => {
    if (left === 0) return undefined
    let timer: ReturnType<typeof setTimeout>
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setLeft(left - 1)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [left])
  return left
}

/** What is further down, drawn so many turns after what is further up. */
export const InTurn = ({ after, children }: { after: number; children: ReactNode }) =>
  useTurns(after) === 0 ? children : null
