import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate, useNavigation, useRevalidator } from 'react-router'
import { fieldsOf } from '#shared/records.ts'
import { useSession } from '#web/kit/page/root-data.ts'
import { useDialogs } from '#web/ui/dialog.tsx'
import {
  authDataKey,
  clearSignedIn,
  readAuthData,
  rememberSignedIn,
  sessionEnded,
  hasLoggedOut,
  logOutIsKnown,
} from '#web/kit/session/auth-data.ts'
import { eraseOrders } from '#web/kit/bookings/awaiting-booking.ts'
import { lazyDialog } from '#web/ui/lazy-part.tsx'
import type { AccountProblemReason } from '../login/login-rules.ts'

const SessionExpiredDialog = lazyDialog(async () => (await import('./session-expired-dialog.tsx')).SessionExpiredDialog)

/** Keeps the page, `localStorage.authData` and other tabs consistent about who is signed in; draws nothing. */
export function SessionWatch() {
  useEnd()
  useOtherTabs()
  useProblemFromLogin()
  return null
}

/**
 * Reacts to the end of the session. A log-out clears the browser; otherwise the session has expired (spec §2): this
 * browser has a session that the server lacks, or a call of the page itself was refused (spec §4).
 */
function useEnd() {
  const isSignedIn = useSession() !== null
  const { open } = useDialogs()
  const { pathname } = useLocation()
  const { state } = useNavigation()
  const { revalidate, state: revalidation } = useRevalidator()
  const hasBeenSignedIn = useRef(false)
  const hasReadAgain = useRef(false)
  const wasRefused = useRef(false)

  const readAgain = useEffectEvent(() => {
    // A late one, of somebody whose session is no longer on the page.
    if (!isSignedIn) return
    // They may be just logging out, and the answer to that on its way: what is read again says it.
    wasRefused.current = true
    void revalidate()
  })
  useEffect(() => {
    const onEnd = () => readAgain()
    addEventListener(sessionEnded, onEnd)
    return () => removeEventListener(sessionEnded, onEnd)
  }, [])

  // After each answer of the server, whichever: there is no state to wait for.
  useEffect(() => {
    // A browser without a session has nothing to clear, and cookies are slow to read.
    hasBeenSignedIn.current ||= isSignedIn || readAuthData().isAuthenticated
    if (state !== 'idle' || revalidation !== 'idle' || !hasBeenSignedIn.current || !hasLoggedOut()) return
    // The answer to an earlier request has ended the navigation, so the page has not been reloaded.
    if (isSignedIn) {
      if (!hasReadAgain.current) void revalidate()
      hasReadAgain.current = true
      return
    }
    hasBeenSignedIn.current = false
    hasReadAgain.current = false
    wasRefused.current = false
    logOutIsKnown()
    clearSignedIn()
    eraseOrders()
  })

  // Runs after the log-out effect, so that a log-out does not count as an expired session.
  useEffect(() => {
    const { isAuthenticated, accessToken } = readAuthData()
    const wasSignedIn = isAuthenticated || wasRefused.current
    wasRefused.current = false
    if (isSignedIn && !isAuthenticated) rememberSignedIn(accessToken)
    if (isSignedIn || !wasSignedIn) return
    // Other tabs are told only now; earlier, they would still find the session.
    clearSignedIn()
    open(<SessionExpiredDialog />)
    // oxlint-disable-next-line react/exhaustive-deps -- checked after each answer of the server: on a new page, or when the session changes
  }, [isSignedIn, pathname])
}

function useOtherTabs() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    let wasSignedIn = readAuthData().isAuthenticated
    const readAgain = ({ key }: StorageEvent) => {
      if (key !== authDataKey && key !== null) return
      const { isAuthenticated } = readAuthData()
      if (isAuthenticated !== wasSignedIn) void revalidate()
      wasSignedIn = isAuthenticated
    }
    addEventListener('storage', readAgain)
    return () => removeEventListener('storage', readAgain)
  }, [revalidate])
}

// Loaded when first needed.
const AccountProblemDialog = lazyDialog(
  async () => (await import('../login/account-problem-dialog.tsx')).AccountProblemDialog,
)

export function useAccountProblem(): (reason: AccountProblemReason) => void {
  const { open } = useDialogs()
  return (reason) => open(<AccountProblemDialog reason={reason} />)
}

/** Shows an account problem found by a login on another page. */
function useProblemFromLogin() {
  const showAccountProblem = useAccountProblem()
  const { state } = useLocation()
  const navigate = useNavigate()
  const isWaiting = fieldsOf(state).accountProblem === 'confirm-email'
  useEffect(() => {
    if (!isWaiting) return
    showAccountProblem('confirm-email')
    // Once only, because the browser keeps this state over a reload.
    void navigate('.', { replace: true, state: null })
    // oxlint-disable-next-line react/exhaustive-deps -- runs on arrival only
  }, [isWaiting])
}

/** Suppresses "Session expired" for those who have just ended all their sessions themselves. */
export function useOwnLogOut(hasEnded: boolean): void {
  // A page's effects run before those of the session watch, which comes later in the tree.
  useEffect(() => {
    if (hasEnded) clearSignedIn()
  }, [hasEnded])
}
