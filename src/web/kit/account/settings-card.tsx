import { CircleCheck } from 'lucide-react'
import { type ReactNode, useState, type SubmitEvent } from 'react'
import { parsePhone, phoneHint, readablePhone } from '#shared/phone.ts'
import { focusFirstError, textIn } from '#web/kit/forms/form-text.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { CodeField, InputField } from '#web/ui/field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { ThisDevice } from './device.tsx'
import { useAccountForm } from './use-account-form.tsx'

interface SettingsCardProps {
  id: string
  title: string
  /** An error with the card as a whole. */
  problem?: string
  /** Marks an action that cannot be undone. */
  isStop?: boolean
  children: ReactNode
}

/** One section of the settings; its id is the target of the side menu. */
export function SettingsCard({ id, title, problem, isStop, children }: SettingsCardProps) {
  return (
    <section className={classNames('card set', isStop && 'set--stop')} id={id} aria-labelledby={`${id}-title`}>
      <h2 className="h3 mb-3 t-lg tight-0" id={`${id}-title`}>
        {title}
      </h2>
      <ProblemBanner text={problem} className="mb-4" />
      {children}
    </section>
  )
}

interface NotificationsCardProps {
  intent: string
  /** Toast after saving. */
  savedText: string
  /** Messages that always come. */
  hint: string
  /** The boxes. */
  children: ReactNode
}

/** Which messages are sent, and on which channels. */
export function NotificationsCard({ intent, savedText, hint, children }: NotificationsCardProps) {
  const showToast = useToast()
  const { send, isBusy, problem } = useAccountForm(intent, { onSaved: () => showToast({ title: savedText }) })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    send(new FormData(event.currentTarget))
  }
  return (
    <SettingsCard id="notifications" title="Notifications" problem={problem}>
      <p className="small muted mb-4">{hint}</p>
      <ThisDevice />
      <form method="post" onSubmit={submit}>
        <input type="hidden" name="intent" value={intent} />
        {children}
        <div className="row mt-3">
          <Button type="submit" busy={isBusy}>
            Save notifications
          </Button>
        </div>
      </form>
    </SettingsCard>
  )
}

interface PhoneCardProps {
  phone: string | null
  isConfirmed: boolean
  /** Who calls this number. */
  hint: string
}

/** The phone number. A new one takes effect with the code that is texted to it. */
export function PhoneCard({ phone, isConfirmed, hint }: PhoneCardProps) {
  const [codeFor, setCodeFor] = useState<string | null>(null)
  const { send, isBusy, problem, errorAt } = useAccountForm<{ phone: string }>('account-phone', {
    onSaved: (sent) => setCodeFor(sent.phone),
  })
  const [error, setError] = useState<string | undefined>()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const wrong = parsePhone(textIn(form, 'phone')) ? undefined : phoneHint
    setError(wrong)
    if (wrong) return focusFirstError(event.currentTarget, { phone: wrong })
    setCodeFor(null)
    send(form)
  }
  return (
    <SettingsCard id="phone" title="Phone" problem={problem}>
      <form method="post" noValidate onSubmit={submit}>
        <input type="hidden" name="intent" value="phone-code" />
        <div className="fields">
          <InputField
            // Shows the stored number once it is saved.
            key={phone}
            label="Mobile"
            name="phone"
            type="tel"
            width="half"
            inputClass="num"
            autoComplete="tel"
            placeholder="07700 900123"
            maxLength={30}
            defaultValue={phone ?? ''}
            hint={hint}
            error={error ?? errorAt('phone')}
          />
        </div>
        <div className="row mt-3">
          <Button type="submit" busy={isBusy}>
            Text me a code
          </Button>
          {isConfirmed && phone ? (
            <Badge tone="green-soft" icon={CircleCheck}>
              Number confirmed
            </Badge>
          ) : null}
        </div>
      </form>
      {codeFor ? <CodeForm key={codeFor} phone={codeFor} onDone={() => setCodeFor(null)} /> : null}
    </SettingsCard>
  )
}

function CodeForm({ phone, onDone }: { phone: string; onDone: () => void }) {
  const showToast = useToast()
  const [error, setError] = useState<string | undefined>()
  const { send, isBusy, problem, errorAt } = useAccountForm('account-phone-code', {
    onSaved: () => {
      showToast({ title: 'Number confirmed' })
      onDone()
    },
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const wrong = codeError(textIn(form, 'code'))
    setError(wrong)
    if (wrong) focusFirstError(event.currentTarget, { code: wrong })
    else send(form)
  }
  return (
    <form method="post" className="code flex wraps at-foot mt-4 g-3 pt-4 line-top" noValidate onSubmit={submit}>
      <input type="hidden" name="intent" value="phone-verify" />
      <input type="hidden" name="phone" value={phone} />
      <output className="small own-line">
        We texted a code to <b className="num">{readablePhone(phone)}</b>. It works for ten minutes.
      </output>
      <CodeField error={error ?? errorAt('code')} />
      <Button type="submit" busy={isBusy}>
        Confirm number
      </Button>
      <ProblemBanner text={problem} className="own-line" />
    </form>
  )
}

/** Six digits, in two groups or not, as phones display them. */
export function codeError(text: string): string | undefined {
  return /^[0-9]{6}$/.test(text.replaceAll(/\s/g, '')) ? undefined : 'The code has six digits.'
}
