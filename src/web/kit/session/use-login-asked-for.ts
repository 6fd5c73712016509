import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '#web/kit/page/root-data.ts'
import { useLogin } from '#web/kit/session/login.tsx'
import { asksForLogin } from './asks-for-login.ts'

/** A mailed link to the home page may ask for the login: `/?dialog=login`. Nothing opens for those already signed in. */
export function useLoginAskedFor() {
  const login = useLogin()
  const isVisitor = useSession() === null
  const navigate = useNavigate()
  const isAsked = asksForLogin(useLocation())
  useEffect(() => {
    if (!isAsked) return
    if (isVisitor) login()
    // Asked once: a reload or a shared address does not ask again.
    void navigate('/', { replace: true, preventScrollReset: true })
    // oxlint-disable-next-line react/exhaustive-deps -- the address asks once; how the dialog is opened does not ask again
  }, [isAsked])
}
