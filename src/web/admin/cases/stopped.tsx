import { useEffect, useState } from 'react'
import { Link, useFetcher } from 'react-router'
import { listStopped, listDecisions } from '#modules/onboarding/decisions/contract.ts'
import { getVerification } from '#modules/onboarding/verification/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { localDayOf, type LocalDay } from '#shared/local-time.ts'
import { SentDecisions } from './sent-decisions.tsx'
import { Looking } from './shortcuts.tsx'
import { momentText } from '#web/kit/documents/document-texts.ts'
import { type Answer, errorAt } from '#web/kit/forms/answer.ts'
import { FilterBar } from '#web/kit/office/office-list.tsx'
import { filterAddress, readFilters, type FilterValues } from '#web/kit/office/office-pages.ts'
import { readOfficeList } from '#web/kit/office/list-page.server.ts'
import { OfficeDesk, OfficeHead } from '#web/kit/office/office-shell.tsx'
import { nowIn } from '#web/kit/page/arrival.ts'
import { cursorIn, pageIn } from '#web/kit/page/page-in-address.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, namedBy, needAdmin } from '#web/kit/session/gate.server.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/page.tsx'
import { FieldError, TextareaField } from '#web/ui/field.tsx'
import { ListPages } from '#web/ui/tabs.tsx'
import { Plate } from '#web/ui/sign.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { AboutUnit, StopUnit } from '../verifications/document-desk.tsx'
import { UnitHistory } from '../verifications/decided-documents.tsx'
import { ageText, isLate } from '../verifications/verification-texts.ts'
import type { Route } from './+types/stopped'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Stopped units and appeals' })

type List = AnswerOf<typeof listStopped>

interface Loaded {
  list: List
  values: FilterValues<typeof stoppedFilters>
  page: number
  cursor: string | null
  chosen: AnswerOf<typeof getVerification> | null
  /** One's own, which can still be undone. */
  decisions: AnswerOf<typeof listDecisions>
  now: string
  today: LocalDay
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needAdmin(context)
  const page = pageIn(request.url)
  const values = readFilters(stoppedFilters, request.url)
  const show = isShown(values.show) ? values.show : 'all'
  const filters = { show, search: values.search || undefined }
  const list = await readOfficeList(request.url, (where) => call(listStopped, { query: { ...where, ...filters } }))
  const id = new URL(request.url).searchParams.get('unit') ?? list.results[0]?.workingUnit.id
  const found = id === undefined ? null : namedBy(await call(getVerification, { params: { id } }))
  const now = nowIn(context)
  return {
    list,
    values,
    page,
    cursor: cursorIn(request.url),
    chosen: found,
    decisions: dataOf(await call(listDecisions)),
    now: now.toISOString(),
    today: localDayOf(now),
  }
}

export default function Stopped({ loaderData }: Route.ComponentProps) {
  const { list, values, page, cursor, chosen, decisions, now, today } = loaderData
  const { appealsWaiting } = list
  const keeps = filterAddress(stoppedFilters, values)
  return (
    <>
      <OfficeHead title="Stopped units and appeals">
        <span className="muted small">
          {appealsWaiting === 0
            ? 'No appeal is waiting'
            : `${appealsWaiting} appeal${appealsWaiting > 1 ? 's' : ''} waiting`}
        </span>
      </OfficeHead>
      <SentDecisions decisions={decisions} now={now} />
      <FilterBar filters={stoppedFilters} values={values} />
      {list.results.length === 0 && !chosen ? (
        <Empty title={keeps ? 'No stopped unit matches' : 'No unit is stopped'}>
          {keeps
            ? 'Try a shorter search, or show all.'
            : 'Units that the office blocks or deactivates are listed here.'}
        </Empty>
      ) : (
        <OfficeDesk
          queue={
            <nav aria-label="Stopped units">
              <ul className="queue strip--wide holds cells g-2">
                {list.results.map((one) => (
                  <li key={one.workingUnit.id}>
                    <Link
                      to={addressOf(keeps, { page, cursor }, one.workingUnit.id)}
                      aria-current={one.workingUnit.id === chosen?.workingUnit.id ? 'page' : undefined}
                      preventScrollReset
                    >
                      <b>{one.company.name}</b>
                      {one.registration ? (
                        <Plate registration={one.registration} front size="small" />
                      ) : (
                        <span>{one.workingUnit.name}</span>
                      )}
                      {one.appealWaitsSince ? (
                        <span
                          className={isLate(one.appealWaitsSince, new Date(now)) ? 'queue__age is-late' : 'queue__age'}
                        >
                          {ageText(one.appealWaitsSince, new Date(now))}
                        </span>
                      ) : null}
                      <span className="queue__what muted">
                        {one.appealWaitsSince ? 'Appeal waiting' : stoppedText(one, today)}
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
              <ListPages label="Pages of units" page={page} isBehind={cursor !== null} keeps={keeps} {...list} />
            </nav>
          }
        >
          {chosen ? <StoppedDesk key={keyOf(chosen)} verification={chosen} today={today} /> : null}
        </OfficeDesk>
      )}
    </>
  )
}

/** Remounts the desk, and empties its fields, when something was decided. */
const keyOf = ({ workingUnit, appeal }: AnswerOf<typeof getVerification>): string =>
  [workingUnit.id, workingUnit.status, appeal?.sentAt, appeal?.answeredAt].join()

const stoppedText = ({ workingUnit, stoppedAt, stoppedBy }: List['results'][number], today: LocalDay): string => {
  const done = workingUnit.status === 'deactivated' ? 'Deactivated' : 'Blocked'
  const at = stoppedAt ? ` ${momentText(stoppedAt, today)}` : ''
  return `${done}${at}${stoppedBy ? ` by ${stoppedBy}` : ''}`
}

function addressOf(keeps: string, { page, cursor }: { page: number; cursor: string | null }, unitId: string): string {
  const search = new URLSearchParams(keeps)
  if (cursor) search.set('after', cursor)
  else if (page > 1) search.set('page', String(page))
  search.set('unit', unitId)
  return `/admin/stopped?${search}`
}

// What the list of stopped units can be narrowed to.

const SHOWN = ['all', 'appeals', 'blocked', 'deactivated'] as const
const isShown = (text: string): text is (typeof SHOWN)[number] => SHOWN.some((shown) => shown === text)

const stoppedFilters = {
  search: { kind: 'text', label: 'Unit, plate, company or owner’s email' },
  show: {
    kind: 'choice',
    label: 'Show',
    choices: [
      { value: 'all', label: 'All' },
      { value: 'appeals', label: 'Appeals waiting' },
      { value: 'blocked', label: 'Blocked' },
      { value: 'deactivated', label: 'Deactivated' },
    ],
  },
} as const

type Verification = AnswerOf<typeof getVerification>
type Appealed = NonNullable<Verification['appeal']>

/** A stopped unit: why, what its driver says to it, the answer, and who did what. */
function StoppedDesk({ verification, today }: { verification: Verification; today: LocalDay }) {
  const { workingUnit, appeal, decided, history, looking } = verification
  const isStopped = workingUnit.status === 'blocked' || workingUnit.status === 'deactivated'
  return (
    <div className="stack">
      <Looking subjectId={workingUnit.id} known={looking} />
      <AboutUnit verification={verification} />
      {isStopped && appeal ? (
        <section className="card stack" aria-labelledby="appeal">
          <h2 className="h3" id="appeal">
            The driver’s appeal
          </h2>
          <p className="small muted">Sent {momentText(appeal.sentAt, today)}</p>
          <p className="long">{appeal.text}</p>
          {appeal.answer ? (
            <p className="long">
              <b>Answered, decision upheld:</b> {appeal.answer}
            </p>
          ) : (
            <AnswerAppeal unitId={workingUnit.id} appeal={appeal} reason={workingUnit.statusReason} />
          )}
        </section>
      ) : null}
      {isStopped && appeal && !appeal.answer ? null : <StopUnit unit={workingUnit} isListed />}
      <UnitHistory decided={decided} history={history} />
      <ButtonLink to={`/admin/verifications?unit=${workingUnit.id}`}>Documents of this unit</ButtonLink>
    </div>
  )
}

interface AnswerAppealProps {
  unitId: string
  appeal: Appealed
  /** Why it was stopped. */
  reason: string | null
}

function AnswerAppeal({ unitId, appeal, reason: why }: AnswerAppealProps) {
  const fetcher = useFetcher<Answer>()
  const showToast = useToast()
  const [reason, setReason] = useState('')
  const saved = fetcher.state === 'idle' ? fetcher.data : undefined
  useEffect(() => {
    if (saved?.ok) showToast({ title: 'Answer sent', text: 'The driver will be told in a minute unless you undo it.' })
  }, [saved, showToast])
  const send = (intent: 'uphold' | 'lift') =>
    void fetcher.submit(
      { intent, unitId, reason, sentAt: appeal.sentAt },
      { method: 'post', action: '/admin/verifications', encType: 'application/json' },
    )
  const isBusy = fetcher.state !== 'idle'
  const problem = saved && !saved.ok && !saved.errors ? saved.detail : null
  return (
    <div className="stack">
      <p className="small">
        <b>Stopped because:</b> {why}
      </p>
      <TextareaField
        label="Your answer"
        hint="The driver reads it, whichever you decide."
        rows={3}
        maxLength={2000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={errorAt(saved, 'reason')}
      />
      <FieldError error={problem} />
      <div className="row">
        <Button look="primary" busy={isBusy} onClick={() => send('lift')}>
          Lift the block
        </Button>
        <Button busy={isBusy} onClick={() => send('uphold')}>
          Uphold the decision
        </Button>
      </div>
    </div>
  )
}
