import { Form, useNavigation } from 'react-router'
import { formatDateUk } from '#shared/local-time.ts'
import { errorAt } from '#web/kit/forms/answer.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/banner.tsx'
import { FieldError, TextareaField, InputField } from '#web/ui/field.tsx'
import { answerTo, stopTexts, type CompanyUnit, type Sent, type Company } from './company-texts.ts'

interface StopFormProps {
  /** "Pennant & Daughters", "LK72 VNF" */
  name: string
  /** All of a company, or one. */
  units: readonly CompanyUnit[]
  /** Id of one unit; absent for all of the company. */
  unitId?: string
  sent: Sent | undefined
}

/** Blocks or deactivates one unit or all of a company, after telling what happens to their jobs. */
export function StopForm({ name, units, unitId, sent }: StopFormProps) {
  const about = unitId ?? 'company'
  const answer = answerTo(sent, about)
  const isBusy = useNavigation().formData?.get('about') === about
  const refused = errorAt(answer, 'reason')
  return (
    <Disclosure summary={`Block or deactivate ${name}`} isOpen={answer?.ok === false}>
      <Form method="post" className="stack mt-3" noValidate>
        <Names about={about} unitId={unitId} />
        {stopTexts(units).map((text) => (
          <p key={text} className="small">
            {text}
          </p>
        ))}
        <TextareaField
          label="Why"
          required
          name="reason"
          hint="The owner reads it and can appeal."
          rows={3}
          maxLength={2000}
          error={refused}
        />
        <FieldError error={answer && !answer.ok && !refused ? answer.detail : null} />
        <div className="row">
          <Button type="submit" look="danger" name="intent" value="block" busy={isBusy}>
            Block
          </Button>
          <Button type="submit" name="intent" value="deactivate" busy={isBusy}>
            Deactivate
          </Button>
        </div>
      </Form>
    </Disclosure>
  )
}

const Names = ({ about, unitId }: { about: string; unitId: string | undefined }) => (
  <>
    <input type="hidden" name="about" value={about} />
    {unitId ? <input type="hidden" name="unitId" value={unitId} /> : null}
  </>
)

/** Ends the stop of one unit; of all of a company with a reason that its owner reads. */
export function RestoreForm({ name, unitId, sent }: Omit<StopFormProps, 'units'>) {
  const about = unitId ?? 'company'
  const answer = answerTo(sent, about)
  const isBusy = useNavigation().formData?.get('about') === about
  const refused = errorAt(answer, 'reason')
  return (
    <Form method="post" className="stack" noValidate>
      <Names about={about} unitId={unitId} />
      {unitId ? null : (
        <TextareaField
          label="Why it ends"
          required
          name="reason"
          hint="The owner reads it."
          rows={2}
          maxLength={2000}
          error={refused}
        />
      )}
      <FieldError error={answer && !answer.ok && !refused ? answer.detail : null} />
      <div className="row">
        <Button type="submit" name="intent" value="restore" busy={isBusy}>
          Lift the stop of {name}
        </Button>
      </div>
    </Form>
  )
}

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
      <Form method="post" className="stack mt-3" noValidate>
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
