import { Link } from 'react-router'
import { blockPerson, unblockPerson } from '#modules/identity/administration/contract.ts'
import { getPerson, listPersonMessages } from '#modules/office/people/contract.ts'
import { listPersonTrail } from '#modules/office/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { Trail } from '../trail/trail.tsx'
import { plainAnswerOf, readForm } from '#web/kit/forms/answer.server.ts'
import { type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { codeToText } from '#shared/texts.ts'
import { OfficeHead, OfficeTabs, tabIn } from '#web/kit/office/office-shell.tsx'
import { officeMoment } from '#web/kit/office/office-pages.ts'
import { cursorIn, pageIn, readPage } from '#web/kit/page/page-in-address.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, namedBy, needAdmin, needAdminForm } from '#web/kit/session/gate.server.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner, Disclosure } from '#web/ui/banner.tsx'
import { Empty } from '#web/ui/page.tsx'
import { ListPages } from '#web/ui/tabs.tsx'
import type { Route } from './+types/person'
import { PersonOverview } from './person-overview.tsx'
import { nameOf, STATUS_LOOKS, type Person } from './person-texts.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: loaderData ? nameOf(loaderData.person) : 'Person' })

const TABS = [
  { value: 'overview', name: 'Overview' },
  { value: 'messages', name: 'Messages sent' },
  { value: 'trail', name: 'What happened' },
] as const

interface Loaded {
  person: Person
  tab: (typeof TABS)[number]['value']
  messages: AnswerOf<typeof listPersonMessages> | null
  trail: AnswerOf<typeof listPersonTrail> | null
  page: number
  isBehind: boolean
}

export async function loader({ context, request, params }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needAdmin(context)
  const { url } = request
  const where = { params: { id: params.id } }
  const found = namedBy(await call(getPerson, where))
  const tab = tabIn(TABS, url)
  return {
    person: found,
    tab,
    messages:
      tab === 'messages' ? dataOf(await readPage(url, (query) => call(listPersonMessages, { ...where, query }))) : null,
    trail: tab === 'trail' ? dataOf(await readPage(url, (query) => call(listPersonTrail, { ...where, query }))) : null,
    page: pageIn(url),
    isBehind: cursorIn(url) !== null,
  }
}

export async function action({ context, request, params }: Route.ActionArgs): Promise<Answer> {
  const { call } = needAdminForm(context, request)
  const form = await readForm(request)
  const input = { params: { id: params.id }, body: { reason: textIn(form, 'reason') } }
  return plainAnswerOf(
    textIn(form, 'intent') === 'unblock' ? await call(unblockPerson, input) : await call(blockPerson, input),
  )
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function PersonPage({ loaderData, actionData }: Route.ComponentProps) {
  const { person, tab, messages, trail, page, isBehind } = loaderData
  const look = STATUS_LOOKS[person.status]
  return (
    <>
      <OfficeHead
        title={nameOf(person)}
        badge={<Badge tone={look.tone}>{look.name}</Badge>}
        backTo={{ name: 'All people', to: '/admin/people' }}
      >
        {person.company ? (
          <Link className="link-btn" to={`/admin/companies/${person.company.id}`}>
            {person.company.name}
          </Link>
        ) : null}
      </OfficeHead>
      {actionData?.ok ? (
        <Banner tone="good" isAlert className="mb-4">
          {person.status === 'blocked'
            ? 'Blocked. They are logged out everywhere and have been told whom to contact.'
            : 'The block has ended, and they have been told.'}
        </Banner>
      ) : null}
      <OfficeTabs tabs={TABS} chosen={tab} label="About this person" />
      {tab === 'overview' ? <PersonOverview key={person.status} person={person} answer={actionData} /> : null}
      {messages ? <PersonMessages list={messages} page={page} isBehind={isBehind} /> : null}
      {trail ? <Trail list={trail} page={page} isBehind={isBehind} /> : null}
    </>
  )
}

type List = AnswerOf<typeof listPersonMessages>
type Message = List['results'][number]

const CHANNEL_NAMES: Record<Message['channel'], string> = { email: 'Email', sms: 'Text', push: 'Browser' }

/** What was sent to somebody, the last first. */
function PersonMessages({ list, page, isBehind }: { list: List; page: number; isBehind: boolean }) {
  if (list.results.length === 0) return <Empty title="Nothing was sent to them yet" headingLevel="h2" />
  return (
    <section className="card" aria-labelledby="sent-messages">
      <h2 className="h3" id="sent-messages">
        Messages sent
      </h2>
      <ul className="person-sent divide m-0 p-0 unlisted t-sm mt-3">
        {list.results.map((message) => (
          <OneMessage key={message.id} message={message} />
        ))}
      </ul>
      <ListPages label="Pages of messages" {...list} page={page} isBehind={isBehind} keeps="?show=messages" />
    </section>
  )
}

function OneMessage({
  message: { channel, to, kind, subject, text, createdAt, sentAt, failedAt },
}: {
  message: Message
}) {
  return (
    <li>
      <div className="row row--apart">
        <b className="shrink break">{subject || codeToText(kind)}</b>
        {failedAt ? <Badge tone="red">Not delivered</Badge> : sentAt ? null : <Badge tone="blue-soft">Waiting</Badge>}
      </div>
      <p className="small muted num">
        {officeMoment(createdAt)}, {CHANNEL_NAMES[channel]}
        {to ? ` to ${to}` : ''}
      </p>
      {text === null ? (
        <p className="small muted">It holds a link to the account, so its words aren’t shown.</p>
      ) : (
        <Disclosure summary="What it says">
          <p className="as-typed break small">{text}</p>
        </Disclosure>
      )}
    </li>
  )
}
