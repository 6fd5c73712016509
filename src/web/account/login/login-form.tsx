import { useState, type MouseEvent, type SubmitEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { CodeStep } from './code-step.tsx'
import { useForgotPassword } from './forgot-password-dialog.tsx'
import { type FormErrors, hasErrors } from '#web/kit/forms/answer.ts'
import { focusFirstError, textIn } from '#web/kit/forms/form-text.ts'
import { loginErrors } from './login-rules.ts'
import { LoginLinkOffer } from './login-link-offer.tsx'
import { useLoginRequest } from './use-login-request.tsx'

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
