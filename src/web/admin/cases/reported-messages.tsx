import { Form, useNavigation } from 'react-router'
import { referenceOf } from '#modules/bookings/rules.ts'
import { decideReport, listReports } from '#modules/bookings/thread/contract.ts'
import { DECISIONS, type ReportDecision } from '#modules/bookings/thread/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDayTime } from '#shared/local-time.ts'
import { plainAnswerOf, readForm } from '#web/kit/forms/answer.server.ts'
import { type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { FilterBar } from '#web/kit/office/office-list.tsx'
import { showFilter } from '#web/kit/office/office-pages.ts'
import { OfficeHead } from '#web/kit/office/office-shell.tsx'
import { readOfficeList, shownPart, type ShownPart } from '#web/kit/office/list-page.server.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { needAdmin, needAdminForm } from '#web/kit/session/gate.server.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/page.tsx'
import { TextareaField } from '#web/ui/field.tsx'
import { ListPages } from '#web/ui/tabs.tsx'
import type { Route } from './+types/reported-messages'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Reported messages' })

const filters = showFilter({ value: 'waiting', label: 'Waiting' }, { value: 'decided', label: 'Decided' })

type List = AnswerOf<typeof listReports>
type Report = List['results'][number]

interface Loaded {
  list: List
  part: ShownPart<'waiting' | 'decided'>
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needAdmin(context)
  const part = shownPart(filters, request.url)
  const list = await readOfficeList(request.url, (place) => call(listReports, { query: { ...place, show: part.show } }))
  return { list, part }
}

const isDecision = (text: string): text is ReportDecision => DECISIONS.some((one) => one === text)

export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  const { call } = needAdminForm(context, request)
  const form = await readForm(request)
  const decision = textIn(form, 'decision')
  const body = { decision: isDecision(decision) ? decision : 'leave', reason: textIn(form, 'reason') } as const
  return plainAnswerOf(await call(decideReport, { params: { id: textIn(form, 'reportId') }, body }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function ReportedMessages({ loaderData, actionData }: Route.ComponentProps) {
  const { list, part } = loaderData
  return (
    <>
      <OfficeHead title="Reported messages" />
      <FilterBar filters={filters} values={part.values} />
      <ProblemBanner text={actionData?.ok === false && actionData.detail} />
      {list.results.length === 0 ? (
        <Empty title={part.show === 'decided' ? 'Nothing decided yet' : 'Nothing reported'} />
      ) : (
        <div className="stack">
          {list.results.map((report) => (
            <OneReport key={`${report.id} ${report.decidedAt}`} report={report} />
          ))}
        </div>
      )}
      <ListPages label="Pages of reports" {...part} {...list} />
    </>
  )
}

function OneReport({ report }: { report: Report }) {
  const { id, bookingId, company, reporter, reason, at, messages, decision, decisionReason, decidedBy } = report
  return (
    <article className="card" aria-labelledby={`report-${id}`}>
      <div className="row row--apart">
        <h2 className="h3" id={`report-${id}`}>
          Booking {referenceOf(bookingId)}, {company}
        </h2>
        {decision ? (
          <Badge tone={decision === 'remove' ? 'red' : 'green-soft'}>
            {decision === 'remove' ? 'Removed' : 'Left'}
          </Badge>
        ) : null}
      </div>
      <p className="mt-2">
        {reporter}, {formatDayTime(new Date(at))}: {reason}
      </p>
      <ul className="said m-0 cells g-2 mt-3">
        {messages.map((message) => (
          <li key={message.id} className={message.isReported ? 'is-reported' : undefined}>
            <b>
              {message.author} ({message.side})
            </b>{' '}
            <small className="muted">{formatDayTime(new Date(message.at))}</small>
            <br />
            {message.text}
            {message.hasPhotos ? ' [with a photo]' : ''}
            {message.isReported ? <span className="vh"> This one was reported.</span> : null}
          </li>
        ))}
      </ul>
      {decision ? (
        <p className="small muted mt-3">{[decidedBy, decisionReason].filter(Boolean).join(': ')}</p>
      ) : (
        <DecisionForm reportId={id} />
      )}
    </article>
  )
}

function DecisionForm({ reportId }: { reportId: string }) {
  const { formData, formMethod } = useNavigation()
  const isBusy = formMethod === 'POST' && formData?.get('reportId') === reportId
  return (
    <Form method="post" className="stack mt-3">
      <input type="hidden" name="reportId" value={reportId} />
      <TextareaField label="Message to the person who reported it" name="reason" optional rows={2} maxLength={1000} />
      <div className="row">
        <Button type="submit" name="decision" value="leave" busy={isBusy}>
          Leave it
        </Button>
        <Button type="submit" look="danger" name="decision" value="remove" busy={isBusy}>
          Remove it
        </Button>
      </div>
    </Form>
  )
}
