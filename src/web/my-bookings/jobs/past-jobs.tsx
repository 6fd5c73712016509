import { Link } from 'react-router'
import { CLAIM_STATUS_TEXTS } from '#modules/bookings/claims/rules.ts'
import { formatMiles } from '#shared/distance.ts'
import { formatDay, localDayOf } from '#shared/local-time.ts'
import { timeAndTrips } from '#web/kit/bookings/trip-texts.ts'
import { whereText } from '../booking-view.ts'
import { StatusBadge } from '#web/kit/bookings/status-badge.tsx'
import { payOf, reasonText, type Job } from './job-texts.ts'

/** Jobs that are over, and those that were given back or not answered: one row each. */
export const PastJobs = ({ jobs }: { jobs: readonly Job[] }) => (
  <ul className="divide plain mt-4">
    {jobs.map((job) => (
      <li key={job.id} className="log">
        <PastJob job={job} />
      </li>
    ))}
  </ul>
)

function PastJob({ job }: { job: Job }) {
  const [weekday, date, month] = formatDay(localDayOf(new Date(job.startAt))).split(' ')
  const { amount } = payOf(job)
  const reason = reasonText(job)
  return (
    <>
      <div className="log__day">
        <span className="tiny muted">{weekday}</span>
        <b>{date}</b>
        <span className="tiny muted">{month?.slice(0, 3)}</span>
      </div>
      <div>
        <b className="long">{whereText(job)}</b>
        <div className="small muted num">
          {timeAndTrips(job)}, {formatMiles(job)}
        </div>
        {reason ? <div className="small">{reason}</div> : null}
        {job.claimStatus ? (
          <Link className="tap small" to={`/my-bookings/claims/${job.id}`}>
            Claim: {CLAIM_STATUS_TEXTS[job.claimStatus]}
          </Link>
        ) : null}
      </div>
      <div className="log__end">
        {amount ? <b className="num">{amount}</b> : null}
        <StatusBadge status={job.status} isAwaiting={false} />
      </div>
    </>
  )
}
