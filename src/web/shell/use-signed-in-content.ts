import { useEffect, useReducer } from 'react'
import { signedInContent, type SignedInContent } from './signed-in-content.ts'

/**
 * The server has this at once; a browser loads it before the page becomes alive if somebody is signed in (entry.client.tsx), so that
 * what is shown does not change and no press is lost, and visitors load nothing. Whoever logs in on the page loads it then.
 */
export function useSignedInContent(isSignedIn: boolean): SignedInContent | null {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (isSignedIn && !signedInContent()) void import('./signed-in/register-slots.ts').then(redraw, () => undefined)
  }, [isSignedIn])
  return isSignedIn ? signedInContent() : null
}
