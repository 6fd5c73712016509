import { useId } from 'react'
import { Form, useLocation, useNavigate } from 'react-router'
import { unitPath } from '#modules/fleet/rules.ts'
import { Plate } from '#web/ui/sign.tsx'
import type { UnitName } from './chosen-unit.server.ts'

interface UnitSwitcherProps {
  units: readonly UnitName[]
  unitId: string
}

/** Which van this page is about, always with plate and name; of several a choice, which is kept in the address. */
export function UnitSwitcher({ units, unitId }: UnitSwitcherProps) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const id = useId()
  const [only] = units
  if (units.length < 2) {
    return only ? (
      <p className="row gap-2">
        {only.registration ? <Plate registration={only.registration} /> : null}
        <span className="muted">{only.name}</span>
      </p>
    ) : null
  }
  return (
    <Form className="switcher" action={pathname}>
      <label className="vh" htmlFor={id}>
        Working unit
      </label>
      <select
        id={id}
        className="input"
        name="unit"
        value={unitId}
        onChange={(event) => void navigate(unitPath(pathname, event.target.value), { preventScrollReset: true })}
      >
        {units.map((unit) => (
          <option key={unit.id} value={unit.id}>
            {unit.registration ? `${unit.registration}, ${unit.name}` : unit.name}
          </option>
        ))}
      </select>
      <noscript>
        <button className="btn btn--small">Show</button>
      </noscript>
    </Form>
  )
}
