import { type Problem, problemText } from '#web/kit/forms/answer.ts'
import { useCallback, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import { useToast } from '#web/ui/toast-provider.tsx'
import { forgetSignedIn, rememberSignedIn } from '#web/kit/session/auth-data.ts'
import { accountProblemReason } from './login-rules.ts'
import { postSession } from '#web/kit/session/session-answers.ts'
import { AccountProblemDialog } from './account-problem-dialog.tsx'

interface LoginOptions {
  /** Called with the page the login leads to. */
  onSuccess: (next: string) => void
  /** Mid-booking the page stays. */
  stays: boolean
}

/** The form's next step: ask for the code of the second step, or ask for it again. */
export type LoginOutcome = 'done' | 'code-needed' | 'code-wrong' | 'too-fast' | 'refused'

/** Sends a login and handles its answer as in spec §4 and §8: a toast, or the dialog for the account's state. */
export function useLoginRequest(options: LoginOptions): {
  login: (form: FormData) => Promise<LoginOutcome>
  isBusy: boolean
} {
  const { onSuccess } = options
  const [isBusy, setBusy] = useState(false)
  const showToast = useToast()
  const { revalidate } = useRevalidator()
  const refuse = useLoginRefusal(options)
  const login = useCallback(
    async (form: FormData): Promise<LoginOutcome> => {
      setBusy(true)
      const answer = await postSession('login', form)
      const outcome = answer.ok ? 'done' : outcomeOf(answer.code)
      if (answer.ok) {
        rememberSignedIn(answer.data.access)
        await revalidate()
        showToast({ title: 'Login', text: 'Success', lifeMs: 1000, isClosable: false })
        onSuccess(answer.data.next)
      } else if (outcome === 'refused' || outcome === 'too-fast') {
        forgetSignedIn()
        await refuse(answer)
      }
      setBusy(false)
      return outcome
    },
    [refuse, onSuccess, revalidate, showToast],
  )
  return { login, isBusy }
}

function outcomeOf(code: string): LoginOutcome {
  if (code === 'totp_required') return 'code-needed'
  if (code === 'too_fast') return 'too-fast'
  return code === 'totp_wrong' ? 'code-wrong' : 'refused'
}

function useLoginRefusal({ stays }: LoginOptions): (problem: Problem) => Promise<void> {
  const { open } = useDialogs()
  const showToast = useToast()
  const navigate = useNavigate()
  return useCallback(
    async (problem: Problem) => {
      const reason = accountProblemReason(problem.code)
      if (!reason) showToast({ title: 'Login', text: problemText(problem) || 'Error', tone: 'bad' })
      // A change of page closes dialogs, so the next page opens this one.
      else if (reason === 'confirm-email' && !stays) await navigate('/', { state: { accountProblem: reason } })
      else open(<AccountProblemDialog reason={reason} />)
    },
    [navigate, open, showToast, stays],
  )
}
