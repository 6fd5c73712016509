import { Form, useNavigation } from 'react-router'
import { listUndelivered, sendUndelivered } from '#modules/notifications/contract.ts'
import type { Channel } from '#modules/notifications/rules.ts'
import { countOf } from '#shared/texts.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDayTime } from '#shared/local-time.ts'
import { plainAnswerOf, readForm } from '#web/kit/forms/answer.server.ts'
import { type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { OfficeHead } from '#web/kit/office/office-shell.tsx'
import { readOfficeList } from '#web/kit/office/list-page.server.ts'
import { cursorIn, pageIn } from '#web/kit/page/page-in-address.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { needAdmin, needAdminForm } from '#web/kit/session/gate.server.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/page.tsx'
import { ListPages } from '#web/ui/tabs.tsx'
import type { Route } from './+types/undelivered'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Undelivered' })

type List = AnswerOf<typeof listUndelivered>
type Lost = List['results'][number]

interface Loaded {
  list: List
  page: number
  isBehind: boolean
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needAdmin(context)
  const page = pageIn(request.url)
  const list = await readOfficeList(request.url, (query) => call(listUndelivered, { query }))
  return { list, page, isBehind: cursorIn(request.url) !== null }
}

export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  const { call } = needAdminForm(context, request)
  const form = await readForm(request)
  return plainAnswerOf(await call(sendUndelivered, { params: { id: textIn(form, 'messageId') } }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function Undelivered({ loaderData, actionData }: Route.ComponentProps) {
  const { list, page, isBehind } = loaderData
  return (
    <>
      <OfficeHead title="Undelivered">
        <span className="muted small">All delivery attempts failed</span>
      </OfficeHead>
      <ProblemBanner text={actionData?.ok === false && actionData.detail} />
      {list.results.length === 0 ? (
        <Empty title="Everything has been delivered" />
      ) : (
        <ul className="divide lost m-0">
          {list.results.map((lost) => (
            <li className="py-4" key={lost.id}>
              <OneLost lost={lost} />
            </li>
          ))}
        </ul>
      )}
      <ListPages label="Pages of messages" page={page} isBehind={isBehind} {...list} />
    </>
  )
}

const CHANNEL_NAMES: Record<Channel, string> = { email: 'Email', sms: 'Text', push: 'Device' }

function OneLost({ lost }: { lost: Lost }) {
  const { id, channel, to, subject, kind, failedAt, attempts, reason } = lost
  const { formData, formMethod } = useNavigation()
  const isBusy = formMethod === 'POST' && formData?.get('messageId') === id
  const about = subject || kind.replaceAll('_', ' ')
  return (
    <div className="row row--apart">
      <div className="grows break">
        <p>
          <b>{about}</b> <Badge>{CHANNEL_NAMES[channel]}</Badge>
        </p>
        <p className="small muted">
          {to ? `To ${to}. ` : ''}
          {countOf(attempts, 'try', 'tries')}, until {formatDayTime(new Date(failedAt))}: {reason}
        </p>
      </div>
      <Form method="post">
        <input type="hidden" name="messageId" value={id} />
        <Button type="submit" size="small" busy={isBusy}>
          Send again
          <span className="vh">
            : {about} {to}
          </span>
        </Button>
      </Form>
    </div>
  )
}
