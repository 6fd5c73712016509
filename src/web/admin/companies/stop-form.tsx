import { Form, useNavigation } from 'react-router'
import { errorAt } from '#web/kit/forms/answer.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { FieldError, TextareaField } from '#web/ui/field.tsx'
import { answerTo, stopTexts, type CompanyUnit, type Sent } from './company-texts.ts'

interface StopFormProps {
  /** "Pennant & Daughters", "LK72 VNF" */
  name: string
  /** All of a company, or one. */
  units: readonly CompanyUnit[]
  /** Of one unit; absent for all of the company. */
  unitId?: string
  sent: Sent | undefined
}

/** Blocks or deactivates one unit or all of a company, and says before what becomes of their jobs. */
export function StopForm({ name, units, unitId, sent }: StopFormProps) {
  const about = unitId ?? 'company'
  const answer = answerTo(sent, about)
  const isBusy = useNavigation().formData?.get('about') === about
  const refused = errorAt(answer, 'reason')
  return (
    <Disclosure summary={`Block or deactivate ${name}`} isOpen={answer?.ok === false}>
      <Form method="post" className="stack mt-3">
        <Names about={about} unitId={unitId} />
        {stopTexts(units).map((text) => (
          <p key={text} className="small">
            {text}
          </p>
        ))}
        <TextareaField
          label="Why"
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
    <Form method="post" className="stack">
      <Names about={about} unitId={unitId} />
      {unitId ? null : (
        <TextareaField
          label="Why it ends"
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
