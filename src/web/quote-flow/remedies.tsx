import { VAN_NAMES } from '#modules/fleet/rules.ts'
import { liftingText } from '#web/kit/bookings/load.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CallUs } from './missing-panel.tsx'
import { OfficePlan } from './office-plan.tsx'
import type { OrderAction } from './draft/order.ts'
import { useFlow } from './flow-context.tsx'
import { morePeople, suggestRemedies, type LoadRefusal } from './ask.ts'

/** The reason why one van with one driver cannot do the move, with a button for each alternative. */
export function WaysOut({ refusal }: { refusal: LoadRefusal }) {
  const { order, dispatch } = useFlow()
  const { title, detail, van, office } = refusal
  const ways = suggestRemedies(refusal, order)
  const crew = morePeople(order)
  const change = (action: OrderAction) => {
    dispatch(action)
    // The panel disappears together with the focused button.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <div className="stack">
      <Banner tone="bad" isAlert title={title}>
        <p>{detail}</p>
        <div className="row mt-3">
          {van ? (
            <Button size="small" onClick={() => change({ type: 'van-selected', van })}>
              Choose the {VAN_NAMES[van]}
            </Button>
          ) : null}
          {ways.includes('more_people') && crew ? (
            <Button size="small" onClick={() => change({ type: 'help-level-changed', helpLevel: crew })}>
              Take {liftingText(crew)}
            </Button>
          ) : null}
          {ways.includes('no_waiting') ? (
            <Button size="small" onClick={() => change({ type: 'details-changed', change: { waitingMinutes: 0 } })}>
              Remove the expected waiting
            </Button>
          ) : null}
          {ways.includes('fewer_things') ? (
            <ButtonLink size="small" to="/additional-services#items">
              Move fewer things
            </ButtonLink>
          ) : null}
          {ways.includes('call') ? <CallUs /> : null}
        </div>
        <p className="small mt-3">Everything you entered stays.</p>
      </Banner>
      {office && !van ? <OfficePlan why={office} /> : null}
    </div>
  )
}
