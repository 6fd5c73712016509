import { Link } from 'react-router'
import { VAN_NAMES } from '#modules/fleet/rules.ts'
import { readablePhone } from '#shared/readable-phone.ts'
import { numberText } from '#shared/number-text.ts'
import { FUEL_NAMES } from '#web/kit/units/fuel-names.ts'
import { UnitStatusBadge } from '#web/kit/units/unit-status.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Facts, type Fact } from '#web/ui/facts.tsx'
import { Plate } from '#web/ui/sign.tsx'
import type { Verification } from './verifications.tsx'

/** Whose unit it is and who drives it: two things, for a company with several vans. */
export function AboutUnit({ verification }: { verification: Verification }) {
  const { workingUnit, company, owner, people, vehicle } = verification
  const fuel = vehicle && FUEL_NAMES[vehicle.fuel]
  const facts: Fact[] = [
    { name: 'Company', value: company.legalName ? `${company.name} (${company.legalName})` : company.name },
    { name: 'Owner', value: owner?.name ?? 'Not known' },
    { name: 'Who drives', value: <People people={people} /> },
    { name: 'Van', value: vehicle ? `${vehicle.make} ${vehicle.model}, ${VAN_NAMES[vehicle.category]}` : 'None' },
  ]
  const more: Fact[] = [
    { name: 'Unit', value: workingUnit.name },
    { name: 'Fuel', value: vehicle?.euroClass == null ? (fuel ?? '–') : `${fuel}, Euro ${vehicle.euroClass}` },
    { name: 'Payload', value: vehicle?.payloadKg ? `${numberText(vehicle.payloadKg)} kg` : 'By category' },
    { name: 'Insurance number', value: company.insuranceNumber ?? 'Not given' },
    { name: 'Owner’s email', value: owner?.email ?? 'Not given' },
    { name: 'Owner’s phone', value: owner?.phone ? readablePhone(owner.phone) : 'Not given' },
  ]
  return (
    <section className="card about-unit flex wraps level apart p-4" aria-label="The unit">
      <Facts className="facts facts--wide cells cols-2 g-2-4" facts={facts} />
      <div className="row gap-2">
        {vehicle ? <Plate registration={vehicle.registration} big /> : null}
        <UnitStatusBadge status={workingUnit.status} />
      </div>
      {/* The papers are what is looked at: on a small screen they begin as high as possible. */}
      <Disclosure summary="More about it" className="about-unit__more">
        <Facts className="facts facts--wide cells cols-2 g-2-4" facts={more} />
      </Disclosure>
    </section>
  )
}

const STATES = { checked: 'checked', waiting: 'waiting to be checked', unchecked: 'not checked' } as const

/** The right to work is checked per person, at a desk of its own. */
function People({ people }: { people: Verification['people'] }) {
  if (people.length === 0) return 'No one named yet'
  return (
    <ul className="list">
      {people.map(({ id, name, state }) => (
        <li key={id}>
          <Link to={`/admin/verifications/people?person=${id}`}>{name}</Link>
          <span className="muted small"> {STATES[state]}</span>
        </li>
      ))}
    </ul>
  )
}
