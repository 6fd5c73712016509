import { DurationSelect } from '#web/ui/duration-select.tsx'
import { MAX_WAITING_MINUTES } from '../draft/order.ts'
import { useFlow } from '../flow-context.tsx'

/** Declared waiting, for example for keys. */
export function WaitingField({ error }: { error?: string }) {
  const { order, dispatch } = useFlow()
  return (
    <section className="card mt-4" aria-labelledby="waiting">
      <h2 className="stop__title" id="waiting">
        Will the driver have to wait?
      </h2>
      <div className="fields">
        <DurationSelect
          id="waitingMinutes"
          label="Expected waiting time"
          hint="For keys, a lift or a parking space."
          width="half"
          error={error}
          least={0}
          most={MAX_WAITING_MINUTES}
          value={order.waitingMinutes}
          onChange={(waitingMinutes) => dispatch({ type: 'details-changed', change: { waitingMinutes } })}
        />
      </div>
      <p className="small muted mt-2">
        We reserve the driver for this time and include it in the “no more than” figure. It isn’t in the price: you only
        pay for waiting that happens.
      </p>
    </section>
  )
}
