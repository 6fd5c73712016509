import { LockKeyhole } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { type Answer, errorAt } from '#web/kit/forms/answer.ts'
import { focusFirstError, textIn } from '#web/kit/forms/form-text.ts'

interface ReauthenticationProps {
  /** The card's own fetcher, so its answer is also the answer here. */
  fetcherKey: string
  action: string
  /** What was sent, to be sent again with the password. */
  form: FormData
}

/** Asks for the password before a change that a stolen session must not make (T-030). */
export function ReauthenticationDialog({ fetcherKey, action, form }: ReauthenticationProps) {
  const { submit, data, state } = useFetcher<Answer>({ key: fetcherKey })
  const [isEmpty, setEmpty] = useState(false)
  const confirm = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = textIn(new FormData(event.currentTarget), 'current_password')
    setEmpty(password === '')
    if (password === '') return focusFirstError(event.currentTarget, { current_password: 'Required' })
    const again = new FormData()
    for (const [name, value] of form) again.append(name, value)
    again.set('current_password', password)
    void submit(again, { method: 'post', action })
  }
  return (
    <Dialog title="Enter your password" icon={LockKeyhole}>
      <p className="muted">You logged in a while ago. We ask again before a change like this.</p>
      <form className="stack" noValidate onSubmit={confirm}>
        <PasswordField
          label="Password"
          name="current_password"
          autoComplete="current-password"
          error={isEmpty ? 'Required' : errorAt(data, 'current_password')}
        />
        {/* A wrong password is reported before the page behind has reloaded, and the next try need not wait for that. */}
        <Button type="submit" look="primary" wide busy={state === 'submitting'}>
          Carry on
        </Button>
      </form>
    </Dialog>
  )
}
