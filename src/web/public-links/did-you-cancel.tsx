import { Form, Link, useNavigation } from 'react-router'
import {
  answerCancellationQuestion,
  getCancellationQuestion,
} from '#modules/bookings/answers/cancellation-links/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDayTime } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { readablePhone } from '#shared/readable-phone.ts'
import { unreachable, submitWithFallback } from '#web/kit/forms/answer.ts'
import { readForm } from '#web/kit/forms/answer.server.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { useRootData, type PageHandle } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { namedBy } from '#web/kit/session/gate.server.ts'
import { Banner, ProblemBanner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import type { Route } from './+types/did-you-cancel'

/** Opening it does nothing; either button answers what the driver reported, once. */
export const handle: PageHandle = { isSecret: true, hydrate: 'intent' }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Did you cancel?' })

type Question = AnswerOf<typeof getCancellationQuestion>

export async function loader({ params, context }: Route.LoaderArgs): Promise<Question> {
  return namedBy(await context.get(apiContext)(getCancellationQuestion, { params: { token: params.token } }))
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const choice = textIn(await readForm(request), 'answer')
  if (choice !== 'yes' && choice !== 'no') throw new Response(null, { status: 400 })
  const answer = await context.get(apiContext)(answerCancellationQuestion, {
    params: { token: params.token },
    body: { didCancel: choice === 'yes' },
  })
  return { problem: answer.ok ? null : answer.problem.detail }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitWithFallback(() => serverAction(), { problem: unreachable.detail })

export default function CancellationLink({ loaderData: question, actionData }: Route.ComponentProps) {
  return (
    <Page className="page--form">
      <PageHead title={TITLES[question.state]}>
        <p>
          Booking {question.reference}: {question.from} to {question.to}, {formatDayTime(new Date(question.startAt))}
          {question.companyName ? `, with ${question.companyName}` : ''}.
        </p>
      </PageHead>
      <ProblemBanner text={actionData?.problem} />
      {question.state === 'open' ? <OpenQuestion question={question} /> : <Answered question={question} />}
    </Page>
  )
}

const TITLES: Record<Question['state'], string> = {
  open: 'Did you cancel?',
  agreed: 'You said that you cancelled',
  denied: 'You said that you didn’t cancel',
  over: 'This link no longer works',
}

/** What a link that was used, or has expired, says. */
function Answered({ question }: { question: Question }) {
  const phone = useRootData()?.config.phone
  return (
    <>
      <Banner tone={question.state === 'over' ? undefined : 'good'}>{outcomeText(question)}</Banner>
      <p className="mt-4">
        <Link to="/my-bookings/future-bookings">Log in to see your booking</Link>
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

function outcomeText({ state, outlook, feePence, companyName }: Question): string {
  if (state === 'over') return 'It has expired, or the question was answered in another way.'
  if (state === 'agreed')
    return `Your booking is cancelled. You owe ${feePence > 0 ? `${formatPence(feePence)} for cancelling` : 'nothing'}.`
  if (outlook === 'goes_ahead') return `Your move is going ahead. We’ve told ${companyName ?? 'the driver'} to come.`
  return outlook === 'others_asked'
    ? 'Your move goes on: we’re asking other drivers, at the same price.'
    : 'Your booking is over and you owe nothing. We’re looking into what happened.'
}

function OpenQuestion({ question: { outlook, feePence, companyName, expiresAt } }: { question: Question }) {
  const { state, formData } = useNavigation()
  const isSending = (answer: string) => state !== 'idle' && formData?.get('answer') === answer
  return (
    <section className="card stack" aria-label="Your answer">
      <p>
        {companyName ?? 'The driver'} has told us that you did.{' '}
        {outlook === 'goes_ahead'
          ? 'Your booking stays as it is until you answer.'
          : 'They have handed the job back. You owe nothing unless you confirm it.'}
      </p>
      <Form method="post" className="stack">
        <Button type="submit" name="answer" value="no" look="primary" size="big" wide busy={isSending('no')}>
          No, I didn’t
        </Button>
        <Button type="submit" name="answer" value="yes" look="danger" size="big" wide busy={isSending('yes')}>
          {feePence > 0 ? `Yes, I cancelled. Pay ${formatPence(feePence)}` : 'Yes, I cancelled'}
        </Button>
      </Form>
      <p className="small">
        {outlook === 'goes_ahead'
          ? 'If you didn’t, we’ll tell the driver to come.'
          : 'If you didn’t, we’ll offer the job to other drivers at the same price, if there’s time, and look into what happened.'}
        {feePence > 0
          ? ` If you did, it costs ${formatPence(feePence)}, which is what cancelling cost when it was reported.`
          : ' If you did, it costs nothing.'}
      </p>
      <p className="small muted">
        This link answers this one question, once. It works until {formatDayTime(new Date(expiresAt))}.
      </p>
    </section>
  )
}
