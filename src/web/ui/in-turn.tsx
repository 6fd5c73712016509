import { startTransition, useEffect, useState, type ReactNode } from 'react'

/** How many turns are left, one less with each picture: a slow phone draws what it shows first, and answers in between. */
export function useTurns(turns: number): number {
  const [left, setLeft] = useState(turns)
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
