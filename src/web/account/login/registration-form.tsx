import { useState, type SubmitEvent } from 'react'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmailField } from '#web/ui/email-field.tsx'
import { InputField } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { formErrorsOf, type FormErrors, type Problem, problemText } from '#web/kit/forms/answer.ts'
import { focusFirstError, textIn } from '#web/kit/forms/form-text.ts'
import { registrationErrors, type NewRole } from './registration-rules.ts'
import { postSession } from '#web/kit/session/api-fetch.ts'

interface RegistrationFormProps {
  userRole: NewRole
  /** The server's answer to a form sent before the page's script had loaded. */
  refused?: Problem
  /** In the middle of a booking, whose mail brings the link too. */
  isForBooking?: boolean
  /** With the token for this one booking, and the address the mail goes to. */
  onRegistered: (bookingToken: string, email: string) => void
}

/** A new account: on its own page, or for a customer in the middle of a booking. */
export function RegistrationForm({ userRole, refused, isForBooking, onRegistered }: RegistrationFormProps) {
  const [errors, setErrors] = useState<FormErrors>(() => formErrorsOf(refused))
  const [problem, setProblem] = useState<string | null>(() =>
    refused && !refused.errors ? problemText(refused) : null,
  )
  const [isBusy, setBusy] = useState(false)
  const send = async (box: HTMLFormElement, form: FormData) => {
    setBusy(true)
    const answer = await postSession('register', form)
    setBusy(false)
    if (answer.ok) return onRegistered(answer.data.bookingToken, textIn(form, 'email').trim())
    const marked = formErrorsOf(answer)
    setErrors(marked)
    setProblem(Object.keys(marked).length > 0 ? null : problemText(answer))
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
    <form className="stack" method="post" noValidate onSubmit={submit}>
      <input type="hidden" name="user_role" value={userRole} />
      {isForBooking ? <input type="hidden" name="for_booking" value="yes" /> : null}
      <ProblemBanner text={problem} />
      {userRole === 'driver' ? (
        <InputField
          label="Company or trading name"
          name="company_name"
          autoComplete="organization"
          maxLength={120}
          error={errors.company_name}
        />
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
        hint={userRole === 'driver' ? 'Customers call this on the day.' : 'The driver calls this on the day.'}
        error={errors.phone}
      />
      <EmailField label="Email" name="email" autoComplete="username" error={errors.email} />
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
      <Agreement userRole={userRole} />
    </form>
  )
}

const termsOf: Record<NewRole, { to: string; name: string }> = {
  customer: { to: '/terms', name: 'Terms & Conditions' },
  driver: { to: '/terms/movers', name: 'Terms for companies' },
}

/** What opening an account means. In tabs of their own, so that nothing typed is lost. */
function Agreement({ userRole }: { userRole: NewRole }) {
  const { to, name } = termsOf[userRole]
  return (
    <p className="small muted">
      By creating an account you agree to the{' '}
      <a href={to} target="_blank" rel="noopener">
        {name}
      </a>
      . Our{' '}
      <a href="/privacy-policy" target="_blank" rel="noopener">
        Privacy and Cookie Policy
      </a>{' '}
      says how we use your data.
    </p>
  )
}
