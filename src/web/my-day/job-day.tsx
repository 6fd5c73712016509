import { useCallback, type ComponentProps, type ReactNode, useEffect } from 'react'
import { redirect } from 'react-router'
import { referenceOf } from '#modules/bookings/rules.ts'
import { formatDuration, minutesOfTimeString } from '#shared/duration.ts'
import { formatDayLong, localDayOf } from '#shared/local-time.ts'
import { answerChangeForm, type ChangeActionNotice } from '#web/kit/changes/change-answer.server.ts'
import { isTimeIntent } from '#web/kit/changes/change-texts.ts'
import { ClockLog } from '#web/kit/day/clock-log.tsx'
import { timeText, useNow } from '#web/kit/day/clock-view.ts'
import { answerTimeForm } from '#web/kit/day/correct-time.server.ts'
import { AskedTimes, CorrectTime, RecordButton } from '#web/kit/day/corrections.tsx'
import { type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { readForm } from '#web/kit/forms/answer.server.ts'
import { nowIn } from '#web/kit/page/arrival.ts'
import { type PageHandle, useClock } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { apiFetch } from '#web/kit/session/api-fetch.ts'
import { needAnyDriver, refuseStrangers } from '#web/kit/session/gate.server.ts'
import { UnitLink } from '#web/kit/units/unit-link.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { useDialogs } from '#web/ui/dialog.tsx'
import { Page } from '#web/ui/page.tsx'
import type { Route } from './+types/job-day'
import { canBeUndone, type DayAction, jobAfter, type Job } from './day-state.ts'
import { DayLine, CodeOfJob, DriverChanges, HoursCard } from './driver-changes.tsx'
import { confirmAgainText, confirmedPath, foreseenText, leaveBy, overdueText, payText, startText } from './day-texts.ts'
import { Dock } from './job-controls/action-bar.tsx'
import { CashCard } from './job-controls/cash-card.tsx'
import { LateDialog } from './job-controls/job-dialogs.tsx'
import { CabSign } from './job-controls/job-status-header.tsx'
import { LoadList, PhotoCard, VansCard } from './job-controls/load-list.tsx'
import { answerPlainAct } from './job-controls/plain-act.server.ts'
import { isPlainAct, PlainQuestion } from './job-controls/plain-question.tsx'
import { QuickKeys, Stops } from './job-controls/stops.tsx'
import { OutboxCard, WaitingCard } from './waiting-card.tsx'
import { readJobDay } from './read-day.server.ts'
import { useDay, type Day } from './use-day.ts'
import '../kit/day/day.css'
import './my-day.css'

export const handle: PageHandle = { hasNight: true, asksPosition: true }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Today’s job' })

export const loader = ({ context, url, params }: Route.LoaderArgs) =>
  readJobDay(needAnyDriver(context), { url, now: nowIn(context) }, params.bookingId)

export async function action({ request, context, url }: Route.ActionArgs): Promise<Answer<ChangeActionNotice>> {
  const refused = refuseStrangers({ request, context })
  if (refused) throw refused
  const { call } = needAnyDriver(context)
  const form = await readForm(request)
  const intent = textIn(form, 'intent')
  if (isTimeIntent(intent)) return answerTimeForm(call, form, intent)
  const does = textIn(form, 'does')
  if (!isPlainAct(does)) return answerChangeForm(call, form)
  const answer = await answerPlainAct(call, form, does, nowIn(context))
  if (!answer.ok) return answer
  const query = new URLSearchParams(url.search)
  query.delete('ask')
  throw redirect(`${url.pathname}?${query}`)
}

/** The page stays as it is without signal. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

/** The cab screen: one thing at a time, under the thumb, with signal or without. */
export default function JobDay({ loaderData, actionData, params }: Route.ComponentProps) {
  const now = useNow(loaderData.now)
  const day = useDay(loaderData, params.bookingId)
  const job = day.jobs.find(({ id }) => id === params.bookingId)
  const isSynced = !day.outbox.unsent.some(({ bookingId }) => bookingId === params.bookingId)
  usePosition(isSynced ? job : undefined)
  if (!job) return <JobUnavailable day={day} />
  return (
    <Cab
      job={job}
      day={day}
      now={now}
      unitId={loaderData.day?.unitId ?? ''}
      question={<PlainQuestion job={job} now={now} answer={actionData} />}
      code={<CodeOfJob job={job} pageAnswer={actionData} />}
      times={{
        day: job.day,
        places: job.routePoints.map(({ place }) => place),
        side: 'mover',
        who: job.customer?.firstName ?? 'the customer',
        pageAnswer: actionData,
        onKeep: ({ seq, happenedAt, why }, name) =>
          day.act(job.id, { does: 'correct-time', seq, toAt: happenedAt, why, name }),
        hasUnsent: day.outbox.unsent.some(
          ({ bookingId, act, refused, isSent }) =>
            bookingId === job.id && refused === undefined && !isSent && canBeUndone(act),
        ),
      }}
    >
      <DriverChanges
        job={job}
        loaded={loaderData.changes}
        keysLinks={loaderData.keysLinks}
        pageAnswer={actionData}
        act={(done, photos) => day.act(job.id, done, photos)}
      />
    </Cab>
  )
}

/** It was on this phone, and is somebody else's or over now. What was done for it stays to be read. */
const JobUnavailable = ({ day }: { day: Day }) => (
  <Page className="page--list">
    <h1>This is no longer your job</h1>
    <div className="cells g-4 mt-4">
      <OutboxCard outbox={day.outbox} />
      <Banner>
        It was cancelled or given to another driver. <UnitLink to="/my-day">See your day</UnitLink>
      </Banner>
    </div>
  </Page>
)

interface CabProps {
  job: Job
  day: Day
  now: Date
  unitId: string
  /** Shown to a customer without their link; it is needed less than the stops. */
  code: ReactNode
  question: ReactNode
  times: ComponentProps<typeof CorrectTime>
  /** Changes proposed about the job. */
  children: ReactNode
}

function Cab({ job, day, now, unitId, code, question, times, children }: CabProps) {
  const { jobs, outbox, act } = day
  const { open } = useDialogs()
  const own = useCallback((done: DayAction, file?: File) => act(job.id, done, file ? [file] : []), [act, job.id])
  const unsent = outbox.unsent.filter(
    ({ bookingId, refused, isSent }) => bookingId === job.id && refused === undefined && !isSent,
  )
  const photos = unsent.filter(({ act: { does } }) => does === 'day-photos').length
  const reportLate = () => open(<LateDialog job={job} act={own} now={now} />)
  const next = jobAfter(jobs, job)
  const warnNext = next?.day.allowedActions.includes('late')
    ? () => open(<LateDialog job={next} act={(done) => act(next.id, done)} now={now} />)
    : null
  const canBeLate = job.day.allowedActions.includes('late')
  return (
    <>
      <Page>
        <h1 className="vh">
          {job.routePoints[0]?.place} to {job.routePoints.at(-1)?.place},{' '}
          {formatDayLong(localDayOf(new Date(job.startAt)))}
        </h1>
        <div className="split">
          <div className="stack">
            <DayLine jobs={jobs} now={now} />
            <OutboxCard outbox={outbox} />
            {question}
            <CabSign job={job} now={now} isUnsent={unsent.length > 0 && !outbox.isOnline} />
            <WaitingCard job={job} next={next} now={now} onWarn={warnNext} />
            <QuickKeys job={job} onLate={canBeLate ? reportLate : null} />
            {children}
            <AskedTimes {...times} />
            <CashCard job={job} act={own} />
            <HoursCard job={job} />
            <Stops job={job} />
            <Events job={job} />
            <CorrectTime {...times} />
            {code}
          </div>
          <div className="stack">
            <VansCard job={job} act={own} />
            <LoadList job={job} act={own} />
            <PhotoCard job={job} act={own} unsentCount={photos} />
            <After job={next} now={now} />
            {job.day.events.length > 0 ? (
              <RecordButton
                path={`/api/booking/working-unit/${unitId}/jobs/${job.id}/day-record/`}
                reference={referenceOf(job.id)}
              />
            ) : null}
          </div>
        </div>
      </Page>
      <Dock job={job} now={now} act={own} outbox={outbox} />
    </>
  )
}

/** Events of the job so far; once it is finished, the sign shows them. */
function Events({ job }: { job: Job }) {
  const { clock, events } = job.day
  if (events.length === 0 || clock.state === 'finished') return null
  return (
    <section className="card" aria-labelledby="events">
      <h2 className="h3" id="events">
        So far
      </h2>
      <ClockLog events={events} places={job.routePoints.map(({ place }) => place)} />
    </section>
  )
}

/** The job after this one. */
function After({ job, now }: { job: Job | undefined; now: Date }) {
  if (!job) return null
  const [overdue, confirmAgain, foreseen] = [overdueText(job, now), confirmAgainText(job), foreseenText(job)]
  const leave = overdue || confirmAgain ? null : leaveBy(job)
  return (
    <section className="card" aria-labelledby="after">
      <h2 className="h3" id="after">
        After this, {startText(job, now)}
      </h2>
      <p className="small muted num">
        {job.routePoints[0]?.place} to {job.routePoints.at(-1)?.place},{' '}
        {formatDuration(minutesOfTimeString(job.totalTime))}. {confirmAgain ? '' : payText(job)}
      </p>
      {overdue ? <p className="small num mt-2">{overdue}.</p> : null}
      {confirmAgain ? (
        <UnitLink className="link-btn num" to={confirmedPath(job)}>
          {confirmAgain}
        </UnitLink>
      ) : null}
      {leave && job.day.leave ? (
        <p className="small num mt-2">
          {formatDuration(job.day.leave.driveMinutes)} from {job.day.leave.place}. Leave by <b>{timeText(leave)}</b>.
        </p>
      ) : null}
      {foreseen ? <p className="small num mt-2">{foreseen}</p> : null}
      <UnitLink reloadDocument className="link-btn" to={`/my-day/${job.id}`}>
        Open it
      </UnitLink>
    </section>
  )
}

/** The customer's page shows the last one, so more would say nothing. */
const AT_MOST_EVERY_MS = 30_000

/** While the driver is on the way and has agreed to it, sends where the van is. Nothing is kept: a position that is late is wrong. */
function usePosition(job: Job | undefined): void {
  const clock = useClock()
  const id = job && job.day.sharesPosition && job.day.clock.state === 'on_the_way' ? job.id : null
  useEffect(() => {
    if (id === null || !('geolocation' in navigator)) return undefined
    let sentAt = -Infinity
    const send = ({ coords }: GeolocationPosition) => {
      if (!navigator.onLine || performance.now() - sentAt < AT_MOST_EVERY_MS) return
      sentAt = performance.now()
      const body = { lat: coords.latitude, lng: coords.longitude, at: clock().toISOString() }
      const headers = { 'content-type': 'application/json' }
      void apiFetch(`/api/booking/${id}/position/`, { method: 'POST', headers, body: JSON.stringify(body) }).catch(
        () => undefined,
      )
    }
    const watch = navigator.geolocation.watchPosition(send, () => undefined, { enableHighAccuracy: false })
    return () => navigator.geolocation.clearWatch(watch)
  }, [id, clock])
}
