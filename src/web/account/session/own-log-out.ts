import { useEffect } from 'react'
import { forgetSignedIn } from '#web/kit/session/auth-data.ts'

/** Whoever ended every session by their own deed has not been thrown out: no "Session expired" for them. */
export function useOwnLogOut(hasEnded: boolean): void {
  // A page's effects run before those of the session watch, which stands after it.
  useEffect(() => {
    if (hasEnded) forgetSignedIn()
  }, [hasEnded])
}
