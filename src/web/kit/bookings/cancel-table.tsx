import { cancellationRows, stepsFromWire, type WireStep } from '#modules/pricing/cancellation/rules.ts'
import { Facts } from '#web/ui/facts.tsx'

interface CancelTableProps {
  steps: readonly WireStep[]
  now: Date
  isConfirmed: boolean
}

/** What cancelling costs, by when, in pounds. */
export const CancelTable = ({ steps, now, isConfirmed }: CancelTableProps) => (
  <Facts
    className="terms num"
    facts={cancellationRows(stepsFromWire(steps), now, isConfirmed).map(({ when, cost }) => ({
      name: when,
      value: cost,
    }))}
  />
)
