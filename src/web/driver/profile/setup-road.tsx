import { ArrowRight, Check, ChevronRight, CircleAlert, CircleCheck, Flag, Minus, Pencil } from 'lucide-react'
import { isOperating, type UnitStatus } from '#modules/fleet/units/rules.ts'
import { isWhole } from '#modules/onboarding/rules.ts'
import { type UnitState, useRootData } from '#web/kit/page/root-data.ts'
import { useUnits, UnitButtonLink, UnitLink } from '#web/kit/units/unit-link.tsx'
import type { Unit } from '#web/kit/units/chosen-unit.server.ts'
import { Badge, Icon } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Sign } from '#web/ui/sign.tsx'
import { settingLinks, setupSteps, type SetupItem, type Step } from './setup-steps.ts'

const HOURS = '/working-unit/working-hours'

/** What one unit still needs before its first job, and the way to every setting. */
export function SetupRoad({ state, unit }: { state: UnitState; unit: Unit }) {
  const isOnlyUnit = useUnits().length === 1
  const takesCards = useRootData()?.driver?.takesCards === true
  const steps = setupSteps(state, unit, takesCards)
  const isDone = isWhole(state)
  return (
    <>
      {isDone && state.hasHours ? null : <Progress steps={steps} isDone={isDone} />}
      <h2 className="setup-title">{isDone ? 'Your profile' : 'What’s left'}</h2>
      <ol className="trail setup">
        {steps.map((step, index) => (
          <SetupStep key={step.name} step={step} number={index + 1} isOnlyUnit={isOnlyUnit} />
        ))}
        <li className="is-now wired">
          <span className="trail__pin" aria-hidden="true">
            <Icon of={Flag} />
          </span>
          <div className="setup__go cells cols-end level g-1-3 r-card no-line">
            <h3 className="t-md">{isOperating(state.status) ? 'On the road' : 'Ready to start'}</h3>
            <p>
              {state.hasHours ? 'Change your ' : 'Save your '}
              <UnitLink to={HOURS}>working hours</UnitLink>
              {endOf(state)}
            </p>
            <p>
              <UnitLink className="link-btn" to="/working-unit/bookable">
                See what you’d be shown for, and try a search
              </UnitLink>
            </p>
          </div>
        </li>
      </ol>
      <h2 className="setup-title">More settings</h2>
      <ul className="grid gap-3">
        {settingLinks.map(({ name, to, isOfUnit }) => (
          <li key={to}>
            <UnitLink className="setup__go lifts cells cols-end level g-1-3 r-card no-line" to={to}>
              <h3 className="t-md">{name}</h3>
              <Icon of={ChevronRight} />
              {isOnlyUnit || isOfUnit ? null : <p>{COMPANY}</p>}
            </UnitLink>
          </li>
        ))}
      </ul>
    </>
  )
}

const COMPANY = 'For the whole company'

const UNCHECKED: readonly UnitStatus[] = ['not_ready_for_a_job', 'pending_verification', 'verification_failed']

/** Jobs come once the office has checked, whatever is saved. */
function endOf({ hasHours, status }: UnitState): string {
  if (UNCHECKED.includes(status)) return '. Jobs start coming in once we’ve checked your documents.'
  return hasHours ? ' whenever you like.' : ' and jobs start coming in.'
}

function Progress({ steps, isDone }: { steps: readonly Step[]; isDone: boolean }) {
  const next = steps.find(({ state }) => state === 'next')
  const count = steps.filter(({ state }) => state === 'done').length
  return (
    <Sign className="cells cols-end-s level g-4" aria-label="Setup progress">
      <div>
        <p className="sign__big">{count} of 6 done</p>
        <p className="mt-1">{isDone ? 'Next: your working hours' : `Next: ${next?.todo ?? ''}`}</p>
      </div>
      <UnitButtonLink look="primary" size="big" to={isDone ? HOURS : (next?.to ?? '/')}>
        {isDone ? 'Set working hours' : (next?.action ?? 'Carry on')}
      </UnitButtonLink>
      <div className="setup-sign__bar across cells h-3" aria-hidden="true">
        {steps.map(({ name, state }) => (
          <i key={name} className={state === 'done' ? 'is-on' : undefined} />
        ))}
      </div>
    </Sign>
  )
}

const badges = {
  done: { tone: 'green-soft', icon: CircleCheck, words: 'Done' },
  next: { tone: 'yellow', icon: ArrowRight, words: 'Next' },
  todo: { tone: 'off', icon: Pencil, words: 'To do' },
} as const

function SetupStep({ step, number, isOnlyUnit }: { step: Step; number: number; isOnlyUnit: boolean }) {
  const { tone, icon, words: label } = badges[step.state]
  return (
    <li className={classNames('wired', step.state !== 'todo' && `is-${step.state}`)}>
      <span className="trail__pin" aria-hidden="true">
        {step.state === 'done' ? <Icon of={Check} /> : number}
      </span>
      <UnitLink className="setup__go lifts cells cols-end level g-1-3 r-card no-line" to={step.to}>
        <span className="row gap-2">
          <h3 className="t-md">{step.name}</h3>
          <Badge tone={tone} icon={icon}>
            {label}
          </Badge>
        </span>
        <Icon of={ChevronRight} />
        {step.isOfCompany && !isOnlyUnit ? <p>{COMPANY}</p> : null}
        {step.items.length > 0 ? (
          <ul className="todo ticks">
            {step.items.map((item) => (
              <TodoItem key={item.text} item={item} />
            ))}
          </ul>
        ) : null}
      </UnitLink>
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
