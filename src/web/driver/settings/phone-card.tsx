import { CircleCheck, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useFetcher } from 'react-router'
import { type Answer, errorAt, formProblemOf } from '#web/kit/forms/answer.ts'
import { readablePhone } from '#web/shell/readable-phone.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { FieldError, InputField } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'

interface PhoneCardProps {
  phone: string | null
  isConfirmed: boolean
}

/** The main phone: a code goes to the number, and the number counts once the code has come back. */
export function PhoneCard({ phone, isConfirmed }: PhoneCardProps) {
  const [isChanging, setChanging] = useState(!isConfirmed)
  return (
    <section className="card">
      <div className="card__head row">
        <h2 className="h3">Main phone</h2>
        {isConfirmed ? (
          <Badge tone="green-soft" icon={CircleCheck}>
            Confirmed
          </Badge>
        ) : (
          <Badge tone="off" icon={Pencil}>
            To do
          </Badge>
        )}
      </div>
      {isConfirmed && !isChanging ? (
        <div className="row row--apart">
          <b className="num">{phone && readablePhone(phone)}</b>
          <Button size="small" onClick={() => setChanging(true)}>
            Change
          </Button>
        </div>
      ) : (
        <PhoneForm phone={phone} />
      )}
    </section>
  )
}

function PhoneForm({ phone }: { phone: string | null }) {
  const code = useFetcher<Answer>()
  const check = useFetcher<Answer>()
  const [number, setNumber] = useState(phone ?? '')
  const sent = code.state === 'idle' ? code.data : undefined
  const checked = check.state === 'idle' ? check.data : undefined
  if (checked?.ok) return <output>Your number is confirmed.</output>
  return sent?.ok ? (
    <check.Form method="post" action="/settings/general" className="stack" noValidate>
      <input type="hidden" name="intent" value="phone" />
      <input type="hidden" name="phone" value={number} />
      <output>
        We sent a code to <b className="num">{number}</b>.
      </output>
      <InputField
        label="Code"
        name="code"
        className="code-field"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever asked for the code types it next
        autoFocus
        error={errorAt(checked, 'code') ?? formProblemOf(checked)}
      />
      <div className="row">
        <Button type="submit" look="primary" busy={check.state !== 'idle'}>
          Confirm number
        </Button>
        <LinkButton onClick={() => code.reset()}>Another number</LinkButton>
      </div>
    </check.Form>
  ) : (
    <code.Form method="post" action="/settings/general" className="stack" noValidate>
      <input type="hidden" name="intent" value="phone-code" />
      <InputField
        label="Number"
        placeholder="07700 900123"
        type="tel"
        name="phone"
        autoComplete="tel"
        maxLength={30}
        value={number}
        onChange={(event) => setNumber(event.target.value)}
        error={errorAt(sent, 'phone')}
      />
      {errorAt(sent, 'current_password') ? (
        <PasswordField
          label="Your password"
          name="current_password"
          autoComplete="current-password"
          error={errorAt(sent, 'current_password')}
        />
      ) : null}
      {sent && !sent.ok && !sent.errors ? <FieldError error={sent.detail} /> : null}
      <Button type="submit" busy={code.state !== 'idle'}>
        Send me a code
      </Button>
    </code.Form>
  )
}
