import { useCallback, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { Role } from '#shared/endpoint.ts'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import { useToast } from '#web/ui/toast-provider.tsx'
import { forgetSignedIn, rememberSignedIn } from './auth-data.ts'
import { sorryReason } from './login-rules.ts'
import { postSession, type AccountProblem, type LoggedIn } from './session-answers.ts'
import { SorryDialog } from './sorry-dialog.tsx'

interface LoginOptions {
  onSuccess: (role: Role) => void
  /** In the middle of a booking nobody is sent away from it. */
  stays: boolean
}

/** Sends a log-in and does what spec §4 and §8 say of its answer: a toast, or the dialog of the account's state. */
export function useLoginRequest(options: LoginOptions): { login: (form: FormData) => Promise<void>; isBusy: boolean } {
  const { onSuccess } = options
  const [isBusy, setBusy] = useState(false)
  const showToast = useToast()
  const { revalidate } = useRevalidator()
  const fail = useLoginFailure(options)
  const login = useCallback(
    async (form: FormData) => {
      setBusy(true)
      const answer = await postSession<LoggedIn>('login', form)
      if (answer.ok) {
        rememberSignedIn(answer.access)
        await revalidate()
        showToast({ title: 'Login', text: 'Success', lifeMs: 1000, isClosable: false })
        onSuccess(answer.userRole)
      } else {
        forgetSignedIn()
        await fail(answer)
      }
      setBusy(false)
    },
    [fail, onSuccess, revalidate, showToast],
  )
  return { login, isBusy }
}

function useLoginFailure({ stays }: LoginOptions): (problem: AccountProblem) => Promise<void> {
  const { open } = useDialogs()
  const showToast = useToast()
  const navigate = useNavigate()
  return useCallback(
    async ({ code, detail }: AccountProblem) => {
      const reason = sorryReason(code)
      if (!reason) showToast({ title: 'Login', text: detail || 'Error', tone: 'bad' })
      // A change of page closes dialogs, so the page that is gone to opens this one.
      else if (reason === 'confirm-email' && !stays) await navigate('/', { state: { sorry: reason } })
      else open(<SorryDialog reason={reason} />)
    },
    [navigate, open, showToast, stays],
  )
}
