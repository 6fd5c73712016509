import { Check } from 'lucide-react'
import { CREW_SIZE, HELP_LEVELS, helpLevelsFor, LIFTING_PEOPLE, type HelpLevel } from '#modules/fleet/rules.ts'
import { heavyPieces, liftingWarning, SAY_WHO_LIFTS_KG, suggestedHelp } from '#modules/quoting/load/rules.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FieldError } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { Person } from '#web/ui/van.tsx'
import { useFlow } from '../flow-context.tsx'
import { askedItems, loadOfOrder } from '#web/kit/bookings/load.ts'

const helpLevelTexts: Record<HelpLevel, { name: string; detail: string }> = {
  no_help: { name: 'No help required', detail: 'The driver drives, you load' },
  driver_helps: { name: '1 man', detail: '(driver helps)' },
  one_porter: { name: '2 men', detail: '(driver helps + 1 helper)' },
  two_porters: { name: '3 men', detail: '(driver helps + 2 helpers)' },
}

/** The help level. Levels with more people than the van has seats are not offered. */
export function HelpLevelChoice({ error }: { error?: string }) {
  const { order, dispatch } = useFlow()
  const { van, help, tooHeavy } = loadOfOrder(order)
  const items = askedItems(order.items)
  const lifting = tooHeavy ? undefined : liftingWarning(items, help)
  const suggested = suggestedHelp(items)
  const offered = van ? helpLevelsFor(van) : HELP_LEVELS
  return (
    <section className="sec" aria-labelledby="who-lifts">
      <h2 id="who-lifts">Who’s lifting?</h2>
      <p className="muted">{liftersText(heavyPieces(items))}</p>
      <fieldset
        className="help-choice cells g-3"
        id="helpLevel"
        aria-describedby={error || tooHeavy ? 'help-level-error' : undefined}
      >
        <legend className="vh">Who’s lifting</legend>
        {offered.map((level) => (
          <label key={level} className="pick">
            <input
              className="vh"
              type="radio"
              name="help"
              value={level}
              checked={help === level}
              onChange={() => dispatch({ type: 'help-level-changed', helpLevel: level })}
            />
            <span
              className={classNames('help-choice__people flex g-h', LIFTING_PEOPLE[level] === 0 && 'is-none')}
              aria-hidden="true"
            >
              {Array.from({ length: CREW_SIZE[level] }, (_, index) => (
                <Person key={index} />
              ))}
            </span>
            <span>
              <b className="block-box lh-125">{helpLevelTexts[level].name}</b>
              <span className="small muted block-box">
                {level === suggested ? <span className="toned tone-good mid">Suggested </span> : null}
                {helpLevelTexts[level].detail}
              </span>
            </span>
            <span className="pick__tick push">
              <Icon of={Check} />
            </span>
          </label>
        ))}
      </fieldset>
      {offered.length < HELP_LEVELS.length ? (
        <p className="small muted mt-2">A Small Van has two seats, so three men need a bigger one.</p>
      ) : null}
      <FieldError id="help-level-error" error={tooHeavy ? undefined : error} />
      <div aria-live="polite">
        {tooHeavy ? (
          <Banner tone="bad" className="mt-4" title="Too heavy for one person">
            <p id="help-level-error">{tooHeavy.text}</p>
            <TakeTwoMen />
          </Banner>
        ) : null}
        {lifting ? (
          <Banner className="mt-4" title="Who lifts">
            <p>{lifting.detail}</p>
            <TakeTwoMen />
          </Banner>
        ) : null}
      </div>
    </section>
  )
}

/** "The Upright piano weighs 220 kg and needs two people. So does each of your 9 pieces over 25 kg." */
export function liftersText(heavy: ReturnType<typeof heavyPieces>): string {
  if (!heavy)
    return `No one lifts more than ${SAY_WHO_LIFTS_KG} kg alone: stairs, a sofa or anything heavier takes two.`
  const first = `The ${heavy.name.charAt(0).toLowerCase()}${heavy.name.slice(1)} weighs ${heavy.kg} kg and needs two people.`
  return heavy.count > 1 ? `${first} So does each of your ${heavy.count} pieces over ${SAY_WHO_LIFTS_KG} kg.` : first
}

/** A suggestion: what was chosen stays until somebody presses it. */
function TakeTwoMen() {
  const { order, dispatch } = useFlow()
  const { van } = loadOfOrder(order)
  const take = () => {
    // The crew alone changes: with more people on board another van might be suggested, a screen away and unseen.
    if (van) dispatch({ type: 'van-selected', van })
    dispatch({ type: 'help-level-changed', helpLevel: 'one_porter' })
  }
  return (
    <Button size="small" className="mt-3" onClick={take}>
      Take 2 men
    </Button>
  )
}
