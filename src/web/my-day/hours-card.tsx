import { formatPence } from '#shared/money.ts'
import { formatDayTime } from '#shared/local-time.ts'
import { HoursTimes } from '#web/kit/day/hours-times.tsx'
import { Banner } from '#web/ui/banner.tsx'
import type { Job } from './day-state.ts'

/** What the customer pays by this clock, and whether they have said yes to it. A hired driver sees no price. */
export function HoursCard({ job }: { job: Job }) {
  const { hours, hoursState, cashToTakePence, clock } = job.day
  if (clock.state !== 'finished') return null
  const name = job.customer?.firstName ?? 'The customer'
  return (
    <section className="card" aria-labelledby="hours">
      <h2 className="h3" id="hours">
        What {name} pays
      </h2>
      {hours ? (
        <dl className="num mt-2">
          <HoursTimes events={job.day.events} />
          <div className="sumline">
            <dt>Booked</dt>
            <dd>{formatPence(hours.bookedPence)}</dd>
          </div>
          {[...hours.changeLines, ...hours.lines].map(({ label, amountPence }, index) => (
            <div className="sumline" key={index}>
              <dt>{label}</dt>
              <dd>{formatPence(amountPence)}</dd>
            </div>
          ))}
          <div className="sumline sumline--all">
            <dt>Total, {cashToTakePence === null ? (job.isByTransfer ? 'by transfer' : 'by card') : 'in cash'}</dt>
            <dd>{formatPence(hours.finalPence ?? hours.toPayPence)}</dd>
          </div>
        </dl>
      ) : null}
      <Banner className="mt-3" title={HOURS_TITLES[hoursState]}>
        {hoursState === 'to_confirm' && hours?.confirmBy
          ? `If they don’t answer by ${formatDayTime(new Date(hours.confirmBy))}, the hours count as confirmed. `
          : ''}
        {cashToTakePence === null
          ? `Nothing to take: it is paid by ${job.isByTransfer ? 'transfer to your bank' : 'card'}.`
          : ''}
      </Banner>
    </section>
  )
}

const HOURS_TITLES: Record<Job['day']['hoursState'], string> = {
  open: 'The hours aren’t sent yet',
  to_confirm: 'The customer is asked to confirm the hours',
  disputed: 'The customer has disputed the hours. Our office will decide',
  confirmed: 'The hours are confirmed',
}
