import { isAgreed, isConfirmed, isUnanswered, isUnderWay } from '#modules/bookings/rules.ts'
import { MessageSquare, Phone, Clock } from 'lucide-react'
import { VAN_NAMES } from '#modules/fleet/rules.ts'
import { formatMiles } from '#shared/distance.ts'
import { formatDay, formatDayTime, localDayOf, type LocalDay } from '#shared/local-time.ts'
import { readablePhone } from '#shared/phone.ts'
import { ItemList, StatusBadge } from '#web/kit/bookings/status-badge.tsx'
import { liftingText } from '#web/kit/bookings/load.ts'
import { expectedWaiting, timeAndTrips } from '#web/kit/bookings/booking-texts.ts'
import { UnitButtonLink, UnitLink } from '#web/kit/units/unit-link.tsx'
import { Banner, Disclosure } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DayTile, Facts, type Fact } from '#web/ui/facts.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { RouteRead } from '#web/ui/route-line.tsx'
import { timeOf, whereText } from '../booking-view.ts'
import { LastMessage } from '../booking-card.tsx'
import { HotFit, HotLeft, WorthOfJob } from './hot-parts.tsx'
import { AnswerForm, WithdrawOffer, JobActions, RejectForm } from './job-actions.tsx'
import { isHotJob, isReported, loadFacts, payOf, stopsOf, type Job } from './job-texts.ts'
import { OfferForm } from './offer-time.tsx'

interface JobCardProps {
  job: Job
  today: LocalDay
  now: Date
  isHired: boolean
  /** What is asked on the page, because there is no script for a dialog: why it is given back, or which other time is offered. */
  question: 'reject' | 'offer' | null
  /** Below the heading of its day it is one lower. */
  headingLevel?: 'h2' | 'h3'
}

/** A job as its driver sees it: outward codes, load and price; once it is confirmed, streets and the customer too. */
export function JobCard({ job, today, now, isHired, question, headingLevel: Heading = 'h2' }: JobCardProps) {
  const day = localDayOf(new Date(job.startAt))
  const pay = payOf(job)
  const waiting = expectedWaiting(job)
  const isToAnswer = isUnanswered(job.status)
  return (
    <article
      id={`job-${job.id}`}
      className={classNames('card job job--driver cells g-4', isHotJob(job) && 'job--hot')}
      aria-label={`${whereText(job)}, ${formatDay(day)}`}
    >
      {isHotJob(job) ? <HotLeft job={job} now={now} /> : null}
      <div className="job__head cells cols-side at-top g-3">
        <DayTile day={day} isToday={day === today} />
        <div>
          <Heading className="job__where t-lg lh-12 break">{whereText(job)}</Heading>
          <div className="meta num job__when">
            <b className="ink">{timeOf(job.startAt)}</b>
            <span>{timeAndTrips(job)}</span>
            {waiting ? <span>{waiting} waiting time reserved</span> : null}
          </div>
          {isToAnswer ? null : <StatusBadge status={job.status} isAwaiting={false} />}
        </div>
        <div className="job__pay across flex baseline apart">
          {pay.amount ? <span className="price">{pay.amount}</span> : null}
          <div className="small muted num">{pay.detail}</div>
        </div>
      </div>
      <Due job={job} />
      {isHotJob(job) ? <HotFit job={job} /> : null}
      {job.worth ? <WorthOfJob worth={job.worth} /> : null}
      <Facts className="facts facts--wide pt-4 line-top" facts={factsOf(job)} />
      <Customer job={job} isHired={isHired} />
      {job.lastMessage ? <LastMessage message={job.lastMessage} /> : null}
      <Disclosure summary="Route, stairs and items">
        <More job={job} />
      </Disclosure>
      <JobLinks job={job} today={today} />
      {question === 'reject' ? (
        <RejectForm job={job} now={now} />
      ) : question === 'offer' ? (
        <OfferForm job={job} now={now} />
      ) : (
        <JobActions job={job} now={now} />
      )}
    </article>
  )
}

/** What the job waits for, and until when. */
function Due({ job }: { job: Job }) {
  const { status, isHot, respondBy, reconfirmBy, allowedActions } = job
  if (isUnanswered(status) && !isHot && respondBy)
    return (
      <Banner tone="warn" title={`Answer by ${formatDayTime(new Date(respondBy))}`}>
        {job.offeredTime ? (
          <p>
            You offered {formatDayTime(new Date(job.offeredTime.newStartAt))}. The customer can say yes until{' '}
            {formatDayTime(new Date(job.offeredTime.expiresAt))}.
          </p>
        ) : null}
        {allowedActions.includes('offer_time') ? <WithdrawOffer job={job} /> : null}
      </Banner>
    )
  if (isReported(job))
    return (
      <Banner tone="warn" title="Did the customer cancel?">
        <p>
          You told us so, and we’ve asked them. Until they say yes, the job is yours. If they say nothing until half an
          hour after the start, our office decides.
        </p>
      </Banner>
    )
  if (!isConfirmed(status) || !reconfirmBy) return null
  return (
    <Banner tone="warn" title="Is it still going ahead?">
      <p>
        Please say yes by {formatDayTime(new Date(reconfirmBy))}. If you don’t answer, we’ll offer the job to other
        drivers.
      </p>
      {allowedActions.includes('reconfirm') ? (
        <AnswerForm job={job} intent="reconfirm" className="mt-3">
          Yes, it’s going ahead
        </AnswerForm>
      ) : (
        <p>The owner of this van answers.</p>
      )}
    </Banner>
  )
}

function factsOf(job: Job): Fact[] {
  const liftingOf = job.needTailLift ? `${liftingText(job.manPower)}, tail-lift` : liftingText(job.manPower)
  return [
    { name: 'Van', value: VAN_NAMES[job.vanCategory] },
    { name: 'Lifting', value: liftingOf },
    ...loadFacts(job).map(([name, value]) => ({ name, value })),
    { name: 'Distance', value: formatMiles(job) },
  ]
}

/** A job that waits for an answer can be asked about first. */
const canWrite = ({ status, isHot }: Job): boolean => isUnanswered(status) && !isHot

const write = (bookingId: string, name: string) => (
  <ButtonLink size="small" icon={MessageSquare} to={`/messages/${bookingId}`}>
    Message<span className="vh"> {name}</span>
  </ButtonLink>
)

/** The customer of the job, with the ways to reach them and who comes. */
function Customer({ job, isHired }: { job: Job; isHired: boolean }) {
  const { customer, status } = job
  if (!customer) return canWrite(job) ? <p className="job__write">{write(job.id, 'the customer')}</p> : null
  const isOn = isAgreed(status)
  return (
    <div className="job__who mark-s flex wraps level g-2-3 pt-4 line-top">
      <span>
        <span className="small muted">Customer</span>
        <b className="long block-box">{customer.firstName}</b>
      </span>
      {customer.phone ? (
        <a className="btn btn--small num" href={`tel:${customer.phone}`}>
          <Icon of={Phone} />
          <span className="vh">Call {customer.firstName}, </span>
          {readablePhone(customer.phone)}
        </a>
      ) : null}
      <UnitLink className="link-btn" to={`/job-sheet/${job.id}`}>
        Job sheet
      </UnitLink>
      {write(job.id, customer.firstName)}
      {isOn ? (
        <UnitButtonLink className="push" size="small" to={`/job-crew/${job.id}`}>
          {isHired ? 'Who comes' : 'Choose crew'}
        </UnitButtonLink>
      ) : null}
    </div>
  )
}

function More({ job }: { job: Job }) {
  const { items, customer, customerNote } = job
  return (
    <div className="cells cols-2-m g-4 pt-2">
      <RouteRead
        points={stopsOf(job).map(({ name, lines, contact }) => ({
          name,
          detail: (
            <>
              {lines.map((line) => (
                <span key={line} className="block-box">
                  {line}
                </span>
              ))}
              {contact ? (
                <span className="block-box">
                  {contact.name}
                  {contact.phone ? (
                    <>
                      {contact.name === contact.phone ? ': ' : ', '}
                      <a className="tap num" href={`tel:${contact.phone}`}>
                        {readablePhone(contact.phone)}
                      </a>
                    </>
                  ) : null}
                </span>
              ) : null}
            </>
          ),
        }))}
      />
      <div>
        {items.length > 0 ? (
          <ItemList items={items} />
        ) : (
          <p className="small muted">The customer listed nothing and described the load in words.</p>
        )}
        {customerNote ? (
          <Banner className="mt-3" title={`From ${customer?.firstName ?? 'the customer'}`}>
            <p className="long note as-typed">{customerNote}</p>
          </Banner>
        ) : null}
      </div>
    </div>
  )
}

/** Link from today’s job to the page of its day. */
function JobLinks({ job, today }: { job: Job; today: LocalDay }) {
  const isToday = isConfirmed(job.status) && localDayOf(new Date(job.startAt)) === today
  if (!isToday && !isUnderWay(job.status)) return null
  return (
    <p className="mt-3">
      <UnitButtonLink reloadDocument wide icon={Clock} to={`/my-day/${job.id}`}>
        Today’s job<span className="vh">, {whereText(job)}</span>
      </UnitButtonLink>
    </p>
  )
}
