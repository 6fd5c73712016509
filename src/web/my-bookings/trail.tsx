import { Check } from 'lucide-react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { TrailStep } from './booking-view.ts'

/** What has happened and what comes next. */
export function Trail({ steps }: { steps: readonly TrailStep[] }) {
  if (steps.length === 0) return null
  return (
    <section className="card" aria-labelledby="next">
      <h2 className="h3" id="next">
        What happens next
      </h2>
      <ol className="trail mt-4">
        {steps.map(({ state, title, time, text }, index) => (
          <li
            key={title}
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
