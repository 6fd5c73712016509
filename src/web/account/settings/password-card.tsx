import { useRef, useState, type SubmitEvent } from 'react'
import { passwordFlaw } from '#modules/identity/credentials/passwords/rules.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { useToast } from '#web/ui/toast-provider.tsx'
import { type FormErrors, hasErrors } from '#web/kit/forms/answer.ts'
import { focusFirstError, textIn } from '#web/kit/forms/form-text.ts'
import type { Account } from './account-view.ts'
import { SettingsCard } from '#web/kit/account/settings-card.tsx'
import { TwoStep } from './two-step.tsx'
import { useAccountForm } from '#web/kit/account/use-account-form.tsx'

/** The password, and two-step login. */
export function PasswordCard({ user, twoStep }: Pick<Account, 'user' | 'twoStep'>) {
  const showToast = useToast()
  const box = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FormErrors>({})
  const { send, isBusy, problem, errorAt } = useAccountForm('account-password', {
    onSaved: () => {
      box.current?.reset()
      showToast({ title: 'Password changed', text: 'You have been logged out everywhere else.' })
    },
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const flaw = textIn(form, 'new_password') === '' ? 'Required' : passwordFlaw(textIn(form, 'new_password'))
    const found: FormErrors = {
      ...(textIn(form, 'current_password') === '' ? { current_password: 'Required' } : {}),
      ...(flaw ? { new_password: flaw } : {}),
    }
    setErrors(found)
    if (hasErrors(found)) focusFirstError(event.currentTarget, found)
    else send(form)
  }
  return (
    <SettingsCard id="password" title="Password" problem={problem}>
      <form method="post" ref={box} noValidate onSubmit={submit}>
        <input type="hidden" name="intent" value="password" />
        {/* Tells a password manager whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={user.email} />
        <div className="fields">
          <PasswordField
            label="Current password"
            name="current_password"
            width="half"
            autoComplete="current-password"
            error={errors.current_password ?? errorAt('current_password')}
          />
          <PasswordField
            label="New password"
            name="new_password"
            width="half"
            autoComplete="new-password"
            error={errors.new_password ?? errorAt('new_password')}
          />
        </div>
        <p className="hint mt-2">8 to 128 characters, with a letter and a digit.</p>
        <div className="row mt-3">
          <Button type="submit" busy={isBusy}>
            Change password
          </Button>
        </div>
      </form>
      <TwoStep twoStep={twoStep} />
    </SettingsCard>
  )
}
