import { Check, ChevronRight, CircleAlert, CircleCheck, Flag, Minus, ArrowRight, Pencil } from 'lucide-react'
import { Link } from 'react-router'
import { isOperating } from '#modules/fleet/units/rules.ts'
import { isWhole } from '#modules/onboarding/rules.ts'
import { needDriver } from '#web/kit/session/gate.server.ts'
import type { DriverState } from '#web/kit/page/driver-state.ts'
import { SetupPrompt } from '#web/driver/setup/setup-prompt.tsx'
import { chooseUnit, type ChosenUnit } from '#web/driver/units/chosen-unit.server.ts'
import { FirstUnit } from '#web/driver/units/first-unit.tsx'
import { PauseCard } from '#web/driver/units/pause-card.tsx'
import { UnitCard } from '#web/driver/units/unit-card.tsx'
import { UnitStatusBadge } from '#web/kit/units/unit-status.tsx'
import { UnitSwitcher } from '#web/driver/units/unit-switcher.tsx'
import { pageMeta } from '#web/kit/page/page-meta.ts'
import { useRootData } from '#web/kit/page/root-data.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import { Sign } from '#web/ui/sign.tsx'
import type { Route } from './+types/driver-profile'
import { readLive, type LiveUnit } from './live/live.server.ts'
import { Live } from './live/live.tsx'
import { settingLinks, setupSteps, type SetupItem, type Step } from './setup-steps.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Driver Profile' })

interface Loaded extends ChosenUnit {
  /** Of a unit that takes jobs. */
  live: LiveUnit | null
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needDriver(context)
  const chosen = await chooseUnit(call, request)
  const { unit } = chosen
  return { ...chosen, live: unit && isOperating(unit.status) ? await readLive(call, unit.id) : null }
}

export default function DriverProfile({ loaderData: { units, unit, live } }: Route.ComponentProps) {
  const driver = useRootData()?.driver ?? null
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
          {live ? <Live live={live} /> : null}
          {driver ? <Setup driver={driver} unit={unit} /> : null}
        </div>
        {unit ? (
          <aside className="split__side stack" aria-label="Working unit">
            <UnitCard unit={unit} />
            <PauseCard unit={unit} />
          </aside>
        ) : null}
      </div>
    </Page>
  )
}

function Setup({ driver, unit }: { driver: DriverState; unit: ChosenUnit['unit'] }) {
  const steps = setupSteps(driver, unit)
  const hasHours = driver.units.some((one) => one.hasHours)
  const next = steps.find(({ state }) => state === 'next')
  const count = steps.filter(({ state }) => state === 'done').length
  const isDone = isWhole(driver.flags)
  return (
    <>
      {isDone && hasHours ? null : (
        <Sign className="setup-sign" aria-label="Setup progress">
          <div>
            <p className="sign__big">{count} of 6 done</p>
            <p className="mt-1">{isDone ? 'Next: your working hours' : `Next: ${next?.todo ?? ''}`}</p>
          </div>
          <ButtonLink look="primary" size="big" to={isDone ? '/working-unit/working-hours' : (next?.to ?? '/')}>
            {isDone ? 'Set working hours' : (next?.action ?? 'Carry on')}
          </ButtonLink>
          <div className="setup-sign__bar" aria-hidden="true">
            {steps.map(({ name, state }) => (
              <i key={name} className={state === 'done' ? 'is-on' : undefined} />
            ))}
          </div>
        </Sign>
      )}
      <h2 className="setup-title">{isDone ? 'Your profile' : 'What’s left'}</h2>
      <ol className="setup">
        {steps.map((step, index) => (
          <SetupStep key={step.name} step={step} number={index + 1} />
        ))}
        <li className="setup__end">
          <span className="setup__pin" aria-hidden="true">
            <Icon of={Flag} />
          </span>
          <div className="setup__go">
            <h3>{hasHours && isDone ? 'On the road' : 'Ready to start'}</h3>
            <p>
              {hasHours ? 'Change your ' : 'Save your '}
              <Link to="/working-unit/working-hours">working hours</Link>
              {hasHours ? ' whenever you like.' : ' and jobs start coming in.'}
            </p>
          </div>
        </li>
      </ol>
      <h2 className="setup-title">More settings</h2>
      <ul className="more-links">
        {settingLinks.map(({ name, to }) => (
          <li key={to}>
            <Link className="setup__go" to={to}>
              <h3>{name}</h3>
              <Icon of={ChevronRight} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

const badges = {
  done: { tone: 'green-soft', icon: CircleCheck, words: 'Done' },
  next: { tone: 'yellow', icon: ArrowRight, words: 'Next' },
  todo: { tone: 'off', icon: Pencil, words: 'To do' },
} as const

function SetupStep({ step, number }: { step: Step; number: number }) {
  const { tone, icon, words } = badges[step.state]
  return (
    <li className={step.state === 'todo' ? undefined : `is-${step.state}`}>
      <span className="setup__pin" aria-hidden="true">
        {step.state === 'done' ? <Icon of={Check} /> : number}
      </span>
      <Link className="setup__go" to={step.to}>
        <span className="row gap-2">
          <h3>{step.name}</h3>
          <Badge tone={tone} icon={icon}>
            {words}
          </Badge>
        </span>
        <Icon of={ChevronRight} />
        {step.items.length > 0 ? (
          <ul className="todo">
            {step.items.map((item) => (
              <TodoItem key={item.text} item={item} />
            ))}
          </ul>
        ) : null}
      </Link>
    </li>
  )
}

const itemIcons = { ok: Check, bad: CircleAlert, miss: Minus }

const TodoItem = ({ item: { state, text } }: { item: SetupItem }) => (
  <li className={`is-${state}`}>
    <Icon of={itemIcons[state]} />
    <span>{text}</span>
  </li>
)
