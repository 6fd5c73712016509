import { cancelRows } from './cancellation-cost.ts'

/** What cancelling costs, by when. */
export const CancelTable = ({ start, now }: { start: Date; now: Date }) => (
  <dl className="terms num">
    {cancelRows(start, now).map(({ when, cost }) => (
      <div key={when}>
        <dt>{when}</dt>
        <dd>{cost}</dd>
      </div>
    ))}
  </dl>
)
