import { HELP_LEVEL_LABELS, isStairs, stairsLabel, VAN_NAMES } from '#modules/fleet/rules.ts'
import { countOf } from '#shared/count-of.ts'
import { formatDayTime, formatDayLong, localDayOf } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { UnitButtonLink } from '#web/kit/units/unit-link.tsx'
import { expectedWaiting, timeAndTrips } from '#web/kit/bookings/trip-texts.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { RouteRead } from '#web/ui/route-line.tsx'
import type { JobInWeek } from './calendar-data.ts'
import { JobNext } from './job-next.tsx'
import { loadFacts } from './job-load.ts'

interface JobDialogProps {
  job: JobInWeek
  /** "10:00–13:00" */
  times: string
  /** "New booking" */
  status: string
}

/** What a driver may know of a job: outward codes and towns, stairs, load, times and price; of a hired driver, the cash to take instead. */
export function JobDialog({ job, times, status }: JobDialogProps) {
  const { stops, respondBy } = job
  const waiting = expectedWaiting(job)
  const facts: [string, string][] = [
    ['Time', timeAndTrips(job)],
    ...(waiting
      ? [['Waiting', `${waiting}, held at the end and paid only if it happens`] satisfies [string, string]]
      : []),
    ['Van', VAN_NAMES[job.vanCategory]],
    ['Lifting', HELP_LEVEL_LABELS[job.manPower]],
    ...loadFacts(job, job.van),
    ...moneyFacts(job),
  ]
  return (
    <Dialog title={<span className="num">{times}</span>}>
      <p className="muted">
        {formatDayLong(localDayOf(new Date(job.startAt)))}. {status}.
      </p>
      {job.status === 'new_booking' && respondBy ? (
        <Banner tone="warn">Answer by {formatDayTime(new Date(respondBy))}.</Banner>
      ) : null}
      <RouteRead
        points={[
          end(job.from, job.fromOutcode, job.fromStairs),
          ...(stops > 0 ? [{ name: `${countOf(stops, 'stop')} on the way` }] : []),
          end(job.to, job.toOutcode, job.toStairs),
        ]}
      />
      <dl className="jobfacts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="stack gap-2">
        <JobNext booking={job} />
        {CAN_NAME.includes(job.status) ? (
          <UnitButtonLink unitId={job.unitId} to={`/job-crew/${job.id}`} wide>
            {job.totalPence === null ? 'Who comes' : 'Say who comes'}
          </UnitButtonLink>
        ) : null}
      </div>
    </Dialog>
  )
}

function moneyFacts({ totalPence, cashToTakePence, paymentMethod }: JobInWeek): [string, string][] {
  const isCash = paymentMethod === 'cash'
  if (totalPence !== null)
    return [
      ['Price', `${formatPence(totalPence)}, ${isCash ? 'in cash when the move is done' : 'by card after the move'}`],
    ]
  if (cashToTakePence !== null) return [['Cash to take', formatPence(cashToTakePence)]]
  return [['Payment', isCash ? 'In cash when the move is done' : 'By card after the move, nothing to take']]
}

/** People are named for jobs that are still to be done. */
const CAN_NAME: readonly string[] = ['new_booking', 'confirmed', 'in_progress']

const end = (town: string, outcode: string, stairs: number) => ({
  name: `${town} ${outcode}`,
  detail: isStairs(stairs) ? stairsLabel(stairs) : undefined,
})
