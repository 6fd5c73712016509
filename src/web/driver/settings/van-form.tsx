import { useState, useEffect } from 'react'
import { useFetcher } from 'react-router'
import { VAN_DETAILS } from '#modules/fleet/data.ts'
import { VAN_PLACE } from '#modules/fleet/documents/declarations-rules.ts'
import { canHaveTailLift, isVanCategory, VAN_CATEGORIES, VAN_NAMES, type VanCategory } from '#modules/fleet/rules.ts'
import { FUELS, isFuel, type Fuel } from '#modules/fleet/vans/rules.ts'
import { meetsZoneStandard } from '#modules/pricing/road-charges/rules.ts'
import { numberText } from '#shared/texts.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { SettingsForm } from '#web/kit/forms/settings-form.tsx'
import { useArrival } from '#web/kit/page/arrival.ts'
import type { Unit } from '#web/kit/units/chosen-unit.server.ts'
import { FUEL_NAMES } from '#web/kit/units/unit-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckBox } from '#web/ui/choice.tsx'
import { useDialogs, Dialog } from '#web/ui/dialog.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { InputField, SelectField, FieldError } from '#web/ui/field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { Van } from '#web/ui/van.tsx'
import { MassFields } from './mass-fields.tsx'
import { ChangeNotice, useChangeNotice, VanStanding } from './van-change.tsx'

interface Maker {
  id: number
  name: string
  models: readonly { name: string; vanCategories: readonly VanCategory[] }[]
}

interface VanFormProps {
  unitId: string
  /** Van as it counts today. */
  van: Unit['vehicle']
  facts: Unit['vanFacts']
  makers: readonly Maker[]
}

/** The van of a unit; the drawing follows the fields. */
export function VanForm({ unitId, van, facts, makers }: VanFormProps) {
  const card = useArrival<HTMLElement>(VAN_PLACE)
  return (
    <SettingsForm
      intent="van"
      save="Save van"
      done="Van saved"
      hidden={{ unitId, ...(van ? {} : { isNew: '1' }) }}
      className="sized"
      hasNext={false}
    >
      {(errorOf) => (
        <section className="card" id={VAN_PLACE} tabIndex={-1} ref={card}>
          <div className="card__head">
            <h2 className="h3">Your van</h2>
            {van ? <ResetVan unitId={unitId} registration={van.registration} /> : null}
          </div>
          <VanStanding facts={facts} />
          <VanFields van={facts?.declared ?? van} facts={facts} makers={makers} errorOf={errorOf} />
        </section>
      )}
    </SettingsForm>
  )
}

interface FieldsProps extends Omit<VanFormProps, 'unitId'> {
  errorOf: (path: string) => string | undefined
}

function VanFields({ van, facts, makers, errorOf }: FieldsProps) {
  // Chosen, not guessed: the price of a job and what it may carry depend on them.
  const [category, setCategory] = useState(van?.category ?? null)
  const [fuel, setFuel] = useState(van?.fuel ?? null)
  const [euro, setEuro] = useState(van?.euroClass ?? null)
  const [make, setMake] = useState(van?.make ?? '')
  const { fields, notice, readNotice } = useChangeNotice(facts)
  const models = makers.find(({ name }) => name === make)?.models ?? []
  return (
    <>
      {category ? (
        <VanShown category={category} fuel={fuel} euro={euro} payloadKg={facts?.approved?.payloadKg ?? null} />
      ) : null}
      <div className="fields" ref={fields} onChange={readNotice}>
        <InputField
          label="Registration"
          name="registration"
          required
          inputClass="plate-input heavy t-center r-plate"
          placeholder=" "
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={10}
          defaultValue={van?.registration ?? ''}
          error={errorOf('registration')}
        />
        <SelectField
          label="Make"
          name="make"
          width="half"
          defaultValue={make}
          onChange={(event) => setMake(event.target.value)}
          error={errorOf('make')}
        >
          <option value="">Choose</option>
          {makers.some(({ name }) => name === make) || make === '' ? null : <option>{make}</option>}
          {makers.map(({ id, name }) => (
            <option key={id}>{name}</option>
          ))}
        </SelectField>
        <InputField
          label="Model"
          name="model"
          width="half"
          list="models"
          maxLength={60}
          autoComplete="off"
          defaultValue={van?.model ?? ''}
          error={errorOf('model')}
        />
        <datalist id="models">
          {models.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
        <SelectField
          label="Category"
          name="category"
          width="third"
          defaultValue={category ?? ''}
          onChange={({ target: { value } }) => setCategory(isVanCategory(value) ? value : null)}
          error={errorOf('category')}
        >
          {van ? null : <option value="">Choose</option>}
          {VAN_CATEGORIES.map((one) => (
            <option key={one} value={one}>
              {VAN_NAMES[one]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Fuel"
          name="fuel"
          width="third"
          defaultValue={fuel ?? ''}
          onChange={({ target: { value } }) => setFuel(isFuel(value) ? value : null)}
          error={errorOf('fuel')}
        >
          {van ? null : <option value="">Choose</option>}
          {FUELS.map((one) => (
            <option key={one} value={one}>
              {FUEL_NAMES[one]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Euro class"
          name="euro_class"
          width="third"
          disabled={fuel === 'electric'}
          defaultValue={euro ?? ''}
          onChange={({ target: { value } }) => setEuro(value === '' ? null : Number(value))}
          error={errorOf('euro_class')}
        >
          {van?.euroClass === undefined || van.euroClass === null ? <option value="">Choose</option> : null}
          {[7, 6, 5, 4, 3, 2, 1].map((one) => (
            <option key={one} value={one}>
              Euro {one}
            </option>
          ))}
          <option value={0}>Older</option>
        </SelectField>
        <InputField
          label="Year of registration"
          name="year"
          width="half"
          inputMode="numeric"
          maxLength={4}
          defaultValue={van?.year ?? ''}
          error={errorOf('year')}
        />
        <fieldset className="field half">
          <legend className="label vanform__legend">Tail-lift</legend>
          <CheckBox
            name="has_tail_lift"
            defaultChecked={van?.hasTailLift ?? false}
            disabled={!category || !canHaveTailLift(category)}
          >
            {category && canHaveTailLift(category)
              ? 'This van has a tail-lift.'
              : 'This van has a tail-lift. Only a Luton Van can have one.'}
          </CheckBox>
          {errorOf('has_tail_lift') ? <p className="error">{errorOf('has_tail_lift')}</p> : null}
        </fieldset>
        <MassFields van={van} facts={facts} category={category} isElectric={fuel === 'electric'} errorOf={errorOf} />
      </div>
      <ChangeNotice notice={notice} />
    </>
  )
}

function zonesText(fuel: Fuel | null, euroClass: number | null): string {
  if (fuel === null || (fuel !== 'electric' && euroClass === null)) return 'Depends on fuel and Euro class'
  return meetsZoneStandard({ fuel, euroClass }) ? 'Nothing to pay' : 'Pays, and may not enter Scotland’s zones'
}

interface ShownProps {
  category: VanCategory
  fuel: Fuel | null
  /** Null where it is not chosen yet, and of an electric van. */
  euro: number | null
  /** Approved payload; null if the figures of the category count. */
  payloadKg: number | null
}

function VanShown({ category, fuel, euro, payloadKg }: ShownProps) {
  const { lengthCm, overCabLengthCm, heightCm, widthCm, volumeM3, payloadMinKg, payloadMaxKg } = VAN_DETAILS[category]
  const metres = (cm: number) => (cm / 100).toFixed(2)
  const length = overCabLengthCm > 0 ? `${metres(lengthCm)}+${metres(overCabLengthCm)}` : metres(lengthCm)
  const facts = [
    { name: 'Load space', value: `${length} × ${metres(heightCm)} × ${metres(widthCm)} m` },
    { name: 'Volume', value: `${volumeM3} m³` },
    { name: 'Payload', value: payloadKg ? `${numberText(payloadKg)} kg` : `${payloadMinKg}–${payloadMaxKg} kg` },
    { name: 'ULEZ, clean air zones', value: zonesText(fuel, euro) },
  ]
  return (
    <div className="vanform__show cells g-3 p-4 r-control bg-paper mb-4">
      <div className="kerb">
        <Van category={category} />
      </div>
      <Facts className="facts facts--wide" facts={facts} />
    </div>
  )
}

/** Starts the unit over, because a new van needs other documents. */
function ResetVan({ unitId, registration }: { unitId: string; registration: string }) {
  const { open } = useDialogs()
  const ask = () => open(<ResetVanDialog unitId={unitId} registration={registration} />)
  return (
    <Button size="small" onClick={ask}>
      Change van
    </Button>
  )
}

function ResetVanDialog({ unitId, registration }: { unitId: string; registration: string }) {
  const fetcher = useFetcher<Answer>()
  const { closeAll } = useDialogs()
  const showToast = useToast()
  const saved = fetcher.state === 'idle' ? fetcher.data : undefined
  useEffect(() => {
    if (!saved?.ok) return
    closeAll()
    showToast({ title: `${registration} removed` })
  }, [saved, closeAll, showToast, registration])
  return (
    <Dialog title="Change to another van?">
      <p className="muted">
        {registration} and the documents that name it will be removed. This unit gets no jobs until the new van’s
        documents are approved.
      </p>
      <FieldError error={saved && !saved.ok ? saved.detail : null} />
      <fetcher.Form method="post" action="/settings/driving-profile" className="dialog__acts">
        <input type="hidden" name="intent" value="reset-van" />
        <input type="hidden" name="unitId" value={unitId} />
        <Button type="submit" look="danger" size="big" busy={fetcher.state !== 'idle'}>
          Remove {registration}
        </Button>
        <Button size="big" onClick={closeAll}>
          Keep it
        </Button>
      </fetcher.Form>
    </Dialog>
  )
}
