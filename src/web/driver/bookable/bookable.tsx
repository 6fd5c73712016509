import { ArrowLeft, CircleAlert } from 'lucide-react'
import { getSchedule } from '#modules/calendar/contract.ts'
import { getCompany } from '#modules/companies/contract.ts'
import { listPeople } from '#modules/fleet/people/contract.ts'
import { unitCalled } from '#modules/fleet/units/rules.ts'
import { canComeWith } from '#modules/onboarding/rules.ts'
import { getHourlyRates } from '#modules/pricing/contract.ts'
import { addDays, ALL_HOURS, localDayOf, type LocalDay } from '#shared/local-time.ts'
import { businessDaysOf, toUnitWeek, type ScheduleAnswer } from '#web/driver/calendar/calendar-data.ts'
import { SetupPrompt } from '#web/kit/driver-setup/setup-prompt.tsx'
import { chooseUnit, type ChosenUnit } from '#web/kit/units/chosen-unit.server.ts'
import { FirstUnit } from '#web/driver/units/unit-card.tsx'
import { UnitSwitcher } from '#web/kit/units/unit-switcher.tsx'
import { nowIn } from '#web/kit/page/arrival.ts'
import type { UnitState } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, needDriver } from '#web/kit/session/gate.server.ts'
import { useChosenUnit, UnitLink, UnitStatusBadge } from '#web/kit/units/unit-link.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { Page } from '#web/ui/page.tsx'
import type { Route } from './+types/bookable'
import { isBookable, missingAtAll, notShownFor, shownFor, type Known, type Missing } from './bookable-texts.ts'
import { areaText, placesToTry } from './places.server.ts'
import { nextTimeToTry, type TriedSearch } from './try-out-texts.ts'
import { TryOutSearch } from './try-out.tsx'
import '#web/driver/settings/settings.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'What it can be booked for' })

interface Loaded extends ChosenUnit {
  /** Null without a unit. */
  known: Omit<Known, 'state' | 'unit'> | null
  first: Omit<TriedSearch, 'help'> | null
}

export async function loader({ context, url }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needDriver(context)
  const chosen = await chooseUnit(call, { url })
  const { unit } = chosen
  if (!unit) return { ...chosen, known: null, first: null }
  const { id, basePostcode } = dataOf(await call(getCompany))
  const today = localDayOf(nowIn(context))
  const [tariff, people, schedule] = await Promise.all([
    call(getHourlyRates, { params: { id } }),
    call(listPeople),
    call(getSchedule, { params: { id: unit.id }, query: { from: addDays(today, 1), days: 14 } }),
  ])
  const { districts, basePostcode: base } = unit.operatingArea
  const { vacations } = unit
  const week = { days: businessDaysOf(unit.schedule.entries), vacations, taken: takenDays(dataOf(schedule), unit.id) }
  return {
    ...chosen,
    known: { rates: dataOf(tariff).rates, people: dataOf(people), area: areaText(districts), today },
    first: { ...placesToTry(districts, base ?? basePostcode), ...nextTimeToTry(week, today) },
  }
}

/** Days on which something else than the usual hours counts. */
function takenDays(schedule: ScheduleAnswer, unitId: string): LocalDay[] {
  const { bookings, availability } = toUnitWeek(schedule, unitId)
  return [
    ...bookings.flatMap(({ startAt, endAt }) => [localDayOf(new Date(startAt)), localDayOf(new Date(endAt))]),
    ...availability.flatMap(({ day, freeHours }) => (freeHours === ALL_HOURS ? [] : [day])),
  ]
}

export default function BookablePage({ loaderData: { units, unit, known, first } }: Route.ComponentProps) {
  const state = useChosenUnit()
  return (
    <Page>
      <UnitLink className="link-btn" to="/working-unit">
        <Icon of={ArrowLeft} />
        Working unit
      </UnitLink>
      <div className="page__head mb-4">
        <div className="row row--apart">
          <h1>What {state ? unitCalled(state) : 'your van'} can be booked for</h1>
          {unit ? <UnitStatusBadge status={unit.status} /> : null}
        </div>
        {units.length > 1 && unit ? <UnitSwitcher units={units} unitId={unit.id} /> : null}
      </div>
      <SetupPrompt />
      {unit && state && known && first ? (
        <div className="stack">
          <ShownFor known={{ ...known, unit, state }} />
          <TryOutSearch key={unit.id} unit={state} first={{ ...first, help: firstCrew(state) }} />
        </div>
      ) : null}
      {unit ? null : <FirstUnit />}
    </Page>
  )
}

/** One that can be booked, with the driver lifting where that is one of them. */
function firstCrew({ crews }: UnitState): TriedSearch['help'] {
  const can = canComeWith(crews)
  return can.includes('driver_helps') ? 'driver_helps' : (can[0] ?? crews[0]?.helpLevel ?? 'driver_helps')
}

function ShownFor({ known }: { known: Known }) {
  const [missing, others] = [missingAtAll(known), notShownFor(known)]
  return (
    <section className="card" aria-labelledby="shown-for">
      <h2 className="h3" id="shown-for">
        You’d be shown for
      </h2>
      {isBookable(known) ? null : <p className="mt-2">Nothing yet: what’s missing is listed below.</p>}
      <Facts className="facts as-typed mt-3" facts={shownFor(known)} />
      <MissingList title="Before it is shown at all" list={missing} />
      <MissingList title="Not offered for" list={others} />
    </section>
  )
}

function MissingList({ title, list }: { title: string; list: readonly Missing[] }) {
  if (list.length === 0) return null
  return (
    <>
      <h3 className="mt-4">{title}</h3>
      <ul className="stack gap-3 mt-2 small">
        {list.map(({ text, fix }) => (
          <li key={text} className="flex g-2 items-start">
            <Icon of={CircleAlert} />
            <span className="long">
              {text} {fix ? <UnitLink to={fix.to}>{fix.action}</UnitLink> : null}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
