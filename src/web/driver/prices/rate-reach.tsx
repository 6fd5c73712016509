import { unitCalled } from '#modules/fleet/units/rules.ts'
import type { UnitState } from '#web/kit/page/driver-state.ts'
import { UnitLink } from '#web/kit/units/unit-link.tsx'
import { CREW_REASON_WORDS } from './crew-reasons.ts'
import { HELP_COLUMNS } from './rates-form.ts'

/** Which vans the saved rates reach, and what keeps a rate from reaching one: no rate is without effect unnoticed. */
export function RateReach({ units }: { units: readonly UnitState[] }) {
  const withVan = units.filter(({ vanCategory }) => vanCategory !== null)
  if (withVan.length === 0) return null
  return (
    <section className="card" aria-labelledby="reach">
      <h2 className="h3" id="reach">
        What your saved rates cover
      </h2>
      <ul className="stack gap-3 mt-3">
        {withVan.map((unit) => (
          <li key={unit.id}>
            <b>{unitCalled(unit)}</b>: {offeredText(unit)}{' '}
            <UnitLink to="/working-unit/bookable" unitId={unit.id}>
              See what it can be booked for
            </UnitLink>
            <ul className="small muted">
              {unit.crews.map(({ helpLevel, whyNot }) =>
                whyNot === null || whyNot === 'rate' ? null : (
                  <li key={helpLevel}>
                    {HELP_COLUMNS[helpLevel].name}: {CREW_REASON_WORDS[whyNot].text}{' '}
                    <UnitLink to={CREW_REASON_WORDS[whyNot].to} unitId={unit.id}>
                      {CREW_REASON_WORDS[whyNot].action}
                    </UnitLink>
                  </li>
                ),
              )}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}

function offeredText({ crews }: UnitState): string {
  const names = crews.filter(({ whyNot }) => whyNot === null).map(({ helpLevel }) => HELP_COLUMNS[helpLevel].name)
  return names.length > 0 ? `${names.join(', ')}.` : 'nothing yet.'
}
