import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { heavyVanText, isHeavy, payloadOf, type Masses } from '#modules/fleet/vans/rules.ts'
import type { VanCategory } from '#modules/fleet/rules.ts'
import { wholeNumberOf } from '#web/kit/forms/form-text.ts'
import { numberText } from '#shared/texts.ts'
import type { Unit } from '#web/kit/units/chosen-unit.server.ts'
import { Badge } from '#web/ui/badge.tsx'
import { InputField } from '#web/ui/field.tsx'

interface MassFieldsProps {
  van: Unit['vehicle']
  facts: Unit['vanFacts']
  /** Null until one is chosen. */
  category: VanCategory | null
  isElectric: boolean
  errorOf: (path: string) => string | undefined
}

/** What the van weighs and carries, as its V5C says; with both weights the payload follows. */
export function MassFields({ van, facts, category, isElectric, errorOf }: MassFieldsProps) {
  const [masses, setTyped] = useState<Masses>({
    grossWeightKg: van?.grossWeightKg ?? null,
    kerbWeightKg: van?.kerbWeightKg ?? null,
    payloadKg: van?.payloadKg ?? null,
  })
  const change = (name: keyof Masses) => (event: { target: { value: string } }) =>
    setTyped((before) => ({ ...before, [name]: wholeNumberOf(event.target.value) }))
  const { grossWeightKg: gross, kerbWeightKg: kerb } = masses
  const between = gross !== null && kerb !== null ? gross - kerb : null
  const heavy = heavyVanText(gross, isElectric)
  return (
    <fieldset className="field masses">
      <legend className="label vanform__legend">
        Weights <small>(optional, in kg)</small>
      </legend>
      <div className="fields">
        <InputField
          label="Gross weight"
          hint="F.1 on the V5C, or its “revenue weight”"
          name="gross_weight_kg"
          width="third"
          inputMode="numeric"
          maxLength={10}
          defaultValue={van?.grossWeightKg ?? ''}
          onChange={change('grossWeightKg')}
          error={errorOf('gross_weight_kg')}
        />
        <InputField
          label="Kerb weight"
          hint="G on the V5C, “mass in service”"
          name="kerb_weight_kg"
          width="third"
          inputMode="numeric"
          maxLength={10}
          defaultValue={van?.kerbWeightKg ?? ''}
          onChange={change('kerbWeightKg')}
          error={errorOf('kerb_weight_kg')}
        />
        {between === null ? (
          <InputField
            label="Payload"
            hint="If the V5C has no G: as on the maker’s plate"
            name="payload_kg"
            width="third"
            inputMode="numeric"
            maxLength={10}
            defaultValue={van?.payloadKg ?? ''}
            onChange={change('payloadKg')}
            error={errorOf('payload_kg')}
          />
        ) : (
          // Without a name: both weights say it.
          <InputField
            label="Payload"
            hint="Gross less kerb weight"
            width="third"
            readOnly
            value={between > 0 ? numberText(between) : '–'}
            error={errorOf('payload_kg')}
          />
        )}
      </div>
      <p className="small mt-3" aria-live="polite">
        {isHeavy(gross) ? <b>{heavy}</b> : null}
      </p>
      {category ? <MassesStanding facts={facts} category={category} /> : null}
    </fieldset>
  )
}

/** Weights that searches calculate with today. */
function MassesStanding({ facts, category }: Pick<MassFieldsProps, 'facts'> & { category: VanCategory }) {
  const approved = facts?.approved ?? null
  const isChecked = approved?.payloadKg != null
  const waits = facts?.declared?.status === 'pending' && facts.declared.payloadKg !== approved?.payloadKg
  const counts = numberText(payloadOf(approved ?? { category, payloadKg: null }))
  return (
    <p className="small num row gap-2 mt-2">
      {isChecked ? (
        <Badge tone="green-soft" icon={ShieldCheck}>
          Approved
        </Badge>
      ) : null}
      <span>
        {isChecked
          ? `Jobs are matched to ${counts} kg of load${waits ? ' until the new weights are checked' : ''}.`
          : `Jobs are matched to ${counts} kg of load, what every van of this category carries, until we have checked yours against the V5C.`}
      </span>
    </p>
  )
}
