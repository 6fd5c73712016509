import { Clock } from 'lucide-react'
import { localDayOf, type LocalDay } from '#shared/local-time.ts'
import { UnitButtonLink } from '#web/kit/units/unit-link.tsx'
import { whereText } from '../booking-view.ts'
import type { Job } from './job-texts.ts'

/** From a job of today to the screen of its day. */
export function JobLinks({ job, today }: { job: Job; today: LocalDay }) {
  const isToday = job.status === 'confirmed' && localDayOf(new Date(job.startAt)) === today
  if (!isToday && job.status !== 'in_progress') return null
  return (
    <p className="mt-3">
      <UnitButtonLink reloadDocument wide icon={Clock} to={`/my-day/${job.id}`}>
        Today’s job<span className="vh">, {whereText(job)}</span>
      </UnitButtonLink>
    </p>
  )
}
