import { useState, useSyncExternalStore } from 'react'
import { warnOnConsole } from '#web/kit/browser-log.ts'

/**
 * Whether a hint is still due in this browser, and a function that dismisses it. False until the page has its script.
 */
export function useOnce(key: string): [isDue: boolean, understood: () => void] {
  const [isUnderstood, setUnderstood] = useState(false)
  const isKept = useSyncExternalStore(
    never,
    () => isKnown(key),
    () => true,
  )
  const understood = () => {
    setUnderstood(true)
    try {
      localStorage.setItem(key, 'known')
    } catch (error) {
      warnOnConsole('Not remembered by this browser:', key, error)
    }
  }
  return [!isKept && !isUnderstood, understood]
}

/** Other windows may go on saying it. */
const never = () => () => undefined

function isKnown(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    // A browser that cannot store the dismissal counts as having dismissed the hint, which would otherwise be shown
    // each time.
    return true
  }
}
