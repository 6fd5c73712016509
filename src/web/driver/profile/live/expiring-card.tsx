import { formatDay } from '#shared/local-time.ts'
import { UnitLink } from '#web/kit/units/unit-link.tsx'
import type { News } from './live.server.ts'

type Expiring = News['expiring'][number]

/** Documents and right-to-work checks that expire within 60 days, nearest first. */
export function ExpiringCard({ expiring }: { expiring: readonly Expiring[] }) {
  return (
    <section className="card" aria-labelledby="expiring">
      <h2 className="h3" id="expiring">
        Expires next
      </h2>
      {expiring.length === 0 ? <p className="muted mt-3">Nothing in the next 60 days.</p> : null}
      <ul className="live__list" hidden={expiring.length === 0}>
        {expiring.map((one) => (
          <li key={one.kind === 'document' ? one.document : one.personId}>
            <UnitLink to={one.kind === 'document' ? '/settings/driving-profile' : '/settings/people'}>
              {one.kind === 'document' ? one.label : `${one.firstName}’s right-to-work check`}
            </UnitLink>
            <span className="small">
              <b className="num">{daysText(one.daysLeft)}</b>, {formatDay(one.expiresOn)}
              {one.isRenewalWaiting ? '. The new one is being checked' : ''}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const daysText = (days: number) => (days === 1 ? 'in 1 day' : `in ${days} days`)
