import { useState, type SubmitEvent } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { focusFirstError, textIn } from './form-values.ts'
import type { FormErrors } from './login-rules.ts'
import { registrationErrors } from './registration-rules.ts'
import { postSession, type Registered } from './session-answers.ts'

interface RegistrationFormProps {
  /** With the token that allows the one booking, and the address whose mail starts it. */
  onRegistered: (bookingToken: string, email: string) => void
}

/** A customer's account in the middle of a booking. */
export function RegistrationForm({ onRegistered }: RegistrationFormProps) {
  const [errors, setErrors] = useState<FormErrors>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async (box: HTMLFormElement, form: FormData) => {
    setBusy(true)
    const answer = await postSession<Registered>('register', form)
    setBusy(false)
    if (answer.ok) return onRegistered(answer.bookingToken, textIn(form, 'email').trim())
    const marked = Object.fromEntries(Object.entries(answer.errors ?? {}).map(([name, [first]]) => [name, first]))
    setErrors(marked)
    setProblem(Object.keys(marked).length > 0 ? null : answer.detail)
    focusFirstError(box, marked)
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const found = registrationErrors(Object.fromEntries([...form.keys()].map((name) => [name, textIn(form, name)])))
    setErrors(found)
    setProblem(null)
    if (Object.keys(found).length > 0) focusFirstError(event.currentTarget, found)
    else void send(event.currentTarget, form)
  }
  return (
    <form className="stack" noValidate onSubmit={submit}>
      {problem ? (
        <Banner tone="bad" isAlert>
          {problem}
        </Banner>
      ) : null}
      <InputField
        label="First name"
        name="first_name"
        autoComplete="given-name"
        maxLength={100}
        error={errors.first_name}
      />
      <InputField
        label="Last name"
        name="last_name"
        autoComplete="family-name"
        maxLength={100}
        optional
        error={errors.last_name}
      />
      <InputField
        label="Phone"
        name="phone"
        type="tel"
        autoComplete="tel"
        hint="The driver calls this on the day."
        error={errors.phone}
      />
      <InputField label="Email" name="email" type="email" autoComplete="username" error={errors.email} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint="At least 8 characters, with a letter and a digit."
        error={errors.password}
      />
      <Button type="submit" look="primary" wide busy={isBusy}>
        Create account
      </Button>
    </form>
  )
}
