import { TriangleAlert, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { referenceOf } from '#modules/bookings/rules.ts'
import { formatDuration } from '#shared/duration.ts'
import { formatPence } from '#shared/money.ts'
import { ClockBar, ClockLog } from '#web/kit/day/clock-log.tsx'
import { clockText, earlyText, minutesOf, timeText, waitedSeconds, workedSeconds } from '#web/kit/day/clock-view.ts'
import { classNames } from '#web/ui/class-names.ts'
import { UnitLink } from '#web/kit/units/unit-link.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { Sign } from '#web/ui/sign.tsx'
import type { Job } from '../day-state.ts'
import {
  ceilingLeft,
  confirmAgainText,
  confirmedPath,
  driveText,
  foreseenText,
  leaveBy,
  overdueText,
  startText,
} from '../day-texts.ts'
import { nextStop, stopNow, stopsOf, type Stop } from './stops-view.ts'

interface CabSignProps {
  job: Job
  now: Date
  /** Whether an action of this job is on the phone only. */
  isUnsent: boolean
}

/** The answer at arm's length: when to be there, how long it has run, or what to take. */
export function CabSign({ job, now, isUnsent }: CabSignProps) {
  const { state } = job.day.clock
  return (
    <Sign aria-labelledby="clock">
      {state === 'finished' ? (
        <Finished job={job} now={now} isUnsent={isUnsent} />
      ) : state === 'running' || state === 'paused' ? (
        <Running job={job} now={now} />
      ) : (
        <Ahead job={job} now={now} />
      )}
      {isUnsent ? (
        <p className="kept mt-3 inline-flex level g-1 t-xs mid muted">
          <Icon of={WifiOff} />
          The clock is running on this phone. {job.customer?.firstName ?? 'The customer'} will see it when you have
          signal
        </p>
      ) : null}
    </Sign>
  )
}

function Head({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex wraps baseline apart g-1-4">
      <h2 className="h3" id="clock">
        {title}
      </h2>
      {children}
    </div>
  )
}

function Ahead({ job, now }: { job: Job; now: Date }) {
  const { clock } = job.day
  const [overdue, confirmAgain] = [overdueText(job, now), confirmAgainText(job)]
  const leave = overdue || confirmAgain ? null : leaveBy(job)
  const start = startText(job, now)
  const isToday = start === timeText(job.startAt)
  const [first] = stopsOf(job)
  const here = stopNow(job)
  const isOnTheWay = clock.state === 'on_the_way'
  return (
    <>
      <Head title={isOnTheWay ? 'On the way' : isToday ? 'Next job' : `Booked for ${start}`}>
        <span className="small num on-sign-2">Booking {referenceOf(job.id)}</span>
      </Head>
      <p className="bigclock flex baseline g-15 mt-2 figures-even">
        {leave ? <small>Leave by</small> : null}
        <span>{timeText(leave ?? clock.lateEta ?? job.startAt)}</span>
        {leave ? null : <small>{clock.lateEta ? 'your new arrival time' : 'at the pick-up'}</small>}
      </p>
      {overdue ? <OnSign>{overdue}.</OnSign> : null}
      {confirmAgain ? (
        <OnSign>
          <UnitLink to={confirmedPath(job)}>{confirmAgain}</UnitLink>
        </OnSign>
      ) : null}
      <p className="small on-sign-2 mt-2">
        {driveText(job, now)} {leave ? `${expectsText(job)} ` : ''}
        {isOnTheWay && clock.setOffAt ? `You set off at ${timeText(clock.setOffAt)}. ` : ''}
        {clock.lateEta ? `Booked for ${timeText(job.startAt)}. ` : ''}
        {foreseenText(job)}{' '}
        {job.day.sharesPosition && isOnTheWay ? 'The customer sees where you are until you arrive.' : ''}
      </p>
      {first ? <Destination stop={first} since={here?.since} /> : null}
    </>
  )
}

/** Warning that cannot wait. */
const OnSign = ({ children }: { children: ReactNode }) => (
  <p className="overtime flex level g-2 bold num mt-3">
    <Icon of={TriangleAlert} />
    <span>{children}</span>
  </p>
)

const expectsText = ({ customer, startAt, day: { clock } }: Job): string =>
  `${customer?.firstName ?? 'The customer'} expects you at ${timeText(clock.lateEta ?? startAt)}.`

function Running({ job, now }: { job: Job; now: Date }) {
  const { clock } = job.day
  const isPaused = clock.state === 'paused'
  const [here, next] = [stopNow(job), nextStop(job)]
  return (
    <>
      <Head title="Job clock">
        <span className={classNames('runs inline-flex level g-2 mid', isPaused && 'runs--held')}>
          {isPaused ? 'Paused' : 'Running'}
        </span>
      </Head>
      <p className="bigclock flex baseline g-15 mt-2 figures-even">
        <span>{clockText(workedSeconds(clock, now))}</span>
        <small>hours</small>
      </p>
      <ClockBar clock={clock} now={now} />
      <EarlyLine clock={clock} now={now} />
      <CeilingLines job={job} now={now} />
      {here ? <Destination stop={here} since={here.since} /> : null}
      {next ? <Destination stop={next} /> : null}
    </>
  )
}

function Finished({ job, now, isUnsent }: CabSignProps) {
  const { clock, cashToTakePence, cash, events } = job.day
  const waited = minutesOf(waitedSeconds(clock, now))
  return (
    <>
      <Head title={`Finished ${clock.finishedAt ? timeText(clock.finishedAt) : ''}`}>
        <span className="runs inline-flex level g-2 mid runs--off">Stopped</span>
      </Head>
      <p className="bigclock flex baseline g-15 mt-2 figures-even">
        <span>{clockText(workedSeconds(clock, now))}</span>
        <small>hours worked</small>
      </p>
      <ClockBar clock={clock} now={now} />
      <EarlyLine clock={clock} now={now} />
      {waited > 0 ? <p className="small on-sign-2 mt-2">Waited for the customer: {formatDuration(waited)}.</p> : null}
      {cashToTakePence === null || cash ? null : (
        <div className="mt-4">
          <h3 className="h3">Cash to collect</h3>
          <p className="tillbig bold lh-1 figures-even mt-2">{formatPence(cashToTakePence)}</p>
          {isUnsent ? (
            <p className="small on-sign-2 mt-2">
              Booked price. Overtime and waiting charges will show when you have signal.
            </p>
          ) : null}
        </div>
      )}
      <ClockLog events={events} places={job.routePoints.map(({ place }) => place)} />
    </>
  )
}

/** What is left of the most that the customer pays; marked once the booked time is over. */
function CeilingLines({ job, now }: { job: Job; now: Date }) {
  const ceiling = ceilingLeft(job, now)
  if (!ceiling) return null
  return (
    <>
      {ceiling.isOver ? <OnSign>{ceiling.overText}</OnSign> : null}
      <p className={classNames('small num mt-2', !ceiling.isReached && 'on-sign-2')}>{ceiling.leftText}</p>
    </>
  )
}

/** What began before the agreed start is free unless the customer agrees to it. */
function EarlyLine({ clock, now }: { clock: Job['day']['clock']; now: Date }) {
  const text = earlyText(clock, now)
  return text ? <p className="small on-sign-2 mt-2">{text}</p> : null
}

const Destination = ({ stop, since }: { stop: Stop; since?: string | undefined }) => (
  <div className="dest cells g-0-3 at-top mt-4 pt-4">
    <span className="route__pin" aria-hidden="true">
      {stop.pin}
    </span>
    <div className="long">
      <b className="block-box t-lg lh-12">
        {stop.street}
        {since ? <span className="num">, here since {timeText(since)}</span> : null}
      </b>
      <small className="block-box t-sm on-sign-2">{stop.detail}</small>
    </div>
  </div>
)
