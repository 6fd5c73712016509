import { Facts } from '#web/ui/facts.tsx'
import { cancelRows } from './cancellation-cost.ts'

/** What cancelling costs, by when. */
export const CancelTable = ({ start, now }: { start: Date; now: Date }) => (
  <Facts className="terms num" facts={cancelRows(start, now).map(({ when, cost }) => ({ name: when, value: cost }))} />
)
