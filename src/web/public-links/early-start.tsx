import { Form, useNavigation } from 'react-router'
import { agreeToEarlyStart, getEarlyStart } from '#modules/bookings/day/lateness/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDayLong, formatDayTime, localDayOf } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { timeText } from '#web/kit/day/clock-view.ts'
import { unreachable, submitWithFallback } from '#web/kit/forms/answer.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { namedBy } from '#web/kit/session/gate.server.ts'
import { Banner, ProblemBanner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import type { Route } from './+types/early-start'

/** Opening it does nothing; the button agrees to one start, for at most one amount. */
export const handle: PageHandle = { isSecret: true, hydrate: 'intent' }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'An early start' })

type EarlyStart = AnswerOf<typeof getEarlyStart>

export async function loader({ params, context }: Route.LoaderArgs): Promise<EarlyStart> {
  return namedBy(await context.get(apiContext)(getEarlyStart, { params: { token: params.token } }))
}

export async function action({ params, context }: Route.ActionArgs) {
  const answer = await context.get(apiContext)(agreeToEarlyStart, { params: { token: params.token }, body: {} })
  return { problem: answer.ok ? null : answer.problem.detail }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitWithFallback(() => serverAction(), { problem: unreachable.detail })

export default function EarlyStartLink({ loaderData: start, actionData }: Route.ComponentProps) {
  const [began, agreed] = [timeText(start.startedAt), timeText(start.startAt)]
  return (
    <Page className="page--form">
      <PageHead title={titleOf(start)}>
        <p>
          {start.from} to {start.to}, {formatDayLong(localDayOf(new Date(start.startAt)))}, with {start.moverName}.
        </p>
      </PageHead>
      <ProblemBanner text={actionData?.problem} />
      {start.state === 'agreed' ? (
        <Banner tone="good">You agreed: the hours count from {began}. There is nothing more to do.</Banner>
      ) : null}
      {start.state === 'over' && !actionData?.problem ? (
        <Banner>It has expired, or the start has changed. Log in to see your move.</Banner>
      ) : null}
      {start.state === 'open' ? <Asked start={start} began={began} agreed={agreed} /> : null}
    </Page>
  )
}

function titleOf({ state, startedAt, startAt }: EarlyStart): string {
  if (state === 'agreed') return `Counted from ${timeText(startedAt)}`
  return state === 'over' ? 'This link has expired' : `They started early. It’s free until ${timeText(startAt)}`
}

function Asked({ start, began, agreed }: { start: EarlyStart; began: string; agreed: string }) {
  const isSending = useNavigation().state !== 'idle'
  const most = formatPence(start.mostPence)
  return (
    <section className="card ask edge-2" aria-label="What you can agree to">
      <p>
        {start.moverName} started at {began}, and you booked {agreed}. The time before {agreed} costs you nothing, and
        you needn’t do anything.
      </p>
      <p className="mt-2">
        If you agreed to an early start, you can let the hours count from {began}. That costs up to <b>{most}</b> more.
      </p>
      <Form method="post" className="mt-4">
        <Button type="submit" look="primary" size="big" wide busy={isSending}>
          Count from {began}, up to {most} more
        </Button>
      </Form>
      <p className="small muted mt-3">
        This link agrees to this one start, once. It works until {formatDayTime(new Date(start.expiresAt))}.
      </p>
    </section>
  )
}
