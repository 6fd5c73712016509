import { Star } from 'lucide-react'
import { UnitButtonLink } from '#web/kit/units/unit-link.tsx'
import { getOverview } from '#modules/onboarding/overview/contract.ts'
import { isDeactivated, isOperating } from '#modules/fleet/units/rules.ts'
import { localDayOf, type LocalDay } from '#shared/local-time.ts'
import { dataOf, needDriver } from '#web/kit/session/gate.server.ts'
import { nowIn } from '#web/kit/page/clock.ts'
import { SetupPrompt } from '#web/driver/setup/setup-prompt.tsx'
import { chooseUnit, type ChosenUnit } from '#web/kit/units/chosen-unit.server.ts'
import { FirstUnit } from '#web/driver/units/first-unit.tsx'
import { PauseCard } from '#web/driver/units/pause-card.tsx'
import { UnitCard } from '#web/driver/units/unit-card.tsx'
import { UnitStatusBadge } from '#web/kit/units/unit-status.tsx'
import { useChosenUnit } from '#web/kit/units/chosen-unit.ts'
import { UnitSwitcher } from '#web/kit/units/unit-switcher.tsx'
import { pageMeta } from '#web/kit/page/page-meta.ts'
import { Page } from '#web/ui/page.tsx'
import type { Route } from './+types/driver-profile'
import { Overview, type UnitAtAGlance } from './overview.tsx'
import { readLive, type LiveUnit } from './live/live.server.ts'
import { Live } from './live/live.tsx'
import { SetupRoad } from './setup-road.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Driver Profile' })

interface Loaded extends ChosenUnit {
  overview: readonly UnitAtAGlance[] | null
  /** Of a unit that takes jobs. */
  live: LiveUnit | null
  today: LocalDay
}

/** One van's profile; of several, where none is named, all at a glance. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needDriver(context)
  const today = localDayOf(nowIn(context))
  if (!url.searchParams.has('unit')) {
    const { units } = dataOf(await call(getOverview))
    if (units.length > 1) return { units: [], unit: null, overview: units, live: null, today }
  }
  const chosen = await chooseUnit(call, { url })
  const live = chosen.unit && isOperating(chosen.unit.status) ? await readLive(call, chosen.unit.id) : null
  return { ...chosen, overview: null, live, today }
}

export default function DriverProfile({ loaderData: { units, unit, overview, live, today } }: Route.ComponentProps) {
  const state = useChosenUnit()
  if (overview) return <Overview units={overview} today={today} />
  const isStopped = unit !== null && isDeactivated(unit.status)
  return (
    <Page>
      <div className="page__head mb-4">
        <div className="row row--apart">
          <h1>Driver Profile</h1>
          {unit ? <UnitStatusBadge status={unit.status} /> : null}
        </div>
        {units.length > 1 && unit ? <UnitSwitcher units={units} unitId={unit.id} /> : null}
      </div>
      <SetupPrompt />
      <div className="split">
        <div>
          {unit ? null : <FirstUnit />}
          {/* What stops it comes before what is left to do: on a phone the side is far below. */}
          {isStopped ? (
            <div className="mb-4">
              <PauseCard unit={unit} />
            </div>
          ) : null}
          {live ? <Live live={live} /> : null}
          {state && unit ? <SetupRoad state={state} unit={unit} /> : null}
        </div>
        {unit ? (
          <aside className="split__side stack" aria-label="Working unit">
            <UnitCard unit={unit} />
            {/* To take it off is among its settings, away from what is tapped daily. */}
            {unit.status === 'deactivated_by_you' ? <PauseCard unit={unit} /> : null}
            <UnitButtonLink to="/reviews" icon={Star}>
              Reviews by customers
            </UnitButtonLink>
          </aside>
        ) : null}
      </div>
    </Page>
  )
}
