import { Clock, MessageSquare, Navigation, Phone } from 'lucide-react'
import { formatMiles } from '#shared/distance.ts'
import { readablePhone } from '#shared/readable-phone.ts'
import { Icon } from '#web/ui/icon.tsx'
import { pinOf, RouteLine, RouteStop } from '#web/ui/route-line.tsx'
import type { Job } from '../day-state.ts'
import { nextStop, stopsOf } from './stops-view.ts'

interface KeysProps {
  job: Job
  /** Null where it cannot be said any more. */
  onLate: (() => void) | null
}

/** Four keys for the thumb: whom to reach, and the road. */
export function QuickKeys({ job, onLate }: KeysProps) {
  const next = nextStop(job)
  const phone = next?.contact?.phone ?? job.customer?.phone
  const name = next?.contact?.phone ? next.contact.name : (job.customer?.firstName ?? 'the customer')
  return (
    <nav className="quick" aria-label="The customer and the road">
      {phone ? (
        <a href={`tel:${phone}`}>
          <Icon of={Phone} />
          Call
          <span className="vh"> {name}</span>
        </a>
      ) : null}
      <a href={`/messages/${job.id}`}>
        <Icon of={MessageSquare} />
        Message
      </a>
      {next ? (
        <a href={next.map}>
          <Icon of={Navigation} />
          Drive
        </a>
      ) : null}
      {onLate ? (
        <button type="button" aria-haspopup="dialog" onClick={onLate}>
          <Icon of={Clock} />
          Late
        </button>
      ) : null}
    </nav>
  )
}

/** Every stop with its address, its stairs and whom to ask for. */
export function Stops({ job }: { job: Job }) {
  const stops = stopsOf(job)
  return (
    <section className="card" aria-labelledby="stops">
      <div className="card__head">
        <h2 className="h3" id="stops">
          Stops
        </h2>
        <span className="small muted num">{formatMiles(job)}</span>
      </div>
      <RouteLine className="mt-3">
        {stops.map((stop, index) => (
          <RouteStop
            key={stop.number}
            pin={pinOf(index, stops.length)}
            kind={index > 0 && index < stops.length - 1 ? 'via' : 'end'}
          >
            <div className="route__name long">{stop.street}</div>
            <div className="small muted">
              {stop.detail}
              {stop.contact ? (
                <span className="job__line">
                  Ask for {stop.contact.name}
                  {stop.contact.phone ? (
                    <>
                      {', '}
                      <a className="tap num" href={`tel:${stop.contact.phone}`}>
                        {readablePhone(stop.contact.phone)}
                      </a>
                    </>
                  ) : null}
                </span>
              ) : null}
            </div>
          </RouteStop>
        ))}
      </RouteLine>
    </section>
  )
}
