import { useEffect, useRef } from 'react'
import type { Answer } from '#web/kit/forms/answer.ts'
import { useUnitPath } from '#web/kit/units/chosen-unit.ts'
import { UnitSwitcher } from '#web/kit/units/unit-switcher.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import { focusIfLost } from '#web/ui/focus-if-lost.ts'
import { countText, ListPages } from '#web/ui/list-pages.tsx'
import { Page } from '#web/ui/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useToast } from '#web/ui/toast-provider.tsx'
import { driverTabs, type DriverTab } from '../booking-tabs.ts'
import { isGone, isIntent, refusedText, type Intent, type Said } from './answer-words.ts'
import { useJobAnswer } from './job-answer.tsx'
import { JobCard } from './job-card.tsx'
import { EmptyPage, NoJobs, NoUnit } from './no-jobs.tsx'
import { PastJobs } from './past-jobs.tsx'
import type { JobList, Jobs } from './read-jobs.server.ts'
import './jobs.css'

interface DriverBookingsProps {
  jobs: Jobs
  /** Without script the answer comes with the page. */
  pageAnswer: Answer<Said> | undefined
}

/** The lists of one unit, for its owner or whoever is hired to drive it. */
export function DriverBookings({ jobs, pageAnswer }: DriverBookingsProps) {
  const { tab, units, unit, list, isHired } = jobs
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
          ...(own === tab && list && list.count > 0 ? { count: countText(list) } : {}),
        }))}
      />
      {pageAnswer ? <PageAnswer answer={pageAnswer} /> : null}
      {unit && list ? (
        <>
          {list.results.length > 0 ? (
            <List jobs={jobs} list={list} />
          ) : list.page > 1 || list.isBehind ? (
            <EmptyPage to={`/my-bookings/${tab}`} />
          ) : (
            <NoJobs tab={tab} unit={unit} isHired={isHired} />
          )}
          <ListPages label="Pages of bookings" {...list} />
        </>
      ) : (
        <NoUnit isHired={isHired} />
      )}
    </Page>
  )
}

function List({ jobs, list }: { jobs: Jobs; list: JobList }) {
  const { tab, today, now, isHired, asked } = jobs
  if (tab === 'past-bookings') return <PastJobs jobs={list.results} />
  return (
    <>
      <Hint tab={tab} isOwners={isHired && list.results.every(({ allowedActions }) => allowedActions.length === 0)} />
      <ul className="jobs">
        {list.results.map((job) => (
          <li key={job.id}>
            <JobCard job={job} today={today} now={new Date(now)} isHired={isHired} isAsked={asked === job.id} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** What the list cannot say by itself. */
function Hint({ tab, isOwners }: { tab: DriverTab; isOwners: boolean }) {
  if (tab === 'confirmed-bookings') return null
  if (isOwners) return <p className="small muted mt-3">The owner of this van answers these.</p>
  return tab === 'hot-jobs' ? (
    <p className="small muted mt-3">
      Soonest first. The first to take it has it. Streets and names show once it is yours.
    </p>
  ) : null
}

const PageAnswer = ({ answer }: { answer: Answer<Said> }) => {
  const { title, text } = answer.ok ? answer.data : refusedText(null, answer)
  return (
    <Banner className="mt-3" tone={answer.ok ? 'good' : 'bad'} title={title} isAlert>
      {text}
    </Banner>
  )
}

/** Says what became of an answer, closes what asked for it, and does not lose the focus with the card. */
function useAnswered() {
  const { data, isBusy, formData } = useJobAnswer()
  const { closeAll } = useDialogs()
  const toast = useToast()
  const intent = useRef<Intent | null>(null)
  const heard = useRef(data)
  const sent = formData?.get('intent')
  useEffect(() => {
    if (typeof sent === 'string' && isIntent(sent)) intent.current = sent
  }, [sent])
  useEffect(() => {
    if (!data || data === heard.current) return
    heard.current = data
    // Shown at its field.
    if (!data.ok && data.errors) return
    if (data.ok || isGone(data.code)) closeAll()
    const said = data.ok ? data.data : refusedText(intent.current, data)
    toast({ ...said, tone: data.ok ? 'good' : 'bad', lifeMs: 8000 })
    // oxlint-disable-next-line react/exhaustive-deps -- an answer is heard once
  }, [data])
  useEffect(() => {
    if (!isBusy && heard.current) focusIfLost()
  }, [isBusy])
}
