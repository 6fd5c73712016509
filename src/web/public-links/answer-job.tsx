import { Form, Link, useNavigation, useSearchParams } from 'react-router'
import type { getAnswerLink } from '#modules/bookings/answer-links/contract.ts'
import { LINK_REASONS } from '#modules/bookings/rules.ts'
import { isStairs, stairsLabel, VAN_NAMES } from '#modules/fleet/rules.ts'
import { PAYMENT_NAMES, paymentWay } from '#modules/pricing/commission-rules.ts'
import { formatMiles } from '#shared/distance.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDayTime } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { numberText } from '#shared/texts.ts'
import { REASON_LABELS, timeAndTrips } from '#web/kit/bookings/booking-texts.ts'
import { itemsText, liftingText } from '#web/kit/bookings/load.ts'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { SelectCards } from '#web/ui/choice.tsx'
import { Page } from '#web/ui/page.tsx'
import { RouteRead } from '#web/ui/route-line.tsx'
import { Sign } from '#web/ui/sign.tsx'

type AskedJob = Extract<AnswerOf<typeof getAnswerLink>, { purpose: 'new_booking' }>
type JobAsked = NonNullable<AskedJob['job']>

interface NewBookingProps {
  question: AskedJob
  job: JobAsked
  problem: string | null | undefined
}

/** The job as the driver’s list shows it, with both answers; once it is confirmed, the way to its job sheet. */
export function NewBooking({ question, job, problem }: NewBookingProps) {
  const { state, startAt, forName, expiresAt, bookingId } = question
  const isOpen = state === 'open'
  const [search] = useSearchParams()
  const isRejecting = isOpen && search.has('no')
  return (
    <Page className="page--form stack">
      <Sign aria-labelledby="job">
        <p className="small">
          For <b>{forName}</b>
          {isOpen ? (
            <>
              . Answer by <b className="num">{formatDayTime(new Date(expiresAt))}</b>
            </>
          ) : null}
        </p>
        <h1 className="h3 mt-2" id="job">
          {isOpen ? 'New booking' : 'It’s yours'}
        </h1>
        <p className="sign__big num mt-2">{formatDayTime(new Date(startAt))}</p>
        <p className="num mt-2">{isOpen ? `${timeAndTrips(job)}. ${payText(job)}` : 'We’ve told the customer.'}</p>
      </Sign>
      <ProblemBanner text={problem} />
      {isRejecting ? null : <JobFacts job={job} />}
      {isOpen ? (
        <JobAnswer
          isRejecting={isRejecting}
          listPath={`/my-bookings/new-bookings?job=${bookingId}&unit=${job.workingUnitId}`}
        />
      ) : (
        <p>
          The street, the number and who to call are in the job.{' '}
          <Link to={`/my-bookings/confirmed-bookings?job=${bookingId}&unit=${job.workingUnitId}`}>
            Log in to open it
          </Link>
        </p>
      )}
    </Page>
  )
}

/** A hired driver sees no price, only what to take at the door. */
function payText({ totalPence, youKeepPence, cashToTakePence, ...paid }: JobAsked): string {
  const way = `by ${PAYMENT_NAMES[paymentWay(paid)].toLowerCase()}`
  if (totalPence === null)
    return cashToTakePence === null
      ? `Paid ${way}, nothing to take.`
      : `${formatPence(cashToTakePence)} to take in cash.`
  const share = youKeepPence === null ? '' : `, ${formatPence(youKeepPence)} to you after commission`
  return `${formatPence(totalPence)} ${way}${share}.`
}

function JobFacts({ job }: { job: JobAsked }) {
  const { stops, load, van, vanCategory, manPower, needTailLift } = job
  const [room, weight] = [Number(load.volumeM3.toFixed(1)), numberText(load.weightKg)]
  const loadText =
    load.pieces === 0
      ? 'The load is described in words.'
      : `${itemsText(load.pieces)}, ${room}${van ? ` of your ${van.volumeM3}` : ''} m³, ${weight} kg.`
  const points = stops.map(({ place, outcode, stairs }) => ({
    name: `${place} ${outcode}`,
    detail: isStairs(stairs) ? stairsLabel(stairs) : undefined,
  }))
  return (
    <section className="card" aria-label="The job">
      <RouteRead points={points} />
      <p className="small num mt-3 pt-3 line-top">
        <b>{loadText}</b> {VAN_NAMES[vanCategory]}
        {needTailLift ? ' with a tail-lift' : ''}. {liftingText(manPower)}, {formatMiles(job)}.
      </p>
    </section>
  )
}

/** Works without script: the reasons are on the page at the address with `?no`. */
function JobAnswer({ isRejecting, listPath }: { isRejecting: boolean; listPath: string }) {
  const { state } = useNavigation()
  const isBusy = state !== 'idle'
  if (!isRejecting)
    return (
      <Form method="post" className="stack">
        <Button type="submit" name="answer" value="yes" look="primary" size="big" wide busy={isBusy}>
          Confirm
        </Button>
        <ButtonLink to="?no" look="danger" size="big" wide>
          Can’t do it
        </ButtonLink>
        <p className="small muted">
          No login needed. This link answers this one booking, once. Nothing happens until you press.{' '}
          <Link to={listPath}>Log in to offer another time</Link>
        </p>
      </Form>
    )
  return (
    <section className="card" aria-labelledby="why-not">
      <h2 className="h3" id="why-not">
        Why not?
      </h2>
      <p className="small muted">Rejecting a new booking costs you nothing.</p>
      <Form method="post" className="stack mt-3">
        <input type="hidden" name="answers-job" value="yes" />
        <SelectCards
          className="stack gap-2"
          cardClass="pick--row"
          legend="Why not?"
          name="reason"
          defaultValue={LINK_REASONS[0]}
          choices={LINK_REASONS.map((value) => ({ value, label: <span>{REASON_LABELS[value]}</span> }))}
        />
        <Button type="submit" name="answer" value="no" look="danger" size="big" wide busy={isBusy}>
          Reject this job
        </Button>
        <ButtonLink to="?" size="big" wide>
          Back
        </ButtonLink>
      </Form>
    </section>
  )
}
