import { startTransition, useEffect, useState, type ReactNode } from 'react'

interface InTurnProps {
  /** After how many pictures of what comes before it. */
  after: number
  children: ReactNode
}

/** What is further down is drawn once what is further up is on the screen, so that a slow phone answers in between. */
export function InTurn({ after, children }: InTurnProps) {
  const [left, setLeft] = useState(after)
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
  return left === 0 ? children : null
}
