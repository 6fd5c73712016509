import { useEffect, useRef, useState } from 'react'
import { useLocation, Link } from 'react-router'
import { CLAIM_STATUS_TEXTS } from '#modules/bookings/claims/rules.ts'
import { countOf } from '#shared/texts.ts'
import { formatMiles } from '#shared/distance.ts'
import { formatDay, localDayOf } from '#shared/local-time.ts'
import { useUnitPath } from '#web/kit/page/root-data.ts'
import { StatusBadge } from '#web/kit/bookings/status-badge.tsx'
import { timeAndTrips } from '#web/kit/bookings/booking-texts.ts'
import { FilterChips } from '#web/kit/forms/filter-chips.tsx'
import type { Answer } from '#web/kit/forms/answer.ts'
import { SetupPrompt } from '#web/kit/driver-setup/setup-prompt.tsx'
import { UnitSwitcher } from '#web/kit/units/unit-switcher.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { useDialogs } from '#web/ui/dialog.tsx'
import { focusIfLost } from '#web/ui/focus.ts'
import { countText, ListPages, type Counted, Tabs } from '#web/ui/tabs.tsx'
import { Page } from '#web/ui/page.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { driverTabs, type DriverTab, whereText } from '../booking-view.ts'
import { RebookingCard } from '../booking/re-booking-card.tsx'
import {
  meansUnavailable,
  isIntent,
  refusedText,
  type Intent,
  type ActionNotice,
  hotFilters,
  pastFilters,
} from './answer-texts.ts'
import { UnavailableCard } from './hot-parts.tsx'
import { nearestOf, useUnavailableJobs } from './hot-texts.ts'
import { useJobAnswer } from './job-answer.tsx'
import { JobCard } from './job-card.tsx'
import { isHotJob, type Job, payOf, reasonText } from './job-texts.ts'
import { EmptyPage, NoJobs, NothingLikeThat, NoUnit } from './no-jobs.tsx'
import type { JobList, Jobs } from './read-jobs.server.ts'
import './jobs.css'

interface DriverBookingsProps {
  jobs: Jobs
  /** Result of the form, if the page works without script. */
  pageAnswer: Answer<ActionNotice> | undefined
}

/** The lists of one unit, for its owner or its hired driver. */
export function DriverBookings({ jobs, pageAnswer }: DriverBookingsProps) {
  const { tab, units, unit, list, counts, isHired } = jobs
  const path = useUnitPath()
  useAnswered()
  return (
    <Page className="page--list">
      <div className="row row--apart">
        <h1>My Bookings</h1>
        {unit ? <UnitSwitcher units={units} unitId={unit.id} /> : null}
      </div>
      <Tabs
        label="Bookings"
        tabs={Object.entries(driverTabs).map(([own, name]) => ({
          name,
          to: path(`/my-bookings/${own}`),
          isCurrent: own === tab,
          ...tabCountOf(own === tab ? list : counts[own as DriverTab]),
        }))}
      />
      {pageAnswer ? <PageAnswer answer={pageAnswer} /> : null}
      {jobs.named === 'gone' ? (
        <Banner className="mt-3" tone="warn" title="This van no longer has that job">
          It was passed on or cancelled. These are the jobs that it has.
        </Banner>
      ) : null}
      <SetupPrompt className="mt-3" />
      {unit && list ? (
        <>
          {jobs.named === 'first' ? null : <AskedAgain jobs={jobs} />}
          <Filters jobs={jobs} list={list} />
          <List jobs={jobs} list={list} />
          {list.results.length > 0 ? null : isFiltered(list) ? (
            <NothingLikeThat tab={tab} />
          ) : list.page > 1 || list.isBehind ? (
            <EmptyPage to={`/my-bookings/${tab}`} />
          ) : jobs.askedAgain.length > 0 ? null : (
            <NoJobs tab={tab} unit={unit} isHired={isHired} />
          )}
          {jobs.named === 'first' ? <AskedAgain jobs={jobs} /> : null}
          <ListPages label="Pages of bookings" {...list} />
        </>
      ) : (
        <NoUnit isHired={isHired} />
      )}
    </Page>
  )
}

const AskedAgain = ({ jobs: { askedAgain, today } }: { jobs: Jobs }) =>
  askedAgain.length === 0 ? null : (
    <ul className="cells g-4 at-top mt-4" aria-label="Asked for again">
      {askedAgain.map((rebooking) => (
        <li key={rebooking.bookingId}>
          <RebookingCard rebooking={rebooking} today={today} />
        </li>
      ))}
    </ul>
  )

const tabCountOf = (counted: Counted | null | undefined) =>
  counted && counted.count > 0 ? { count: countText(counted) } : {}

const isFiltered = ({ keeps }: JobList): boolean =>
  [...new URLSearchParams(keeps).keys()].some((name) => name !== 'unit')

function Filters({ jobs: { tab }, list }: { jobs: Jobs; list: JobList }) {
  const { search } = useLocation()
  const isEmpty = list.results.length === 0 && !isFiltered(list)
  if (tab === 'hot-jobs' && list.counts && list.counts.all > 0)
    return <FilterChips label="Which hot jobs" filters={hotFilters(search, list.counts)} />
  if (tab === 'past-bookings' && !isEmpty) return <FilterChips label="Which past jobs" filters={pastFilters(search)} />
  return null
}

function List({ jobs, list }: { jobs: Jobs; list: JobList }) {
  const { tab, isHired } = jobs
  if (list.results.length === 0 && tab !== 'hot-jobs') return null
  if (tab === 'past-bookings') return <PastJobs jobs={list.results} />
  if (tab === 'confirmed-bookings') return <ByDay jobs={jobs} list={list} />
  return (
    <>
      {list.results.length > 0 ? (
        <Hint
          tab={tab}
          isHired={isHired}
          isOwners={isHired && list.results.every(({ allowedActions }) => allowedActions.length === 0)}
        />
      ) : null}
      {tab === 'hot-jobs' ? <UnavailableJobs list={list} /> : null}
      <Cards jobs={jobs} results={list.results} />
    </>
  )
}

function Cards({ jobs, results, headingLevel }: { jobs: Jobs; results: readonly Job[]; headingLevel?: 'h3' }) {
  const { today, now, isHired, question } = jobs
  const more = { today, now: new Date(now), isHired, headingLevel }
  return (
    <ul className="cells g-4 at-top mt-4">
      {results.map((job) => (
        <li key={job.id}>
          <JobCard job={job} question={question?.id === job.id ? question.about : null} {...more} />
        </li>
      ))}
    </ul>
  )
}

/** What is ahead, day by day. */
const ByDay = ({ jobs, list }: { jobs: Jobs; list: JobList }) =>
  [...Map.groupBy(list.results, ({ startAt }) => localDayOf(new Date(startAt)))].map(([day, results]) => (
    <section key={day} className="mt-5" aria-labelledby={`day-${day}`}>
      <h2 className="h3" id={`day-${day}`}>
        {day === jobs.today ? `Today, ${formatDay(day)}` : formatDay(day)}{' '}
        <span className="small muted num">{countOf(results.length, 'job')}</span>
      </h2>
      <Cards jobs={jobs} results={results} headingLevel="h3" />
    </section>
  ))

/** Hot jobs that were here a moment ago; each stays until it is closed. */
function UnavailableJobs({ list }: { list: JobList }) {
  const { search } = useLocation()
  const { data, formData } = useJobAnswer()
  const sent = formData?.get('bookingId')
  const [id, setId] = useState<string | null>(null)
  if (typeof sent === 'string' && sent !== id) setId(sent)
  const { gone: unavailable, close } = useUnavailableJobs(search, list.results, { id, answer: data })
  if (unavailable.length === 0) return null
  const nearest = nearestOf(list.results.filter(isHotJob))
  return (
    <ul className="cells g-4 at-top mt-4" aria-label="Gone">
      {unavailable.map((one) => (
        <li key={one.job.id}>
          <UnavailableCard unavailable={one} nearest={nearest} onClose={() => close(one.job.id)} />
        </li>
      ))}
    </ul>
  )
}

/** Hint below the tabs, such as who may answer and in what order jobs are given. */
function Hint({ tab, isHired, isOwners }: { tab: DriverTab; isHired: boolean; isOwners: boolean }) {
  if (tab === 'confirmed-bookings') return null
  if (isOwners) return <p className="small muted mt-3">Only the owner of this van can answer these.</p>
  return tab === 'hot-jobs' ? (
    <p className="small muted mt-3">
      Soonest first. First come, first served. Streets and names show once it is yours.
      {isHired
        ? null
        : ' “To you” is the price less our commission and the VAT on it. We take no commission on road charges.'}
    </p>
  ) : null
}

const PageAnswer = ({ answer }: { answer: Answer<ActionNotice> }) => {
  const { title, text } = answer.ok ? answer.data : refusedText(null, answer)
  return (
    <Banner className="mt-3" tone={answer.ok ? 'good' : 'bad'} title={title} isAlert>
      {text}
    </Banner>
  )
}

/** Shows the result of an answer, closes its dialog, and keeps the focus when the card disappears. */
function useAnswered() {
  const { data, isBusy, formData } = useJobAnswer()
  const { closeAll } = useDialogs()
  const toast = useToast()
  const intent = useRef<Intent | null>(null)
  const handled = useRef(data)
  const sent = formData?.get('intent')
  useEffect(() => {
    if (typeof sent === 'string' && isIntent(sent)) intent.current = sent
  }, [sent])
  useEffect(() => {
    if (!data || data === handled.current) return
    handled.current = data
    // Shown at its field.
    if (!data.ok && data.errors) return
    if (data.ok || meansUnavailable(data.code)) closeAll()
    const notice = data.ok ? data.data : refusedText(intent.current, data)
    toast({ ...notice, tone: data.ok ? 'good' : 'bad', lifeMs: 8000 })
    // oxlint-disable-next-line react/exhaustive-deps -- an answer is heard once
  }, [data])
  useEffect(() => {
    if (!isBusy && handled.current) focusIfLost()
  }, [isBusy])
}

/** Jobs that are over, and those that were given back or not answered: one row each. */
const PastJobs = ({ jobs }: { jobs: readonly Job[] }) => (
  <ul className="divide plain mt-4">
    {jobs.map((job) => (
      <li key={job.id} className="log cells g-1-4 level py-3">
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
      <div className="t-center lh-115 figures-even">
        <span className="tiny muted">{weekday}</span>
        <b className="block-box t-lg">{date}</b>
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
      <div className="log__end cells g-15">
        {amount ? <b className="num">{amount}</b> : null}
        <StatusBadge status={job.status} isAwaiting={false} />
      </div>
    </>
  )
}
