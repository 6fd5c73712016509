import { ShieldCheck } from 'lucide-react'
import { useRef, useState, type SubmitEvent } from 'react'
import { passwordFlaw } from '#modules/identity/passwords/rules.ts'
import { countOf } from '#shared/texts.ts'
import { formatDay, localDayOf } from '#shared/local-time.ts'
import { SettingsCard } from '#web/kit/account/settings-card.tsx'
import { useAccountForm } from '#web/kit/account/use-account-form.tsx'
import { type FormErrors, hasErrors } from '#web/kit/forms/answer.ts'
import { focusFirstError, textIn } from '#web/kit/forms/form-text.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { useDialogs } from '#web/ui/dialog.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { Account } from './account-view.ts'
import type { StartedTwoStep } from './two-step-dialogs.tsx'

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

// Loaded on demand: few people see them, and only once.
const SetUpDialog = lazyDialog(async () => (await import('./two-step-dialogs.tsx')).SetUpDialog)
const CodesDialog = lazyDialog(async () => (await import('./two-step-dialogs.tsx')).CodesDialog)
const TurnOffDialog = lazyDialog(async () => (await import('./two-step-dialogs.tsx')).TurnOffDialog)

function useTwoStepDialogs() {
  const { open } = useDialogs()
  return {
    setUp: (started: StartedTwoStep) => open(<SetUpDialog started={started} />),
    showCodes: (codes: readonly string[]) => open(<CodesDialog codes={codes} />),
    askTurnOff: (onTurnOff: () => void) => open(<TurnOffDialog onTurnOff={onTurnOff} />),
  }
}

/** Whether login also asks for a code from an app. */
function TwoStep({ twoStep }: Pick<Account, 'twoStep'>) {
  return (
    <div className="mt-4 pt-2 line-top">
      <div className="flex wraps level row--apart g-2-4 py-3">
        <div className="grows break">
          <h3 className="t-md">Two-step login</h3>
          <p className="small muted">
            {twoStep.isOn ? onText(twoStep) : 'Asks for a code from an app as well as the password'}
          </p>
        </div>
        {twoStep.isOn ? (
          <Badge tone="green-soft" icon={ShieldCheck}>
            On
          </Badge>
        ) : (
          <SetUp />
        )}
      </div>
      {twoStep.isOn ? <WhileOn left={twoStep.recoveryCodesLeft} /> : null}
    </div>
  )
}

function onText({ since, recoveryCodesLeft: left }: Account['twoStep']): string {
  const from = since ? `On since ${formatDay(localDayOf(new Date(since)))}. ` : ''
  return `${from}${countOf(left, 'recovery code')} left.`
}

const formOf = (intent: string): FormData => {
  const form = new FormData()
  form.set('intent', intent)
  return form
}

function SetUp() {
  const { setUp } = useTwoStepDialogs()
  const { send, isBusy, problem } = useAccountForm<StartedTwoStep>('account-two-step-start', {
    onSaved: setUp,
    opensDialog: true,
  })
  return (
    <div>
      <Button busy={isBusy} onClick={() => send(formOf('two-step-start'))}>
        Set up
      </Button>
      {problem ? <Trouble>{problem}</Trouble> : null}
    </div>
  )
}

function WhileOn({ left }: { left: number }) {
  const { showCodes, askTurnOff } = useTwoStepDialogs()
  const showToast = useToast()
  const codes = useAccountForm<{ recoveryCodes: string[] }>('account-two-step-codes', {
    onSaved: ({ recoveryCodes }) => showCodes(recoveryCodes),
    opensDialog: true,
  })
  const turnOffForm = useAccountForm('account-two-step-stop', {
    onSaved: () => showToast({ title: 'Login asks for the password alone' }),
  })
  const problem = codes.problem ?? turnOffForm.problem
  return (
    <>
      {left <= 2 ? (
        <Banner tone="warn" className="mb-4">
          {left === 0 ? 'You have no recovery codes left.' : 'You have few recovery codes left.'} Make new ones, or
          losing the app locks you out.
        </Banner>
      ) : null}
      <div className="row">
        <Button size="small" busy={codes.isBusy} onClick={() => codes.send(formOf('two-step-codes'))}>
          New recovery codes
        </Button>
        <Button
          size="small"
          look="danger"
          busy={turnOffForm.isBusy}
          onClick={() => askTurnOff(() => turnOffForm.send(formOf('two-step-stop')))}
        >
          Turn off
        </Button>
      </div>
      {problem ? <Trouble>{problem}</Trouble> : null}
    </>
  )
}

const Trouble = ({ children }: { children: string }) => (
  <Banner tone="bad" isAlert className="mt-4">
    {children}
  </Banner>
)
