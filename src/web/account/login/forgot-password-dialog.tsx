import { Mail } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog, useDialogs } from '#web/ui/dialog.tsx'
import { InputField } from '#web/ui/field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { focusFirstError, textIn } from '#web/kit/forms/form-text.ts'
import { emailError } from './login-rules.ts'
import { postSession } from '#web/kit/session/api-fetch.ts'

/** Asks for a link to set a new password (spec §2). */
function ForgotPasswordDialog({ email = '' }: { email?: string }) {
  const { open } = useDialogs()
  const showToast = useToast()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const send = async (form: FormData) => {
    setBusy(true)
    const answer = await postSession('forgot-password', form)
    setBusy(false)
    if (answer.ok) open(<RecoverySentDialog />)
    else if (answer.errors?.email) setError(answer.errors.email[0])
    else showToast({ title: 'Reset Password', text: 'Error', tone: 'bad' })
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const wrong = emailError(textIn(form, 'email'))
    setError(wrong)
    if (wrong) focusFirstError(event.currentTarget, { email: wrong })
    else void send(form)
  }
  return (
    <Dialog title="Forgot password">
      <p className="muted">We’ll email you a link to set a new one.</p>
      <form className="stack" noValidate onSubmit={submit}>
        <InputField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          placeholder="you@example.co.uk"
          defaultValue={email}
          error={error}
        />
        <Button type="submit" look="primary" wide busy={isBusy}>
          Send the link
        </Button>
      </form>
    </Dialog>
  )
}

/** The same whether or not the account exists. */
function RecoverySentDialog() {
  const { closeAll } = useDialogs()
  return (
    <Dialog title="Check your email" icon={Mail} tone="good">
      <p className="muted">Go to your email and follow the link.</p>
      <div className="dialog__acts">
        <Button onClick={closeAll}>Close</Button>
      </div>
    </Dialog>
  )
}

/** Opens the dialog with an address typed elsewhere. */
export function useForgotPassword(): (email?: string) => void {
  const { open } = useDialogs()
  return (email) => open(<ForgotPasswordDialog email={email} />)
}
