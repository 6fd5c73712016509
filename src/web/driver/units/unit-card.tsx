import { useFetcher } from 'react-router'
import { VAN_DETAILS } from '#modules/fleet/data.ts'
import { VAN_NAMES } from '#modules/fleet/rules.ts'
import { errorAt, type Answer } from '#web/kit/forms/answer.ts'
import { useSession } from '#web/kit/page/root-data.ts'
import type { Unit } from '#web/kit/units/chosen-unit.server.ts'
import { UnitButtonLink } from '#web/kit/units/unit-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { InputField } from '#web/ui/field.tsx'
import { Plate } from '#web/ui/sign.tsx'
import { Van } from '#web/ui/van.tsx'
import { progressStagesOf, vanText } from './unit-texts.ts'

/** The van, its plate and the unit's progress towards its first job. */
export function UnitCard({ unit }: { unit: Unit }) {
  const { vehicle } = unit
  return (
    <section className="card unit sized" aria-labelledby="unit-title">
      <div className="card__head">
        <h2 className="h3 long" id="unit-title">
          {unit.name}
        </h2>
      </div>
      {vehicle ? (
        <>
          <div className="kerb mid-x pt-3">
            <Van category={vehicle.category} />
          </div>
          <div className="row row--apart mt-3 mb-4">
            <span>
              <b>{VAN_NAMES[vehicle.category]}</b>
              <br />
              <span className="small muted">
                {vanText(vehicle)}, {VAN_DETAILS[vehicle.category].volumeM3} m³
              </span>
            </span>
            <Plate registration={vehicle.registration} />
          </div>
        </>
      ) : (
        <p className="muted mb-4">No van yet.</p>
      )}
      {unit.isDeactivated ? null : <Ladder unit={unit} />}
      <UnitButtonLink size="small" to="/working-unit" className="mt-4">
        Unit settings
      </UnitButtonLink>
    </section>
  )
}

function Ladder({ unit }: { unit: Unit }) {
  const rungs = progressStagesOf(unit)
  return (
    <ol className="marks muted">
      {rungs.map(({ name, detail, state }) => (
        <li
          key={name}
          className={state === 'ahead' ? undefined : `is-${state}`}
          aria-current={state === 'now' || state === 'bad' ? 'step' : undefined}
        >
          <span>
            {state === 'done' || state === 'bad' ? <b>{name}</b> : name}
            {detail}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** A new working unit. The answer leads to its van. */
function UnitForm({ name, wide }: { name?: string; wide?: boolean }) {
  const fetcher = useFetcher<Answer>()
  const saved = fetcher.state === 'idle' ? fetcher.data : undefined
  return (
    <fetcher.Form method="post" action="/working-unit" className="stack" noValidate>
      <input type="hidden" name="intent" value="add" />
      <InputField
        label="Driver’s name"
        hint="Customers see this"
        name="name"
        required
        maxLength={120}
        defaultValue={name}
        error={errorAt(saved, 'name') ?? (saved && !saved.ok ? saved.detail : null)}
      />
      <Button type="submit" look="primary" size="big" wide={wide} busy={fetcher.state !== 'idle'}>
        Add the unit
      </Button>
    </fetcher.Form>
  )
}

/** Adds a unit: a second driver with a second van. The answer leads to its van, which closes the dialog. */
export const AddUnitDialog = () => (
  <Dialog title="Another working unit">
    <p className="muted">Each van has its own driver, documents, area and hours. Prices are the company’s.</p>
    <UnitForm wide />
  </Dialog>
)

/** A company starts with one working unit: a driver and, next, a van. */
export const FirstUnit = () => (
  <section className="card stack">
    <h2 className="h3">Your first working unit</h2>
    <p className="muted">Each van has its own driver, documents, area and hours. You can add more vans later.</p>
    <UnitForm name={useSession()?.firstName ?? ''} />
  </section>
)
