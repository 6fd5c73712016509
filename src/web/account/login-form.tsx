import { useState, type SubmitEvent } from 'react'
import type { Role } from '#shared/endpoint.ts'
import { Button } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { focusFirstError, textIn } from './form-values.ts'
import { hasErrors, loginErrors, type FormErrors } from './login-rules.ts'
import { useLoginRequest } from './use-login-request.tsx'

interface LoginFormProps {
  /** In the middle of a booking: customers only, and the page stays. */
  isBooking?: boolean
  onSuccess: (role: Role) => void
}

export function LoginForm({ isBooking = false, onSuccess }: LoginFormProps) {
  const { login, isBusy } = useLoginRequest({ onSuccess, stays: isBooking })
  const [errors, setErrors] = useState<FormErrors<'email' | 'password'>>({})
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const found = loginErrors(textIn(form, 'email'), textIn(form, 'password'))
    setErrors(found)
    if (hasErrors(found)) focusFirstError(event.currentTarget, found)
    else void login(form)
  }
  return (
    <form className="stack" noValidate onSubmit={submit}>
      {isBooking ? <input type="hidden" name="in" value="booking" /> : null}
      <InputField label="Email" name="email" type="email" autoComplete="username" error={errors.email} />
      <PasswordField label="Password" name="password" autoComplete="current-password" error={errors.password} />
      <Button type="submit" look="primary" wide busy={isBusy}>
        {isBusy ? 'Logging in' : 'Login'}
      </Button>
    </form>
  )
}
