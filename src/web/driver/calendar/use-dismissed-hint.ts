import { useState, useSyncExternalStore } from 'react'
import { warnOnConsole } from '#web/kit/browser-log.ts'

/** Whether something is still to be said in this browser, and a way to say "understood". False until the page has its script. */
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
    // Where nothing can be kept it would be said each time.
    return true
  }
}
