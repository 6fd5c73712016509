import type { ReactNode } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { answerByLink, getAnswerLink } from '#modules/bookings/answer-links/contract.ts'
import type { LINK_REASONS } from '#modules/bookings/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDayTime } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { readablePhone } from '#shared/phone.ts'
import { timeText } from '#web/kit/day/clock-view.ts'
import { unreachable, submitWithFallback } from '#web/kit/forms/answer.ts'
import { readForm } from '#web/kit/forms/answer.server.ts'
import { asTyped, textIn } from '#web/kit/forms/form-text.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { useRootData, type PageHandle } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { namedBy } from '#web/kit/session/gate.server.ts'
import { Banner, ProblemBanner } from '#web/ui/banner.tsx'
import { Button, type ButtonLook } from '#web/ui/button.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import type { Route } from './+types/answer-link'
import { NewBooking } from './answer-job.tsx'

/** Opening it does nothing; either button answers the one question that the link was made for, once. */
export const handle: PageHandle = { isSecret: true, hydrate: 'intent' }

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: loaderData ? textsOf(loaderData).title.open : 'A question' })

type Asked = AnswerOf<typeof getAnswerLink>
type LinkReason = (typeof LINK_REASONS)[number]
type AskedFor<Purpose extends Asked['purpose']> = Extract<Asked, { purpose: Purpose }>

export async function loader({ params: { token }, context }: Route.LoaderArgs): Promise<Asked> {
  return namedBy(await context.get(apiContext)(getAnswerLink, { params: { token } }))
}

export async function action({ params: { token }, request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const choice = textIn(form, 'answer')
  if (choice !== 'yes' && choice !== 'no') throw new Response(null, { status: 400 })
  const reason = choice === 'no' && form.has('answers-job') ? asTyped<LinkReason>(textIn(form, 'reason')) : undefined
  const answer = await context.get(apiContext)(answerByLink, { params: { token }, body: { answer: choice, reason } })
  if (answer.ok) return { problem: null }
  return { problem: answer.problem.errors?.['reason']?.[0] ?? answer.problem.detail }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitWithFallback(() => serverAction(), { problem: unreachable.detail })

/** Texts of a question. */
interface Texts {
  title: Record<Asked['state'], string>
  /** After the booking and its time. */
  bookedWith: string
  /** Once it is answered, or over. */
  outcome: string
  question: ReactNode
  buttons: readonly { answer: 'yes' | 'no'; look: ButtonLook['look']; text: string }[]
  consequence: string
  noun: string
  loginTo?: string
}

function textsOf(question: Asked): Texts {
  switch (question.purpose) {
    case 'offered_time':
      return offerTexts(question)
    case 'early_start':
      return earlyTexts(question)
    case 'new_booking':
      return newBookingTexts(question)
    default:
      return questionTexts(question)
  }
}

export default function AnswerLink({ loaderData, actionData }: Route.ComponentProps) {
  const { reference, from, to, startAt, state, expiresAt } = loaderData
  const texts = textsOf(loaderData)
  if (loaderData.purpose === 'new_booking' && loaderData.job)
    return <NewBooking question={loaderData} job={loaderData.job} problem={actionData?.problem} />
  return (
    <Page className="page--form">
      <PageHead title={texts.title[state]}>
        <p>
          Booking {reference}: {from} to {to}, {formatDayTime(new Date(startAt))}
          {texts.bookedWith}.
        </p>
      </PageHead>
      <ProblemBanner text={actionData?.problem} />
      {state === 'open' ? (
        <Open texts={texts} expiresAt={expiresAt} />
      ) : (
        <Answered isOver={state === 'over'} outcome={texts.outcome} to={texts.loginTo} />
      )}
    </Page>
  )
}

interface AnsweredProps {
  isOver: boolean
  outcome: string
  /** Page behind the log-in that shows the booking. */
  to?: string | undefined
}

/** What a link that was used, or has expired, says. */
function Answered({ isOver, outcome, to = '/my-bookings/future-bookings' }: AnsweredProps) {
  const phone = useRootData()?.config.phone
  return (
    <>
      <Banner tone={isOver ? undefined : 'good'}>{outcome}</Banner>
      <p className="mt-4">
        <Link to={to}>Log in to see your booking</Link>
        {phone ? (
          <>
            , or call us:{' '}
            <a className="num" href={`tel:${phone}`}>
              {readablePhone(phone)}
            </a>
          </>
        ) : null}
        .
      </p>
    </>
  )
}

function Open({ texts: { question, buttons, consequence, noun }, expiresAt }: { texts: Texts; expiresAt: string }) {
  const { state, formData } = useNavigation()
  return (
    <section className="card stack" aria-label="Your answer">
      {question}
      <Form method="post" className="stack">
        {buttons.map(({ answer, text, look }) => (
          <Button
            key={answer}
            type="submit"
            name="answer"
            value={answer}
            look={look}
            size="big"
            wide
            busy={state !== 'idle' && formData?.get('answer') === answer}
          >
            {text}
          </Button>
        ))}
      </Form>
      <p className="small">{consequence}</p>
      <p className="small muted">
        This link answers this one {noun}, once. It works until {formatDayTime(new Date(expiresAt))}.
      </p>
    </section>
  )
}

const GONE = 'This link no longer works'

function offerTexts({ state, newStartAt, totalPence, companyName }: AskedFor<'offered_time'>): Texts {
  const company = companyName ?? 'The company'
  const [time, price] = [formatDayTime(new Date(newStartAt)), formatPence(totalPence)]
  return {
    title: {
      open: `${company} offers another time`,
      agreed: 'Moved and confirmed',
      refused: 'You kept your time',
      over: GONE,
    },
    bookedWith: '',
    outcome:
      state === 'over'
        ? 'The offer has expired, or it was replaced, taken back or answered in another way.'
        : state === 'agreed'
          ? `Your move starts ${time}, at the same price: ${price}.`
          : `Nothing has changed. ${company} can still accept the time that you booked.`,
    question: (
      <>
        <p>
          New start: <b>{time}</b>, at the same price: <b className="num">{price}</b>.
        </p>
        <p>If you say yes, your booking is moved and confirmed at once.</p>
      </>
    ),
    buttons: [
      { answer: 'yes', look: 'primary', text: `Yes, move it to ${time}` },
      { answer: 'no', look: 'plain', text: 'No, keep my time' },
    ],
    consequence: `If you say no or don’t answer, nothing changes: ${company} can still accept the time that you booked.`,
    noun: 'offer',
  }
}

function questionTexts(question: AskedFor<'cancellation'>): Texts {
  const { outlook, feePence, companyName } = question
  const [fee, goesAhead] = [formatPence(feePence), outlook === 'goes_ahead']
  const ifNot = goesAhead
    ? 'If you didn’t, we’ll tell the driver to come.'
    : 'If you didn’t, we’ll offer the job to other drivers at the same price, if there’s time, and look into what happened.'
  const ifSo =
    feePence > 0
      ? `If you did, it costs ${fee}, which is what cancelling cost when it was reported.`
      : 'If you did, it costs nothing.'
  return {
    title: {
      open: 'Did you cancel?',
      agreed: 'You said that you cancelled',
      refused: 'You said that you didn’t cancel',
      over: GONE,
    },
    bookedWith: companyName ? `, with ${companyName}` : '',
    outcome: outcomeText(question),
    question: (
      <p>
        {companyName ?? 'The driver'} has told us that you did.{' '}
        {goesAhead
          ? 'Your booking stays as it is until you answer.'
          : 'They have handed the job back. You owe nothing unless you confirm it.'}
      </p>
    ),
    buttons: [
      { answer: 'no', look: 'primary', text: 'No, I didn’t' },
      { answer: 'yes', look: 'danger', text: feePence > 0 ? `Yes, I cancelled. Pay ${fee}` : 'Yes, I cancelled' },
    ],
    consequence: `${ifNot} ${ifSo}`,
    noun: 'question',
  }
}

function outcomeText({ state, outlook, feePence, companyName }: AskedFor<'cancellation'>): string {
  if (state === 'over') return 'It has expired, or the question was answered in another way.'
  if (state === 'agreed')
    return `Your booking is cancelled. You owe ${feePence > 0 ? `${formatPence(feePence)} for cancelling` : 'nothing'}.`
  if (outlook === 'goes_ahead') return `Your move is going ahead. We’ve told ${companyName ?? 'the driver'} to come.`
  return outlook === 'others_asked'
    ? 'Your move goes on: we’re asking other drivers, at the same price.'
    : 'Your booking is over and you owe nothing. We’re looking into what happened.'
}

function earlyTexts({ state, startedAt, startAt, companyName, mostPence }: AskedFor<'early_start'>): Texts {
  const [began, agreed, most] = [timeText(startedAt), timeText(startAt), formatPence(mostPence)]
  return {
    title: {
      open: `They started early. It’s free until ${agreed}`,
      agreed: `Counted from ${began}`,
      refused: GONE,
      over: GONE,
    },
    bookedWith: companyName ? `, with ${companyName}` : '',
    outcome:
      state === 'agreed'
        ? `The hours count from ${began}. There is nothing more to do.`
        : `It has expired, or the work is done. The hours count from ${agreed}.`,
    question: (
      <p>
        {companyName ?? 'The company'} started at {began}, and you booked {agreed}. The time before {agreed} costs you
        nothing, and you needn’t do anything.
      </p>
    ),
    buttons: [{ answer: 'yes', look: 'primary', text: `Count from ${began}, up to ${most} more` }],
    consequence: `If you agreed to an early start, you can let the hours count from ${began}. That costs up to ${most} more.`,
    noun: 'start',
  }
}

type AskedJob = AskedFor<'new_booking'>

/** What the page of a new booking says once it shows the job no longer. */
const newBookingTexts = ({ state, bookingId }: AskedJob): Texts => ({
  title: { open: 'New booking', agreed: 'It’s yours', refused: 'Rejected. Thanks for telling us.', over: GONE },
  bookedWith: '',
  outcome:
    state === 'refused'
      ? 'Your time is free again, and we’ve told the customer.'
      : 'The booking was answered in another way, has gone to others, or has changed since. This link has changed nothing.',
  question: null,
  buttons: [],
  consequence: '',
  noun: 'booking',
  loginTo: `/my-bookings/new-bookings?job=${bookingId}`,
})
