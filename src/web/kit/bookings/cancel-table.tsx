import { cancellationRows, stepsFromWire, type WireStep } from '#modules/pricing/terms/rules.ts'
import { Facts } from '#web/ui/facts.tsx'

interface CancelTableProps {
  steps: readonly WireStep[]
  now: Date
  isConfirmed: boolean
  /** Of a booking: the step that holds now is marked. */
  marksNow?: boolean
}

/** What cancelling costs, by when, in pounds. */
export const CancelTable = ({ steps, now, isConfirmed, marksNow }: CancelTableProps) => (
  <Facts
    className="terms num"
    facts={cancellationRows(stepsFromWire(steps), now, isConfirmed).map(({ when, cost }, index) => ({
      name: when,
      value: cost,
      ...(marksNow && index === 0 ? { now: 'This is where you are' } : {}),
    }))}
  />
)
