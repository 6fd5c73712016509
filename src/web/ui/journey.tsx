import { Link } from 'react-router'
import { classNames } from './class-names.ts'

export interface JourneyStep {
  name: string
  to: string
  /** Filled in: shown with a tick, and a link back. */
  isDone: boolean
  isNow: boolean
}

/** The steps of a booking along a road. Below 992 px only the current name is visible; the others remain for screen readers. */
export function Journey({ steps }: { steps: readonly JourneyStep[] }) {
  return (
    <nav aria-label="Booking steps">
      <ol className="journey flex level">
        {steps.map((step) => (
          <li key={step.to} className={classNames(step.isDone && !step.isNow && 'is-done', step.isNow && 'is-now')}>
            {step.isDone && !step.isNow ? (
              <Link to={step.to}>{step.name}</Link>
            ) : (
              <span aria-current={step.isNow ? 'step' : undefined}>{step.name}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
