import { Form, useNavigation } from 'react-router'
import { formatDateUk } from '#shared/local-time.ts'
import { errorAt } from '#web/kit/forms/answer.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { FieldError, InputField } from '#web/ui/field.tsx'
import { answerTo, type Company, type Sent } from './company-texts.ts'

/** From which day a company is registered for VAT, and from which it is no longer. */
interface Props {
  vat: Company['vat']
  mayChange: boolean
  sent: Sent | undefined
}

export function Vat({ vat, mayChange, sent }: Props) {
  const { number, registeredFrom, deregisteredFrom, isRegistered } = vat
  return (
    <section className="card" aria-labelledby="vat">
      <div className="row row--apart">
        <h2 className="h3" id="vat">
          VAT
        </h2>
        <Badge tone={isRegistered ? 'green-soft' : 'off'}>{isRegistered ? 'Registered' : 'Not registered'}</Badge>
      </div>
      {number ? (
        <p className="num mt-2">
          {number}
          {registeredFrom ? `, from ${formatDateUk(registeredFrom)}` : ''}
          {deregisteredFrom ? `, no longer from ${formatDateUk(deregisteredFrom)}` : ''}
        </p>
      ) : null}
      {mayChange ? <VatForm vat={vat} sent={sent} /> : null}
    </section>
  )
}

function VatForm({
  vat: { number, registeredFrom, deregisteredFrom },
  sent,
}: {
  vat: Company['vat']
  sent: Sent | undefined
}) {
  const answer = answerTo(sent, 'vat')
  const isBusy = useNavigation().formData?.get('about') === 'vat'
  const hasFields = answer && !answer.ok && answer.errors
  return (
    <Disclosure summary="Change the registration" isOpen={answer?.ok === false}>
      <Form method="post" className="stack mt-3">
        <input type="hidden" name="about" value="vat" />
        <InputField
          label="VAT number"
          name="number"
          placeholder="GB123456782"
          defaultValue={number ?? ''}
          error={errorAt(answer, 'number')}
        />
        <InputField
          label="Registered from"
          type="date"
          name="registered_from"
          defaultValue={registeredFrom ?? ''}
          error={errorAt(answer, 'registered_from')}
        />
        <InputField
          label="No longer from"
          type="date"
          name="deregistered_from"
          hint="The first day not registered. Leave it empty while it is registered."
          defaultValue={deregisteredFrom ?? ''}
          error={errorAt(answer, 'deregistered_from')}
        />
        <p className="small muted">
          Unfinished jobs follow at the agreed price; bills show the number for periods when it was registered.
        </p>
        <FieldError error={answer && !answer.ok && !hasFields ? answer.detail : null} />
        <Button type="submit" name="intent" value="vat" busy={isBusy}>
          Save the registration
        </Button>
      </Form>
    </Disclosure>
  )
}
