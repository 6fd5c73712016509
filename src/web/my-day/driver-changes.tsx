import { isAgreed } from '#modules/bookings/rules.ts'
import { useState } from 'react'
import type { listChanges } from '#modules/bookings/changes/contract.ts'
import type { listKeysLinks } from '#modules/bookings/changes/links/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDayTime, localDayOf } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { BookingChanges } from '#web/kit/changes/booking-changes.tsx'
import type { ChangeActionNotice } from '#web/kit/changes/change-answer.server.ts'
import type { ChangeShown, KeysLinkShown, ProposalDrafts } from '#web/kit/changes/change-texts.ts'
import { ScreenCode } from '#web/kit/changes/keys-link.tsx'
import { HoursTimes } from '#web/kit/day/clock-log.tsx'
import type { Answer } from '#web/kit/forms/answer.ts'
import { useLive } from '#web/kit/page/live.ts'
import { useSession } from '#web/kit/page/root-data.ts'
import { apiFetch, readAnswer } from '#web/kit/session/api-fetch.ts'
import { Banner } from '#web/ui/banner.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { type DayAction, areKeysThere, type Job, currentJob } from './day-state.ts'
import { saveDraft, readDraft } from './phone-store.ts'
import { dayLineText, startText } from './day-texts.ts'

interface DriverChangesProps {
  job: Job
  loaded: ChangeShown[]
  keysLinks: KeysLinkShown[]
  pageAnswer: Answer<ChangeActionNotice> | undefined
  act: (act: DayAction, photos?: readonly File[]) => void
}

/** What either side has proposed, and whether the keys are released, in the cab. Heard of without reading the page again, which may not come. */
export function DriverChanges({ job, loaded, keysLinks: loadedLinks, pageAnswer, act }: DriverChangesProps) {
  const [changes, setChanges] = useLatest(loaded)
  const [keysLinks, setKeysLinks] = useLatest(loadedLinks)
  useLive('/api/booking/live/', () => {
    void fetchOf<typeof listChanges>(`/api/booking/${job.id}/changes/`, setChanges)
    void fetchOf<typeof listKeysLinks>(`/api/booking/${job.id}/keys-links/`, setKeysLinks)
  })
  const session = useSession()
  const mayPrice = session?.isHired === false
  const ownerId = session?.id ?? ''
  const drafts: ProposalDrafts = {
    read: () => readDraft(ownerId, job.id),
    keep: (draft) => saveDraft(ownerId, job.id, draft),
  }
  return (
    <BookingChanges
      booking={{ ...job, totalPence: job.totalPence ?? 0 }}
      changes={changes}
      keysLinks={keysLinks}
      side="mover"
      who={job.customer?.firstName ?? 'the customer'}
      mayPrice={mayPrice}
      areKeysThere={areKeysThere(
        job,
        keysLinks.some(({ releasedAt }) => releasedAt !== null),
      )}
      drafts={drafts}
      onKeep={(proposal, photos) => act({ does: 'propose-change', proposal }, photos)}
      pageAnswer={pageAnswer}
    />
  )
}

/** What was heard last, until the page is read again. */
function useLatest<Shown>(loaded: Shown) {
  const [latest, setLatest] = useState(loaded)
  const [before, setBefore] = useState(loaded)
  if (before !== loaded) {
    setBefore(loaded)
    setLatest(loaded)
  }
  return [latest, setLatest] as const
}

/** The list stays unchanged without signal. */
async function fetchOf<One extends typeof listChanges | typeof listKeysLinks>(
  path: `/api/${string}`,
  take: (list: AnswerOf<One>) => void,
): Promise<void> {
  const answer = await apiFetch(path).catch(() => null)
  if (answer?.ok) take(await readAnswer<One>(answer))
}

/** A code to show while the job is on. */
export const CodeOfJob = ({ job, pageAnswer }: Pick<DriverChangesProps, 'job' | 'pageAnswer'>) =>
  isAgreed(job.status) ? <ScreenCode bookingId={job.id} pageAnswer={pageAnswer} /> : null

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
        <dl className="terms num mt-2">
          <HoursTimes events={job.day.events} />
          <div>
            <dt>Booked</dt>
            <dd>{formatPence(hours.bookedPence)}</dd>
          </div>
          {[...hours.changeLines, ...hours.lines].map(({ label, amountPence }, index) => (
            <div key={index}>
              <dt>{label}</dt>
              <dd>{formatPence(amountPence)}</dd>
            </div>
          ))}
          <div className="is-sum">
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

/** The day on one line: what is done, what runs, what is next. */
export function DayLine({ jobs, now }: { jobs: readonly Job[]; now: Date }) {
  const current = currentJob(jobs)
  const isToday = jobs.every(({ startAt }) => localDayOf(new Date(startAt)) === localDayOf(now))
  const count = jobs.length === 1 ? 'one job' : `${jobs.length} jobs`
  return (
    <ol className="dayline cells" aria-label={isToday ? `Today, ${count}` : `These days, ${count}`}>
      {jobs.map((job) => {
        const isDone = job.day.clock.state === 'finished'
        const isNow = job.id === current?.id
        return (
          <li key={job.id} className={classNames(isDone && 'is-done', isNow && 'is-now')}>
            <b className="block-box">
              {startText(job, now)} {job.routePoints[0]?.place}
            </b>
            {dayLineText(job)}
          </li>
        )
      })}
    </ol>
  )
}
