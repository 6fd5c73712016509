import { useState, type MouseEvent, type SubmitEvent, useEffect, useRef, useCallback } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { type FormErrors, hasErrors, problemText, type Problem } from '#web/kit/forms/answer.ts'
import { focusFirstError, textIn } from '#web/kit/forms/form-text.ts'
import { clearSignedIn, rememberSignedIn } from '#web/kit/session/auth-data.ts'
import { postSession } from '#web/kit/session/api-fetch.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { useDialogs } from '#web/ui/dialog.tsx'
import { CodeField, InputField } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { AccountProblemDialog } from './account-problem-dialog.tsx'
import { useForgotPassword } from './forgot-password-dialog.tsx'
import { loginErrors, accountProblemReason } from './login-rules.ts'

interface LoginFormProps {
  /** In the middle of a booking: customers only, and the page stays. */
  isBooking?: boolean
  /** Called with the page the login leads to. */
  onSuccess: (next: string) => void
}

/** Email and password, then the code of the second step if the account requires one. */
export function LoginForm({ isBooking = false, onSuccess }: LoginFormProps) {
  const { login, isBusy } = useLoginRequest({ onSuccess, stays: isBooking })
  const [errors, setErrors] = useState<FormErrors>({})
  const [needsCode, setNeedsCode] = useState(false)
  const [isSlow, setSlow] = useState(false)
  const send = async (box: HTMLFormElement, form: FormData) => {
    const outcome = await login(form)
    if (outcome === 'code-needed') setNeedsCode(true)
    setSlow(outcome === 'too-fast')
    if (outcome !== 'code-wrong') return
    const wrong = { totp_code: 'This code is wrong or has already been used. Enter the next one.' }
    setErrors(wrong)
    focusFirstError(box, wrong)
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const found: FormErrors = loginErrors(textIn(form, 'email'), textIn(form, 'password'))
    if (needsCode && textIn(form, 'totp_code').trim() === '') found.totp_code = 'Required'
    setErrors(found)
    if (hasErrors(found)) focusFirstError(event.currentTarget, found)
    else void send(event.currentTarget, form)
  }
  const startAgain = () => {
    setErrors({})
    setNeedsCode(false)
  }
  return (
    <form className="stack" noValidate onSubmit={submit}>
      {isBooking ? <input type="hidden" name="in" value="booking" /> : null}
      {/* Sent again together with the code, so they stay in the form. */}
      <div className="stack" hidden={needsCode}>
        <InputField label="Email" name="email" type="email" autoComplete="username" error={errors.email} />
        <PasswordField label="Password" name="password" autoComplete="current-password" error={errors.password} />
      </div>
      {isSlow ? <LoginLinkOffer /> : null}
      {needsCode ? <CodeStep error={errors.totp_code} /> : null}
      <Button type="submit" look="primary" wide busy={isBusy}>
        {isBusy ? 'Logging in' : 'Login'}
      </Button>
      {needsCode ? (
        <button type="button" className="link-btn" onClick={startAgain}>
          Log in as somebody else
        </button>
      ) : (
        <ForgotPasswordLink />
      )}
    </form>
  )
}

function ForgotPasswordLink() {
  const forgot = useForgotPassword()
  const ask = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) =>
    forgot(form ? textIn(new FormData(form), 'email') : '')
  return (
    <button type="button" className="link-btn" onClick={ask}>
      Forgot password?
    </button>
  )
}

/** Offered when logins are slowed down: an emailed link tells the owner from an attacker who guesses passwords. */
function LoginLinkOffer() {
  const [outcome, setOutcome] = useState<{ text: string; isDone: boolean } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const ask = async ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    if (!form) return
    setBusy(true)
    const request = new FormData()
    request.set('email', textIn(new FormData(form), 'email'))
    const answer = await postSession('login-link', request)
    setBusy(false)
    setOutcome(
      answer.ok
        ? { text: 'Go to your email and follow the link on this device.', isDone: true }
        : { text: problemText(answer), isDone: false },
    )
  }
  return (
    <Banner tone="warn" title="Logging in is slowed down" isAlert>
      <p>Too many wrong passwords were tried. If that wasn’t you, we can email you a link to log in from here now.</p>
      {outcome ? <output>{outcome.text}</output> : null}
      {outcome?.isDone ? null : (
        <Button size="small" className="mt-2" busy={isBusy} onClick={(event) => void ask(event)}>
          Email me a link
        </Button>
      )}
    </Banner>
  )
}

/** The second step of a login: the code of an authenticator app, or one of the codes kept for when the app is gone. */
function CodeStep({ error }: { error?: string }) {
  const [isRecovery, setRecovery] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  // The field replaces those above, so it takes the focus.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each kind of code has its own field
  useEffect(() => box.current?.querySelector('input')?.focus(), [isRecovery])
  return (
    <div className="stack gap-2" ref={box}>
      {isRecovery ? (
        <InputField
          key="recovery"
          label="Recovery code"
          name="totp_code"
          hint="One of the codes you saved when you set this up. Each works once."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          error={error}
        />
      ) : (
        <CodeField
          key="app"
          label="Code"
          name="totp_code"
          hint="Six digits from your authenticator app."
          error={error}
        />
      )}
      <button type="button" className="link-btn" onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? 'Use the app' : 'Use a recovery code'}
      </button>
    </div>
  )
}

interface LoginOptions {
  /** Called with the page the login leads to. */
  onSuccess: (next: string) => void
  /** Mid-booking the page stays. */
  stays: boolean
}

/** The form's next step: ask for the code of the second step, or ask for it again. */
type LoginOutcome = 'done' | 'code-needed' | 'code-wrong' | 'too-fast' | 'refused'

/** Sends a login and handles its answer as in spec §4 and §8: a toast, or the dialog for the account's state. */
function useLoginRequest(options: LoginOptions): {
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
        clearSignedIn()
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
