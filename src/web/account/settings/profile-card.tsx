import { CircleCheck } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmailField } from '#web/ui/email-field.tsx'
import { InputField } from '#web/ui/field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { type FormErrors, hasErrors } from '#web/kit/forms/answer.ts'
import { focusFirstError, textIn } from '#web/kit/forms/form-text.ts'
import { emailError } from '../login/login-rules.ts'
import type { Account } from './account-view.ts'
import { SettingsCard } from '#web/kit/account/settings-card.tsx'
import { useAccountForm } from '#web/kit/account/use-account-form.tsx'

/** Name and address. A new address takes effect once its owner has followed the link sent to it. */
export function ProfileCard({ user }: Pick<Account, 'user'>) {
  const showToast = useToast()
  const [errors, setErrors] = useState<FormErrors>({})
  const { send, isBusy, problem, errorAt } = useAccountForm('account-profile', {
    onSaved: () => showToast({ title: 'Saved' }),
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const wrongEmail = emailError(textIn(form, 'email'))
    const found: FormErrors = {
      ...(textIn(form, 'first_name').trim() === '' ? { first_name: 'Required' } : {}),
      ...(wrongEmail ? { email: wrongEmail } : {}),
    }
    setErrors(found)
    if (hasErrors(found)) focusFirstError(event.currentTarget, found)
    else send(form)
  }
  return (
    <SettingsCard id="profile" title="Profile" problem={problem}>
      <form method="post" noValidate onSubmit={submit}>
        <input type="hidden" name="intent" value="profile" />
        <input type="hidden" name="email_now" value={user.email} />
        <div className="fields">
          <InputField
            label="First name"
            name="first_name"
            width="half"
            autoComplete="given-name"
            maxLength={100}
            defaultValue={user.firstName}
            error={errors.first_name ?? errorAt('first_name')}
          />
          <InputField
            label="Last name"
            name="last_name"
            width="half"
            optional
            autoComplete="family-name"
            maxLength={100}
            defaultValue={user.lastName ?? ''}
            error={errorAt('last_name')}
          />
          <EmailField
            // Back to the current address while the new one awaits its link.
            key={user.pendingEmail ?? user.email}
            label="Email"
            name="email"
            autoComplete="email"
            maxLength={254}
            defaultValue={user.email}
            hint="A new address takes effect when you open the link we send to it."
            error={errors.email ?? errorAt('email')}
          />
        </div>
        {user.pendingEmail ? (
          <Banner className="mt-4 break" title={`We sent a link to ${user.pendingEmail}`}>
            Open it within 24 hours to log in with that address. Until then nothing changes.
          </Banner>
        ) : null}
        <div className="row mt-4">
          <Button type="submit" look="primary" busy={isBusy}>
            Save changes
          </Button>
          {user.emailIsVerified ? (
            <Badge tone="green-soft" icon={CircleCheck}>
              Email confirmed
            </Badge>
          ) : null}
        </div>
      </form>
    </SettingsCard>
  )
}
