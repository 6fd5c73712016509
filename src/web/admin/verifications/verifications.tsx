import { Eye } from 'lucide-react'
import { redirect, useNavigate, Link } from 'react-router'
import { z } from 'zod'
import {
  decideAppeal,
  listDecisions,
  undoDecision,
  blockUnit,
  deactivateByOffice,
  restoreUnit,
} from '#modules/onboarding/decisions/contract.ts'
import { listPersonVerifications } from '#modules/onboarding/office/contract.ts'
import { decideVerification, getVerification, listVerifications } from '#modules/onboarding/verification/contract.ts'
import { CHECK_FIELDS } from '#modules/onboarding/verification/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { localDayOf, type LocalDay } from '#shared/local-time.ts'
import { SentDecisions } from '../cases/sent-decisions.tsx'
import { ShortcutsButton, useShortcuts } from '../cases/shortcuts.tsx'
import { plainAnswerOf, readJson } from '#web/kit/forms/answer.server.ts'
import { type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { FilterBar } from '#web/kit/office/office-list.tsx'
import { readFilters, filterAddress } from '#web/kit/office/office-pages.ts'
import { OfficeDesk, OfficeHead } from '#web/kit/office/office-shell.tsx'
import { nowIn } from '#web/kit/page/arrival.ts'
import { cursorIn, pageIn, readPage } from '#web/kit/page/page-in-address.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, namedBy, needAdmin, needAdminForm } from '#web/kit/session/gate.server.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/banner.tsx'
import { Empty } from '#web/ui/page.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { countText, ListPages } from '#web/ui/tabs.tsx'
import { Plate } from '#web/ui/sign.tsx'
import type { Route } from './+types/verifications'
import { deskAddress, filtersOf, isWaitingKind, nextInQueue, type DeskPlace, useDeciding } from './desk-address.ts'
import { UnitDesk } from './unit-desk.tsx'
import { ageText, isLate, waitingText } from './verification-texts.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Verifications' })

export type Queue = AnswerOf<typeof listVerifications>
export type Verification = AnswerOf<typeof getVerification>

interface Loaded {
  queue: Queue
  place: DeskPlace
  /** People of companies, who have a desk of their own. */
  peopleWaiting: number
  chosen: Verification | null
  /** One's own, which can still be undone. */
  decisions: AnswerOf<typeof listDecisions>
  now: string
  today: LocalDay
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needAdmin(context)
  const page = pageIn(request.url)
  const values = readFilters(filtersOf(), request.url)
  const kind = isWaitingKind(values.kind) ? values.kind : undefined
  const filters = { kind, search: values.search || undefined }
  const queue = dataOf(
    await readPage(request.url, (where) => call(listVerifications, { query: { ...where, ...filters } })),
  )
  // The last unit of a page has been decided; others may wait on an earlier page.
  if (page > 1 && queue.results.length === 0) throw redirect('/admin/verifications')
  const id = new URL(request.url).searchParams.get('unit') ?? queue.results[0]?.workingUnit.id
  const now = nowIn(context)
  const found = id === undefined ? null : namedBy(await call(getVerification, { params: { id } }))
  const people = dataOf(await call(listPersonVerifications, { query: { pageSize: 1 } }))
  return {
    queue,
    place: { values, page, cursor: cursorIn(request.url) },
    peopleWaiting: people.count,
    chosen: found,
    decisions: dataOf(await call(listDecisions)),
    now: now.toISOString(),
    today: localDayOf(now),
  }
}

const verdict = z.object({ decision: z.enum(['approve', 'refuse']), reason: z.string().nullable() })
const ticks = z.array(z.object({ field: z.enum(CHECK_FIELDS), onFile: z.string() }))
const decisions = z.array(verdict.extend({ documentId: z.string(), ticks }))
const vanFacts = verdict.extend({ id: z.string() }).nullable()
const submittedShape = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('decide'), unitId: z.string(), decisions, vanFacts }),
  z.object({ intent: z.enum(['block', 'deactivate']), unitId: z.string(), reason: z.string() }),
  z.object({ intent: z.literal('restore'), unitId: z.string() }),
  z.object({ intent: z.enum(['uphold', 'lift']), unitId: z.string(), reason: z.string(), sentAt: z.string() }),
  z.object({ intent: z.literal('undo'), decisionId: z.string() }),
])

/** Action of every desk page: decides about a unit, or undoes a decision. */
export async function action({ context, request }: Route.ActionArgs): Promise<Answer> {
  const { call } = needAdminForm(context, request)
  const submitted = await readJson(request, submittedShape)
  if (submitted.intent === 'undo')
    return plainAnswerOf(await call(undoDecision, { params: { id: submitted.decisionId }, body: {} }))
  const params = { id: submitted.unitId }
  switch (submitted.intent) {
    case 'block':
      return plainAnswerOf(await call(blockUnit, { params, body: { reason: submitted.reason } }))
    case 'deactivate':
      return plainAnswerOf(await call(deactivateByOffice, { params, body: { reason: submitted.reason } }))
    case 'restore':
      return plainAnswerOf(await call(restoreUnit, { params, body: {} }))
    case 'decide':
      return plainAnswerOf(
        await call(decideVerification, {
          params,
          body: { decisions: submitted.decisions, vanFacts: submitted.vanFacts },
        }),
      )
    default: {
      const { intent: decision, reason, sentAt } = submitted
      return plainAnswerOf(await call(decideAppeal, { params, body: { decision, reason, sentAt } }))
    }
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function Verifications({ loaderData }: Route.ComponentProps) {
  const { queue, place, peopleWaiting, chosen, decisions: sent, now, today } = loaderData
  const { values } = place
  const deciding = useDeciding((unitId) =>
    chosen?.workingUnit.id === unitId && isWaiting(chosen)
      ? null
      : deskAddress(place, nextInQueue(queue.results, unitId)),
  )
  useQueueKeys(queue, place, chosen?.workingUnit.id)
  const oldest = queue.results[0]
  const isFiltered = values.search !== '' || values.kind !== ''
  return (
    <>
      <OfficeHead title="Verifications">
        <div className="row gap-2">
          <ButtonLink size="small" to="/admin/verifications/people">
            People to check{peopleWaiting > 0 ? ` (${peopleWaiting})` : ''}
          </ButtonLink>
          <ButtonLink size="small" to="/admin/stopped">
            Stopped and appeals
          </ButtonLink>
          <ShortcutsButton />
        </div>
      </OfficeHead>
      <SentDecisions decisions={sent} now={now} />
      <div className="row row--apart mb-4">
        <Disclosure summary="Find or filter" className="desk-find" isOpen={isFiltered}>
          <FilterBar filters={filtersOf(queue.waitingByKind)} values={values} />
        </Disclosure>
        {oldest && place.page === 1 && !place.cursor ? (
          <p className="muted small">
            {countText(queue)} waiting, oldest {ageText(oldest.waitingSince, new Date(now))}
          </p>
        ) : null}
      </div>
      {queue.results.length === 0 && !chosen ? (
        <Empty title={isFiltered ? 'Nothing waiting matches' : 'Nothing to check'}>
          {isFiltered ? 'Try a shorter search, or choose “Anything”.' : 'Documents appear here as drivers send them.'}
        </Empty>
      ) : (
        <OfficeDesk
          queue={<QueueList queue={queue} place={place} chosenId={chosen?.workingUnit.id} now={new Date(now)} />}
        >
          {chosen ? <UnitDesk key={keyOf(chosen)} verification={chosen} today={today} deciding={deciding} /> : null}
        </OfficeDesk>
      )}
    </>
  )
}

const isWaiting = ({ documents, vanFacts: ofVan }: Verification): boolean =>
  documents.some(({ newest }) => newest?.status === 'pending') || ofVan?.declared?.status === 'pending'

/** Remounts the desk when a document or the facts of the van have been decided or sent. */
const keyOf = ({ workingUnit, documents, vanFacts: ofVan }: Verification): string =>
  [
    workingUnit.id,
    `${ofVan?.declared?.id} ${ofVan?.declared?.status}`,
    ...documents.map(({ newest }) => `${newest?.id} ${newest?.status}`),
  ].join()

function useQueueKeys({ results }: Queue, place: DeskPlace, chosenId: string | undefined): void {
  const navigate = useNavigate()
  const go = (step: number) => {
    const at = results.findIndex(({ workingUnit }) => workingUnit.id === chosenId)
    const to = results[at + step]
    if (to) void navigate(deskAddress(place, to.workingUnit.id))
  }
  useShortcuts([
    { key: 'j', name: 'Next in the queue', run: () => go(1) },
    { key: 'k', name: 'Previous in the queue', run: () => go(-1) },
  ])
}

interface QueueListProps {
  queue: Queue
  place: DeskPlace
  chosenId: string | undefined
  now: Date
}

/** Units that wait, the one that has waited longest first. */
function QueueList({ queue, place, chosenId, now }: QueueListProps) {
  return (
    <nav aria-label="Waiting units">
      <ul className="queue strip--wide holds cells g-2">
        {queue.results.map((one) => (
          <li key={one.workingUnit.id}>
            <Link
              to={deskAddress(place, one.workingUnit.id)}
              aria-current={one.workingUnit.id === chosenId ? 'page' : undefined}
              preventScrollReset
            >
              <b>{one.company.name}</b>
              {one.registration ? (
                <Plate registration={one.registration} front size="small" />
              ) : (
                <span>{one.workingUnit.name}</span>
              )}
              <span className={isLate(one.waitingSince, now) ? 'queue__age is-late' : 'queue__age'}>
                {ageText(one.waitingSince, now)}
              </span>
              <span className="queue__what muted">{waitingText(one.waiting, one.isRenewal, one.doVanFactsWait)}</span>
              {one.looking.length > 0 ? (
                <span className="queue__what">
                  <Icon of={Eye} /> {one.looking.join(', ')}
                </span>
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
      <ListPages
        label="Pages of units"
        page={place.page}
        isBehind={place.cursor !== null}
        keeps={filterAddress(filtersOf(), place.values)}
        {...queue}
      />
    </nav>
  )
}
