import { lazy, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigation, useRevalidator } from 'react-router'
import { fieldsOf } from '#shared/fields-of.ts'
import { useSession } from '#web/kit/page/root-data.ts'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import { authDataKey, forgetSignedIn, readAuthData, rememberSignedIn } from '#web/kit/session/auth-data.ts'
import { forgetOrders } from '#web/kit/bookings/awaiting-booking.ts'
import { sessionEnded } from '#web/kit/session/session-ended.ts'
import { useAccountProblem } from '../login/use-account-problem.tsx'

const SessionExpiredDialog = lazy(() =>
  import('./session-expired-dialog.tsx').then((module) => ({ default: module.SessionExpiredDialog })),
)

/** Keeps the page, `localStorage.authData` and other tabs consistent about who is signed in; draws nothing. */
export function SessionWatch() {
  useExpiry()
  useEndedInPage()
  useOtherTabs()
  useProblemFromLogin()
  return null
}

/**
 * Signed in according to this browser but not the server: the session has expired (spec §2), unless they have just logged out. Other
 * tabs are told of a log-out only once it is complete; earlier, they would still find the session.
 */
function useExpiry() {
  const isSignedIn = useSession() !== null
  const { open } = useDialogs()
  const { pathname } = useLocation()
  const { formAction, state } = useNavigation()
  const { revalidate } = useRevalidator()
  const isLeaving = useRef(false)
  useEffect(() => {
    if (formAction?.startsWith('/session/logout')) isLeaving.current = true
    // An answer that came to the page meanwhile ends the navigation, and nothing has been read again.
    else if (state === 'idle' && isLeaving.current && isSignedIn) void revalidate()
  }, [formAction, state, isSignedIn, revalidate])
  useEffect(() => {
    const { isAuthenticated, accessToken } = readAuthData()
    const hasLeft = isLeaving.current
    isLeaving.current = false
    if (isSignedIn && !isAuthenticated) rememberSignedIn(accessToken)
    if (isSignedIn || !isAuthenticated) return
    forgetSignedIn()
    if (hasLeft) forgetOrders()
    else open(<SessionExpiredDialog />)
    // oxlint-disable-next-line react/exhaustive-deps -- checked after each answer of the server: on a new page, or when the session changes
  }, [isSignedIn, pathname])
}

/** A call of the page itself found the session expired (spec §4). */
function useEndedInPage() {
  const { open } = useDialogs()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const announce = () => {
      forgetSignedIn()
      open(<SessionExpiredDialog />)
      void revalidate()
    }
    addEventListener(sessionEnded, announce)
    return () => removeEventListener(sessionEnded, announce)
  }, [open, revalidate])
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
