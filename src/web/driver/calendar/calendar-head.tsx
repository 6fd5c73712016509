import { isAgreed, isUnanswered, isUnderWay } from '#modules/bookings/rules.ts'
import { ChevronLeft, ChevronRight, Ellipsis, Check, ClipboardList, Clock, Phone } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import type { getDriverBooking } from '#modules/bookings/lists/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { addDays, type LocalDay, localDayOf } from '#shared/local-time.ts'
import { readablePhone } from '#shared/phone.ts'
import { type Answer, problemText } from '#web/kit/forms/answer.ts'
import { useClock } from '#web/kit/page/root-data.ts'
import { apiFetch, readAnswer } from '#web/kit/session/api-fetch.ts'
import { UnitLink, UnitButtonLink } from '#web/kit/units/unit-link.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { lightDismiss } from '#web/ui/focus.ts'
import type { ShownCalendar, JobInWeek } from './calendar-data.ts'
import { shortWeekTitle, weekTitle } from './week.ts'

interface HeadProps extends Pick<ShownCalendar, 'days' | 'now'> {
  linkTo: (day: LocalDay) => string
  /** Unit or person whose week it is, if the page has to name it. */
  subject?: ReactNode
  /** What keeps the unit from jobs, if anything. */
  note?: ReactNode
  /** The ways to take time off; absent where the calendar is only read. */
  timeOff?: ReactNode
}

/** The week and the ways to take time off: on a phone one line, with what is needed less often behind a button. */
export function CalendarHead({ days, now, linkTo, subject, note, timeOff }: HeadProps) {
  const monday = days[0] ?? now.day
  return (
    <div className="week row g-2-3">
      <h1>My Calendar</h1>
      {/* Beside the title, so that neither a longer date moves the arrows nor a message covers them. */}
      <div className="week__go flex level g-3">
        <div className="flex edge-w r-control bg-surface">
          <UnitLink className="icon-btn" to={linkTo(addDays(monday, -7))} aria-label="Week before" preventScrollReset>
            <Icon of={ChevronLeft} />
          </UnitLink>
          <UnitLink className="icon-btn" to={linkTo(addDays(monday, 7))} aria-label="Week after" preventScrollReset>
            <Icon of={ChevronRight} />
          </UnitLink>
        </div>
        <b className="num">
          <span className="phone-hide">{weekTitle(days)}</span>
          <span className="only-phone">{shortWeekTitle(days)}</span>
        </b>
        {/* Always there, so that nothing moves when another week is opened. */}
        <UnitLink className="link-btn" to={linkTo(now.day)} preventScrollReset>
          Today
        </UnitLink>
        {timeOff ? (
          <details className="holds only-phone" ref={lightDismiss}>
            <summary className="icon-btn" aria-label="Hours and time off">
              <Icon of={Ellipsis} />
            </summary>
            <div className="week__panel afloat cells g-2 edge-1 r-card bg-surface raised">{timeOff}</div>
          </details>
        ) : null}
      </div>
      {subject}
      {timeOff ? <div className="row gap-2 phone-hide">{timeOff}</div> : null}
      {note ? <div className="cal-note w-full">{note}</div> : null}
    </div>
  )
}

/** What the colours of the hours and bookings mean. */
export const CalendarKey = () => (
  <div className="key flex wraps g-1-4 t-xs muted">
    <span className="cal__job--new inline-flex level g-15">New booking</span>
    <span className="inline-flex level g-15">Confirmed</span>
    <span className="cal__job--now inline-flex level g-15">In progress</span>
    <span className="cal__job--done inline-flex level g-15">Completed</span>
    <span className="k-off inline-flex level g-15">Off or unavailable</span>
  </div>
)

type Job = AnswerOf<typeof getDriverBooking>

/** What its driver may do with a job now; read as the dialog opens, because the week knows no address and no phone. */
export function JobNext({ booking }: { booking: JobInWeek }) {
  const job = useJob(booking)
  const to = (tab: string, more = '') => `/my-bookings/${tab}?job=${booking.id}${more}`
  if (!job || job.id !== booking.id)
    return (
      <UnitButtonLink wide unitId={booking.unitId} to={to('confirmed-bookings')}>
        Open the job
      </UnitButtonLink>
    )
  const can = new Set(job.allowedActions)
  if (isUnanswered(job.status))
    return can.has('confirm') ? (
      <>
        <Confirm job={job} />
        <UnitButtonLink look="danger" wide unitId={booking.unitId} to={to('new-bookings', `&reject=${job.id}`)}>
          Reject
        </UnitButtonLink>
      </>
    ) : (
      <p className="small muted">The owner of this van answers.</p>
    )
  return <Agreed job={job} unitId={booking.unitId} />
}

/** Undefined until it is read, and without a connection. */
function useJob({ id, unitId }: JobInWeek): Job | undefined {
  const [job, setJob] = useState<Job>()
  useEffect(() => {
    const read = async () => {
      const answer = await apiFetch(`/api/booking/working-unit/${unitId}/jobs/${id}/`).catch(() => null)
      if (answer?.ok) setJob(await readAnswer<typeof getDriverBooking>(answer))
    }
    void read()
  }, [id, unitId])
  return job
}

function Confirm({ job }: { job: Job }) {
  const { Form, data, state } = useFetcher<Answer<{ title: string; text: string }>>()
  if (data?.ok)
    return (
      <Banner tone="good" isAlert title={data.data.title}>
        {data.data.text}
      </Banner>
    )
  return (
    <Form method="post" action="/my-bookings/new-bookings">
      {data ? (
        <Banner className="mb-3" tone="bad" isAlert>
          {problemText(data)}
        </Banner>
      ) : null}
      <input type="hidden" name="intent" value="confirm" />
      <input type="hidden" name="bookingId" value={job.id} />
      <input type="hidden" name="unitId" value={job.workingUnitId} />
      <Button type="submit" look="primary" wide icon={Check} busy={state !== 'idle'}>
        Confirm booking
      </Button>
    </Form>
  )
}

/** Where to go and whom to call; nothing of it once the job is over. */
function Agreed({ job, unitId }: { job: Job; unitId: string }) {
  const clock = useClock()
  const isOn = isAgreed(job.status)
  if (!isOn) return null
  const isToday = isUnderWay(job.status) || localDayOf(new Date(job.startAt)) === localDayOf(clock())
  return (
    <>
      <ul className="plain small">
        {job.routePoints.map((point) => (
          <li key={point.number} className="long">
            {[point.flatAndHouse, point.address, `${point.place} ${point.postcode ?? point.outcode}`]
              .filter(Boolean)
              .join(', ')}
          </li>
        ))}
      </ul>
      {isToday ? (
        <UnitButtonLink reloadDocument look="primary" wide icon={Clock} unitId={unitId} to={`/my-day/${job.id}`}>
          Open today’s job
        </UnitButtonLink>
      ) : (
        <UnitButtonLink wide unitId={unitId} to={`/my-bookings/confirmed-bookings?job=${job.id}`}>
          Open the job
        </UnitButtonLink>
      )}
      {job.customer?.phone ? (
        <a className="btn btn--wide num" href={`tel:${job.customer.phone}`}>
          <Icon of={Phone} />
          Call {job.customer.firstName}, {readablePhone(job.customer.phone)}
        </a>
      ) : null}
      <UnitButtonLink wide icon={ClipboardList} unitId={unitId} to={`/job-sheet/${job.id}`}>
        Job sheet
      </UnitButtonLink>
    </>
  )
}
