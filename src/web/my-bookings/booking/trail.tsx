import { Check } from 'lucide-react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { TrailStep } from '../booking-view.ts'

/** What has happened and what comes next. */
export function Trail({ steps, isOver }: { steps: readonly TrailStep[]; isOver: boolean }) {
  if (steps.length === 0) return null
  return (
    <section className="card" aria-labelledby="next">
      <h2 className="h3" id="next">
        {isOver ? 'What happened' : 'What happens next'}
      </h2>
      <ol className="trail mt-4">
        {steps.map(({ state, title, time, text }, index) => (
          <li
            // The same may happen twice: two drivers may give it back.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            className={classNames(state !== 'next' && `is-${state}`)}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            <span className="trail__pin">{state === 'done' ? <Icon of={Check} /> : index + 1}</span>
            <div>
              <b>
                {title}
                {state === 'done' ? <span className="vh"> (done)</span> : null}
                {time ? <time>{time}</time> : null}
              </b>
              {text ? <p className="small muted">{text}</p> : null}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
