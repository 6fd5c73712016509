import { isAhead, isUnanswered } from '#modules/bookings/rules.ts'
import { useEffect, useRef, useState } from 'react'
import { HELP_LEVEL_LABELS, isStairs, stairsLabel, VAN_NAMES } from '#modules/fleet/rules.ts'
import { paymentWay } from '#modules/pricing/commission-rules.ts'
import { countOf } from '#shared/texts.ts'
import {
  formatDay,
  formatTime,
  toLocal,
  type LocalDay,
  type LocalMoment,
  formatDayTime,
  formatDayLong,
  localDayOf,
} from '#shared/local-time.ts'
import { ownValue } from '#shared/records.ts'
import { formatPence } from '#shared/money.ts'
import { tripsText, expectedWaiting, timeAndTrips } from '#web/kit/bookings/booking-texts.ts'
import { useClock } from '#web/kit/page/root-data.ts'
import { UnitButtonLink } from '#web/kit/units/unit-link.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useDialogs, Dialog } from '#web/ui/dialog.tsx'
import { RouteRead } from '#web/ui/route-line.tsx'
import { type JobInWeek, loadFacts } from './calendar-data.ts'
import { JobNext } from './calendar-head.tsx'
import { timesOf, type Selection } from './selection.ts'
import { blocksOf, piecesOn, quarterFrom, quarterTo, type BookingPiece, type CalendarWeek } from './week.ts'

interface LayerProps {
  week: CalendarWeek<JobInWeek>
  now: LocalMoment
  shownDay: LocalDay
  selection: Selection | null
}

/** The layer above the grid: grey blocks and selected hours, which are visual only, and bookings, which open. */
export function CalendarLayer({ week, now, shownDay, selection }: LayerProps) {
  return (
    <div className="cal__layer afloat cells untouched">
      {week.days.map((day) => (
        <div key={day} className={classNames('cal__col holds', day === shownDay && 'is-shown')}>
          <div aria-hidden="true">
            {blocksOf(week, day).map((block) => (
              <div
                key={block.label}
                className={classNames(
                  'cal__off afloat t-xs lh-125 muted figures-even line-foot',
                  block.isWholeDay && 'cal__off--all t-sm cells t-center',
                  quarterFrom(block.fromMinute),
                  quarterTo(block.toMinute),
                )}
              >
                <span>{block.label}</span>
              </div>
            ))}
            {selection?.day === day ? (
              <div
                className={classNames(
                  'cal__pick r-plate mid afloat t-xs lh-125',
                  quarterFrom(selection.from * 60),
                  quarterTo(selection.to * 60),
                )}
              >
                {timesOf(selection)}
              </div>
            ) : null}
          </div>
          <DayBookings pieces={piecesOn(week.bookings, day)} day={day} />
        </div>
      ))}
      {week.days.includes(now.day) ? <NowLine now={now} /> : null}
    </div>
  )
}

function DayBookings({ pieces, day }: { pieces: readonly BookingPiece<JobInWeek>[]; day: LocalDay }) {
  if (pieces.length === 0) return null
  return (
    <ul className="list" aria-label={`Bookings on ${formatDay(day)}`}>
      {pieces.map((piece) => (
        <li key={piece.booking.id}>
          <BookingBlock piece={piece} />
        </li>
      ))}
    </ul>
  )
}

const statuses: Record<string, { text: string; look?: string }> = {
  new_booking: { text: 'New booking', look: 'cal__job--new' },
  confirmed: { text: 'Confirmed' },
  in_progress: { text: 'In progress', look: 'cal__job--now' },
  completed: { text: 'Completed', look: 'cal__job--done' },
}

function BookingBlock({ piece: { booking, fromMinute, toMinute, times } }: { piece: BookingPiece<JobInWeek> }) {
  const { open } = useDialogs()
  const status = ownValue(statuses, booking.status) ?? { text: 'Booked' }
  const read = () => open(<JobDialog job={booking} times={times} status={status.text} />)
  return (
    <button
      type="button"
      className={classNames(
        'cal__job afloat t-xs lh-125 r-plate ink t-left no-line break flex column items-start',
        status.look,
        quarterFrom(fromMinute),
        quarterTo(toMinute),
      )}
      onClick={read}
    >
      <b className="block-box figures-even">{times}</b>
      {booking.where}
      {booking.trips > 1 ? `, ${tripsText(booking.trips)}` : ''}
      <span className="vh">, {status.text}</span>
    </button>
  )
}

/** Only with script: otherwise the line would soon be wrong. */
function NowLine({ now }: { now: LocalMoment }) {
  const line = useRef<HTMLDivElement>(null)
  const clock = useClock()
  const [moment, setMoment] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setMoment(toLocal(clock())), 30_000)
    return () => clearInterval(timer)
  }, [clock])
  // Set through the object model, because the Content-Security-Policy refuses style attributes.
  useEffect(() => line.current?.style.setProperty('--at', String(moment.minute / 60)), [moment])
  return (
    <div ref={line} className="cal__now afloat" aria-hidden="true">
      <span className="afloat r-small t-xs bold figures-even">{formatTime(moment.minute)}</span>
    </div>
  )
}

interface JobDialogProps {
  job: JobInWeek
  /** "10:00–13:00" */
  times: string
  /** "New booking" */
  status: string
}

/** What a driver may know of a job: outward codes and towns, stairs, load, times and price; of a hired driver, the cash to take instead. */
function JobDialog({ job, times, status }: JobDialogProps) {
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
      {isUnanswered(job.status) && respondBy ? (
        <Banner tone="warn">Answer by {formatDayTime(new Date(respondBy))}.</Banner>
      ) : null}
      <RouteRead
        points={[
          end(job.from, job.fromOutcode, job.fromStairs),
          ...(stops > 0 ? [{ name: `${countOf(stops, 'stop')} on the way` }] : []),
          end(job.to, job.toOutcode, job.toStairs),
        ]}
      />
      <dl className="facts pt-3 line-top">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="stack gap-2">
        <JobNext booking={job} />
        {isAhead(job.status) ? (
          <UnitButtonLink unitId={job.unitId} to={`/job-crew/${job.id}`} wide>
            {job.totalPence === null ? 'Who comes' : 'Choose crew'}
          </UnitButtonLink>
        ) : null}
      </div>
    </Dialog>
  )
}

function moneyFacts({ totalPence, cashToTakePence, ...job }: JobInWeek): [string, string][] {
  const way = paymentWay(job)
  const when = way === 'cash' ? 'in cash when the move is done' : `by ${way} after the move`
  if (totalPence !== null) return [['Price', `${formatPence(totalPence)}, ${when}`]]
  if (cashToTakePence !== null) return [['Cash to take', formatPence(cashToTakePence)]]
  return [['Payment', way === 'cash' ? 'In cash when the move is done' : `By ${way} after the move, nothing to take`]]
}

const end = (town: string, outcode: string, stairs: number) => ({
  name: `${town} ${outcode}`,
  detail: isStairs(stairs) ? stairsLabel(stairs) : undefined,
})
