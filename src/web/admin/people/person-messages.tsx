import type { listPersonMessages } from '#modules/office/people/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { officeMoment } from '#web/kit/office/office-moment.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ListPages } from '#web/ui/list-pages.tsx'
import { plainWords } from '#web/kit/office/code-to-text.ts'

type List = AnswerOf<typeof listPersonMessages>
type Message = List['results'][number]

const CHANNEL_NAMES: Record<Message['channel'], string> = { email: 'Email', sms: 'Text', push: 'Browser' }

/** What was sent to somebody, the last first. */
export function PersonMessages({ list, page, isBehind }: { list: List; page: number; isBehind: boolean }) {
  if (list.results.length === 0) return <Empty title="Nothing was sent to them yet" headingLevel="h2" />
  return (
    <section className="card" aria-labelledby="sent-messages">
      <h2 className="h3" id="sent-messages">
        Messages sent
      </h2>
      <ul className="person-sent mt-3">
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
        <b className="person-sent__what">{subject || plainWords(kind)}</b>
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
          <p className="person-sent__text small">{text}</p>
        </Disclosure>
      )}
    </li>
  )
}
