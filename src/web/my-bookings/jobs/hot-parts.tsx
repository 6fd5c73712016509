import { ArrowDown, Check, Timer, TriangleAlert, Users, X } from 'lucide-react'
import { Badge, Icon } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DayTile, Facts } from '#web/ui/facts.tsx'
import { Van } from '#web/ui/van.tsx'
import { formatDay, localDayOf } from '#shared/local-time.ts'
import { timeOf, whereText } from '../booking-view.ts'
import {
  type UnavailableJob,
  closesText,
  dayText,
  fillRatioOf,
  fullText,
  nearestText,
  otherJobsText,
  audienceText,
  reasonsToTake,
  worthFigures,
} from './hot-texts.ts'
import { payOf, type HotJob, type Worth } from './job-texts.ts'

/** When the job closes, and how many drivers can see it. */
export function HotLeft({ job, now }: { job: HotJob; now: Date }) {
  const { text, tone } = closesText(job, now)
  return (
    <div className="row apart g-2-3 t-sm mid lh-13">
      <Badge tone={tone} icon={Timer}>
        {text}
      </Badge>
      <span className="muted">{audienceText(job.hot.seenBy)}</span>
    </div>
  )
}

/** The van with this load, and why it fits or what to mind. */
export function HotFit({ job }: { job: HotJob }) {
  return (
    <div className="hot__fit flex wraps items-end">
      <div className="kerb">
        <Van category={job.vanCategory} load={fillRatioOf(job) ?? 0} />
        <span className="vh">{fullText(job)}</span>
      </div>
      <ul className="hot__why ticks grows">
        {reasonsToTake(job).map(({ text, isWarning }) => (
          <li key={text} className={classNames(isWarning && 'is-care')}>
            <Icon of={isWarning ? TriangleAlert : Check} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What a job to take or answer is worth: hours, drives, the rest of its day, and pounds an hour to its owner. */
export const WorthOfJob = ({ worth }: { worth: Worth }) => (
  <div className="cells g-2">
    <Facts className="door edge-1 bg-paper num" facts={worthFigures(worth)} />
    <p className="small muted num">
      {dayText(worth)} {otherJobsText(worth)}
    </p>
  </div>
)

interface UnavailableCardProps {
  unavailable: UnavailableJob
  /** The nearest job that is still available. */
  nearest: HotJob | undefined
  onClose: () => void
}

/** A job that has just left the list. It stays until the driver closes it, so that its disappearance is explained. */
export function UnavailableCard({ unavailable: { job, title, why }, nearest, onClose }: UnavailableCardProps) {
  const day = localDayOf(new Date(job.startAt))
  const { amount } = payOf(job)
  return (
    <article className="card job is-gone cells g-4" aria-label={`Gone: ${whereText(job)}, ${formatDay(day)}`}>
      <div className="row row--apart">
        <Badge tone="brown" icon={Users}>
          {title}
        </Badge>
        <IconButton icon={X} label={`Close ${whereText(job)}`} onClick={onClose} />
      </div>
      <div className="job__head cells cols-side at-top g-3">
        <DayTile day={day} />
        <div>
          <h2 className="job__where t-lg lh-12 break">
            {whereText(job)}, {timeOf(job.startAt)}
          </h2>
          <p className="small">{why}</p>
        </div>
        {amount ? (
          <div className="job__pay across flex baseline apart">
            <s className="price">{amount}</s>
          </div>
        ) : null}
      </div>
      {nearest ? (
        <a className="link-btn" href={`#job-${nearest.id}`}>
          {nearestText(nearest)}
          <Icon of={ArrowDown} />
        </a>
      ) : null}
    </article>
  )
}
