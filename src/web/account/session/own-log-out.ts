import { useEffect } from 'react'
import { clearSignedIn } from '#web/kit/session/auth-data.ts'

/** Suppresses "Session expired" for those who have just ended all their sessions themselves. */
export function useOwnLogOut(hasEnded: boolean): void {
  // A page's effects run before those of the session watch, which comes later in the tree.
  useEffect(() => {
    if (hasEnded) clearSignedIn()
  }, [hasEnded])
}
