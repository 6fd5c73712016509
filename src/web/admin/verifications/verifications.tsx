import { data, Link, redirect } from 'react-router'
import { z } from 'zod'
import { blockUnit, deactivateByOffice, restoreUnit } from '#modules/onboarding/office/blocking/contract.ts'
import {
  decideVerification,
  getVerification,
  listVerifications,
} from '#modules/onboarding/office/verification/contract.ts'
import { listPersonVerifications } from '#modules/onboarding/office/people/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { localDayOf, type LocalDay } from '#shared/local-time.ts'
import { plainAnswerOf } from '#web/kit/forms/answer.server.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { orUnreachable } from '#web/kit/forms/keep-page.ts'
import { dataOf, needAdmin, needAdminForm } from '#web/kit/session/gate.server.ts'
import { readJson } from '#web/kit/forms/read-form.server.ts'
import { OfficeDesk } from '#web/kit/office/office-desk.tsx'
import { OfficeHead } from '#web/kit/office/office-head.tsx'
import { pageIn } from '#web/kit/page/page-in-address.ts'
import { pageMeta } from '#web/kit/page/page-meta.ts'
import { ListPages } from '#web/ui/list-pages.tsx'
import { nowIn } from '#web/kit/page/clock.ts'
import { cursorIn, readPage } from '#web/kit/page/page-in-address.ts'
import { countText } from '#web/ui/list-pages.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Plate } from '#web/ui/sign.tsx'
import type { Route } from './+types/verifications'
import { UnitDesk, useDeciding } from './unit-desk.tsx'
import { ageText, isLate, waitingText } from './verification-words.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Verifications' })

type Queue = AnswerOf<typeof listVerifications>
export type Verification = AnswerOf<typeof getVerification>

interface Loaded {
  queue: Queue
  /** People of companies, who have a desk of their own. */
  peopleWaiting: number
  page: number
  cursor: string | null
  chosen: Verification | null
  now: string
  today: LocalDay
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needAdmin(context)
  const page = pageIn(request.url)
  const queue = dataOf(await readPage(request.url, (query) => call(listVerifications, { query })))
  // The last unit of a page has been decided; others may wait on an earlier page.
  if (page > 1 && queue.results.length === 0) throw redirect('/admin/verifications')
  const id = new URL(request.url).searchParams.get('unit') ?? queue.results[0]?.workingUnit.id
  const now = nowIn(context)
  const found = id === undefined ? null : await call(getVerification, { params: { id } })
  // A malformed id matches nothing.
  if (found && !found.ok) throw data(null, { status: found.status === 422 ? 404 : found.status })
  const people = dataOf(await call(listPersonVerifications, { query: { pageSize: 1 } }))
  return {
    queue,
    peopleWaiting: people.count,
    page,
    cursor: cursorIn(request.url),
    chosen: found?.data ?? null,
    now: now.toISOString(),
    today: localDayOf(now),
  }
}

const verdict = z.object({ decision: z.enum(['approve', 'refuse']), reason: z.string().nullable() })
const decisions = z.array(verdict.extend({ documentId: z.string() }))
const vanFacts = verdict.extend({ id: z.string() }).nullable()
const submittedShape = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('decide'), unitId: z.string(), decisions, vanFacts }),
  z.object({ intent: z.enum(['block', 'deactivate']), unitId: z.string(), reason: z.string() }),
  z.object({ intent: z.literal('restore'), unitId: z.string() }),
])

export async function action({ context, request }: Route.ActionArgs): Promise<Answer> {
  const { call } = needAdminForm(context, request)
  const submitted = await readJson(request, submittedShape)
  const params = { id: submitted.unitId }
  switch (submitted.intent) {
    case 'block':
      return plainAnswerOf(await call(blockUnit, { params, body: { reason: submitted.reason } }))
    case 'deactivate':
      return plainAnswerOf(await call(deactivateByOffice, { params, body: { reason: submitted.reason } }))
    case 'restore':
      return plainAnswerOf(await call(restoreUnit, { params, body: {} }))
    default:
      return plainAnswerOf(
        await call(decideVerification, {
          params,
          body: { decisions: submitted.decisions, vanFacts: submitted.vanFacts },
        }),
      )
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function Verifications({
  loaderData: { queue, peopleWaiting, page, cursor, chosen, now, today },
}: Route.ComponentProps) {
  const oldest = queue.results[0]
  const deciding = useDeciding()
  return (
    <>
      <OfficeHead title="Verifications">
        <ButtonLink size="small" to="/admin/verifications/people">
          People to check{peopleWaiting > 0 ? ` (${peopleWaiting})` : ''}
        </ButtonLink>
        {oldest && page === 1 && !cursor ? (
          <span className="muted small">
            {countText(queue)} waiting, oldest {ageText(oldest.waitingSince, new Date(now))}
          </span>
        ) : null}
      </OfficeHead>
      {queue.results.length === 0 && !chosen ? (
        <Empty title="Nothing to check">Documents appear here as drivers send them.</Empty>
      ) : (
        <OfficeDesk
          queue={
            <QueueList
              queue={queue}
              page={page}
              cursor={cursor}
              chosenId={chosen?.workingUnit.id}
              now={new Date(now)}
            />
          }
        >
          {chosen ? <UnitDesk key={keyOf(chosen)} verification={chosen} today={today} deciding={deciding} /> : null}
        </OfficeDesk>
      )}
    </>
  )
}

/** Remounts the desk when a document or the facts of the van have been decided or sent. */
const keyOf = ({ workingUnit, documents, vanFacts: ofVan }: Verification): string =>
  [
    workingUnit.id,
    `${ofVan?.declared?.id} ${ofVan?.declared?.status}`,
    ...documents.map(({ newest }) => `${newest?.id} ${newest?.status}`),
  ].join()

interface QueueListProps {
  queue: Queue
  page: number
  cursor: string | null
  chosenId: string | undefined
  now: Date
}

function QueueList({ queue, page, cursor, chosenId, now }: QueueListProps) {
  return (
    <nav aria-label="Waiting units">
      <ul className="queue">
        {queue.results.map(
          ({ workingUnit, company, registration, waiting, doVanFactsWait, isRenewal, waitingSince }) => (
            <li key={workingUnit.id}>
              <Link
                to={`?${cursor ? `after=${cursor}` : `page=${page}`}&unit=${workingUnit.id}`}
                aria-current={workingUnit.id === chosenId ? 'page' : undefined}
                preventScrollReset
              >
                <b>{company.name}</b>
                {registration ? <Plate registration={registration} front /> : <span>{workingUnit.name}</span>}
                <span className={isLate(waitingSince, now) ? 'queue__age is-late' : 'queue__age'}>
                  {ageText(waitingSince, now)}
                </span>
                <span className="queue__what muted">{waitingText(waiting, isRenewal, doVanFactsWait)}</span>
              </Link>
            </li>
          ),
        )}
      </ul>
      <ListPages label="Pages of units" page={page} isBehind={cursor !== null} {...queue} />
    </nav>
  )
}
