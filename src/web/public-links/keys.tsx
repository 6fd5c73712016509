import { getKeys, releaseKeys } from '#modules/bookings/changes/links/contract.ts'
import { formatDayTime, formatTime, toLocal } from '#shared/local-time.ts'
import { unreachable, submitWithFallback } from '#web/kit/forms/answer.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { namedBy } from '#web/kit/session/gate.server.ts'
import { Banner, ProblemBanner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { Form, useNavigation } from 'react-router'
import type { Route } from './+types/keys'

/** The URL is a secret: anybody who has it can confirm that the keys are released. */
export const handle: PageHandle = { isSecret: true, hydrate: 'intent' }

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Keys' })

export async function loader({ params, context }: Route.LoaderArgs) {
  const answer = await context.get(apiContext)(getKeys, { params: { token: params.token } })
  const code = answer.ok ? null : answer.problem.code
  if (!answer.ok && (code === 'link_over' || code === 'link_withdrawn'))
    return { keys: null, over: answer.problem.detail, isWithdrawn: code === 'link_withdrawn' }
  return { keys: namedBy(answer), over: null, isWithdrawn: false }
}

export async function action({ params, context }: Route.ActionArgs) {
  const answer = await context.get(apiContext)(releaseKeys, { params: { token: params.token }, body: {} })
  return { problem: answer.ok ? null : answer.problem.detail }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitWithFallback(() => serverAction(), { problem: unreachable.detail })

export default function Keys({ loaderData: { keys, over, isWithdrawn }, actionData }: Route.ComponentProps) {
  const isSending = useNavigation().state !== 'idle'
  if (!keys) {
    return (
      <Page className="page--form">
        <PageHead title={isWithdrawn ? 'This link was withdrawn' : 'This link has ended'}>
          <p>{over}</p>
        </PageHead>
      </Page>
    )
  }
  const { outcode, startAt, moverName: companyName, releasedAt } = keys
  return (
    <Page className="page--form">
      <PageHead title={releasedAt ? `Keys released at ${clockOf(releasedAt)}` : 'Are the keys released?'}>
        <p>
          {outcode}, {formatDayTime(new Date(startAt))}, with {companyName}.
        </p>
      </PageHead>
      <ProblemBanner text={actionData?.problem} />
      {releasedAt ? (
        <Banner tone="good">The company and their customer have been told. Thank you.</Banner>
      ) : (
        <Form method="post">
          <Button type="submit" look="primary" size="big" wide busy={isSending}>
            Keys released
          </Button>
          <p className="small muted mt-3">One tap tells the company and their customer at once.</p>
        </Form>
      )}
    </Page>
  )
}

const clockOf = (instant: string): string => formatTime(toLocal(new Date(instant)).minute)
