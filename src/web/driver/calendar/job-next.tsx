import { Check, ClipboardList, Clock, Phone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import type { getDriverBooking } from '#modules/bookings/driver-lists/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { localDayOf } from '#shared/local-time.ts'
import { readablePhone } from '#shared/readable-phone.ts'
import { type Answer, problemText } from '#web/kit/forms/answer.ts'
import { useClock } from '#web/kit/page/root-data.ts'
import { apiFetch } from '#web/kit/session/api-fetch.ts'
import { readAnswer } from '#web/kit/session/read-answer.ts'
import { UnitButtonLink } from '#web/kit/units/unit-link.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { JobInWeek } from './calendar-data.ts'

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
  if (job.status === 'new_booking')
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
  const isOn = job.status === 'confirmed' || job.status === 'in_progress'
  if (!isOn) return null
  const isToday = job.status === 'in_progress' || localDayOf(new Date(job.startAt)) === localDayOf(clock())
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
