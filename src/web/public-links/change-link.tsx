import { Form, Link, useNavigation } from 'react-router'
import { answerLinkedChange, getChangeCode, getLinkedChange, openChange } from '#modules/bookings/changes/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDayTime } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import type { Call, CallResult } from '#shared/call.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { agreeText, ChangePhotos, ChangeSums, consequenceText } from '#web/kit/changes/change-sums.tsx'
import { askTitle, overText, untilText } from '#web/kit/changes/change-texts.ts'
import { unreachable, submitWithFallback } from '#web/kit/forms/answer.ts'
import { textIn, wholeNumberOf } from '#web/kit/forms/form-text.ts'
import { readForm } from '#web/kit/forms/answer.server.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { namedBy } from '#web/kit/session/gate.server.ts'
import { Banner, ProblemBanner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/field.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import type { Route } from './+types/change-link'
import '#web/kit/changes/changes.css'

/** The address opens one change, and the code that is texted shows and answers it. */
export const handle: PageHandle = { isSecret: true, hydrate: 'intent' }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'A change to your move' })

type Linked = AnswerOf<typeof getLinkedChange>
type Opened = AnswerOf<typeof openChange>

export async function loader({ params, context }: Route.LoaderArgs): Promise<{ change: Linked }> {
  return { change: namedBy(await context.get(apiContext)(getLinkedChange, { params: { token: params.token } })) }
}

interface Outcome {
  sent?: string
  opened?: Opened
  problem?: string
  error?: string
}

export async function action({ request, params, context }: Route.ActionArgs): Promise<Outcome> {
  const form = await readForm(request)
  const call = context.get(apiContext)
  const where = { params: { token: params.token } }
  const intent = textIn(form, 'intent')
  if (intent === 'agree' || intent === 'refuse') return answer(call, params.token, form, intent === 'agree')
  if (intent === 'open') {
    const opened = await call(openChange, { ...where, body: { code: textIn(form, 'code') } })
    return opened.ok ? { opened: opened.data } : { sent: '', ...refusedBy(opened) }
  }
  const texted = await call(getChangeCode, { ...where, body: {} })
  return texted.ok ? { sent: texted.data.detail } : refusedBy(texted)
}

async function answer(call: Call, token: string, form: FormData, agree: boolean): Promise<Outcome> {
  const version = wholeNumberOf(textIn(form, 'version')) ?? 0
  const done = await call(answerLinkedChange, {
    params: { token },
    body: { pass: textIn(form, 'pass'), version, agree },
  })
  return done.ok ? {} : refusedBy(done)
}

function refusedBy({ problem }: Extract<CallResult<Endpoint>, { ok: false }>): Outcome {
  const error = problem.errors?.code?.[0]
  return error ? { error } : { problem: problem.detail }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitWithFallback(() => serverAction(), { problem: unreachable.detail })

export default function ChangeLink({ loaderData: { change }, actionData, params }: Route.ComponentProps) {
  const outcome: Outcome = actionData ?? {}
  return (
    <Page className="page--form">
      <PageHead title={askTitle(change.moverName, change, change.isAsked, change.isOffer)}>
        <p>
          {change.from} to {change.to}, {formatDayTime(new Date(change.startAt))}.
        </p>
      </PageHead>
      <ProblemBanner text={outcome.problem} />
      {change.isAsked ? <Asked change={change} outcome={outcome} token={params.token} /> : <Over change={change} />}
    </Page>
  )
}

/** Result of the change, and the move’s current price. */
function Over({ change: { state, line, totalPence } }: { change: Linked }) {
  const isAgreed = state === 'agreed'
  return (
    <>
      <Banner tone={isAgreed ? 'good' : 'info'}>
        {overText(state)}. {isAgreed ? 'It is part of your booking.' : 'Nothing changes.'}
      </Banner>
      <section className="card mt-4" aria-label="What the move costs">
        <dl className="terms num">
          {isAgreed && line ? (
            <div>
              <dt>{line.label}</dt>
              <dd>{formatPence(line.amountPence)}</dd>
            </div>
          ) : null}
          <div className="is-sum">
            <dt>{isAgreed ? 'Total now' : 'Total, as it was'}</dt>
            <dd>{formatPence(totalPence)}</dd>
          </div>
        </dl>
        <Link className="link-btn" to="/my-bookings">
          See your bookings
        </Link>
      </section>
    </>
  )
}

function Asked({ change, outcome, token }: { change: Linked; outcome: Outcome; token: string }) {
  const { opened } = outcome
  const sources = opened?.change.photos.map(({ id, ...size }) => ({
    ...size,
    url: `/api/change/${token}/photos/${id}/?pass=${encodeURIComponent(opened.pass)}`,
  }))
  return (
    <section className="card ask edge-2" aria-label="What is asked">
      <div className="ask__in cells g-3-4 mt-3">
        {sources ? <ChangePhotos sources={sources} /> : null}
        <div className="stack">
          {opened?.change.words ? <p className="break as-typed">{opened.change.words}</p> : null}
          {change.newStartAt ? <p>New start: {formatDayTime(new Date(change.newStartAt))}.</p> : null}
          <ChangeSums
            totalPence={change.totalPence}
            line={change.line}
            newTotalPence={change.newTotalPence}
            isOffer={change.isOffer}
          />
          {opened ? <Answering opened={opened} /> : <Proving outcome={outcome} />}
          <p className="small muted">
            {consequenceText(change.newCeilingPence, change.isOffer)} You can answer {untilText(change.expiresAt)}.
          </p>
        </div>
      </div>
    </section>
  )
}

/** Who holds the link shows that the phone is theirs too. */
function Proving({ outcome: { sent, error } }: { outcome: Outcome }) {
  const isBusy = useNavigation().state !== 'idle'
  const isSent = sent !== undefined || error !== undefined
  return (
    <>
      <Form method="post" className="stack">
        <Button type="submit" name="intent" value="code" look={isSent ? 'plain' : 'primary'} busy={isBusy}>
          {isSent ? 'Text me another code' : 'Text me a code to answer'}
        </Button>
        <output className="small">{sent}</output>
      </Form>
      {isSent ? (
        <Form method="post" className="stack" noValidate>
          <CodeField error={error} />
          <Button type="submit" name="intent" value="open" look="primary" busy={isBusy}>
            Show me and let me answer
          </Button>
        </Form>
      ) : null}
    </>
  )
}

function Answering({ opened: { pass, change } }: { opened: Opened }) {
  const isBusy = useNavigation().state !== 'idle'
  return (
    <Form method="post" className="ask__acts cells g-3">
      <input type="hidden" name="pass" value={pass} />
      <input type="hidden" name="version" value={change.version} />
      <Button type="submit" name="intent" value="refuse" busy={isBusy}>
        {change.isOffer ? 'No, keep it' : 'Refuse'}
      </Button>
      <Button type="submit" name="intent" value="agree" look="primary" busy={isBusy}>
        {agreeText(change.line, change.isOffer)}
      </Button>
    </Form>
  )
}
