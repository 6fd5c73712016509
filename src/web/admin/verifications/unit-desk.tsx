import { useRef, useEffect, useState } from 'react'
import { FACT_LABELS, FACTS, factText } from '#modules/fleet/documents/declarations-rules.ts'
import { heavyVanText } from '#modules/fleet/vans/rules.ts'
import type { previewVerification } from '#modules/onboarding/verification/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { type LocalDay, formatDayTime } from '#shared/local-time.ts'
import { useShortcuts, Looking } from '../cases/shortcuts.tsx'
import { DocumentPages } from '#web/kit/documents/document-files.tsx'
import { momentText, type Document } from '#web/kit/documents/document-texts.ts'
import { apiFetch, readAnswer } from '#web/kit/session/api-fetch.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Empty, Actions } from '#web/ui/page.tsx'
import { Facts, type Fact } from '#web/ui/facts.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { useUnsaved } from '#web/ui/unsaved.tsx'
import { AboutUnit, DocumentDesk, StopUnit } from './document-desk.tsx'
import { DecidedDocuments, OtherDocuments, UnitHistory } from './decided-documents.tsx'
import { useDecisions, type Deciding, type WaitingDocument } from './desk-address.ts'
import { Verdict } from './verdict.tsx'
import { decisionText, missingTicks, outlookText, type Judged } from './verification-texts.ts'
import type { Verification } from './verifications.tsx'

interface UnitDeskProps {
  verification: Verification
  today: LocalDay
  deciding: Deciding
}

/** One unit: its details, its waiting documents side by side, one decision each, sent together. */
export function UnitDesk({ verification, today, deciding }: UnitDeskProps) {
  const { workingUnit, vehicle, vanFacts, documents, decided, history, appeal, looking } = verification
  const waiting = documents.flatMap((document) =>
    document.newest?.status === 'pending' ? [{ document, submission: document.newest }] : [],
  )
  const declared = vanFacts?.declared?.status === 'pending' ? vanFacts.declared : null
  const { judged, judge, send, problem } = useDecisions(workingUnit.id, waiting, declared?.id ?? null, deciding)
  const desk = useRef<HTMLDivElement>(null)
  useDocumentKeys(desk, waiting, judged, judge)
  const outlook = useOutlook(workingUnit.id, judged, declared?.id ?? null)
  const isWaiting = waiting.length > 0 || declared !== null
  useUnsaved(judged.some(({ decision }) => decision !== null))
  const { answer, detail } = decisionText(judged)
  return (
    <div className="stack" ref={desk}>
      <Looking subjectId={workingUnit.id} known={looking} />
      <AboutUnit verification={verification} />
      {appeal && !appeal.answer ? (
        <section className="card row row--apart">
          <h2 className="h3">The driver appeals</h2>
          <ButtonLink size="small" to={`/admin/stopped?unit=${workingUnit.id}`}>
            Read and answer
          </ButtonLink>
        </section>
      ) : null}
      <OtherDocuments documents={documents} decided={decided} />
      {isWaiting ? null : <Empty title="Nothing waiting">What was decided about this unit is below.</Empty>}
      <div className="cells cols-2-m at-top g-4">
        {declared ? (
          <VanFactsDesk
            verification={verification}
            declared={declared}
            today={today}
            judged={judged.find(({ id }) => id === declared.id)}
            onJudge={judge}
          />
        ) : null}
        {waiting.map(({ document, submission }) => (
          <DocumentDesk
            key={submission.id}
            document={document}
            submission={submission}
            registration={vehicle?.registration ?? null}
            today={today}
            judged={judged.find(({ id }) => id === submission.id)}
            onJudge={judge}
          />
        ))}
      </div>
      <FieldError error={problem} />
      {isWaiting ? (
        <section className="bar-end sticks" aria-label="Decision">
          <Actions
            answer={answer}
            detail={
              <>
                {detail}
                <span className="outlook" aria-live="polite">
                  {outlook ? `. ${outlookText(outlook)}` : ''}
                </span>
              </>
            }
          >
            <Button
              look="primary"
              size="big"
              busy={deciding.isBusy}
              disabled={judged.every(({ decision }) => decision === null)}
              data-send=""
              onClick={send}
            >
              Send decision
            </Button>
          </Actions>
        </section>
      ) : null}
      <DecidedDocuments decided={decided} />
      <UnitHistory decided={decided} history={history} />
      <StopUnit unit={workingUnit} />
    </div>
  )
}

/** Keys about the document that has the focus, or else the first that is not decided. */
function useDocumentKeys(
  desk: { readonly current: HTMLElement | null },
  waiting: readonly WaitingDocument[],
  judged: readonly Judged[],
  judge: (judged: Judged) => void,
): void {
  const cards = () => [...(desk.current?.querySelectorAll<HTMLElement>('[data-judged]') ?? [])]
  const focused = () => cards().findIndex((card) => card.contains(document.activeElement))
  const go = (step: number) => {
    const all = cards()
    const at = focused()
    const to = at < 0 ? 0 : Math.min(Math.max(at + step, 0), all.length - 1)
    all[to]?.focus()
  }
  const current = () => {
    const id = cards()[focused()]?.dataset['judged']
    const own = judged.find((one) => (id ? one.id === id : one.decision === null && hasCard(one)))
    return own && { own, checks: waiting.find(({ submission }) => submission.id === own.id)?.document.checks ?? [] }
  }
  const hasCard = ({ id }: Judged) => waiting.some(({ submission }) => submission.id === id)
  const tick = () => {
    const one = current()
    const next = one?.checks.find(({ field }) => !one.own.ticks?.includes(field))
    if (one && next) judge({ ...one.own, ticks: [...(one.own.ticks ?? []), next.field] })
  }
  const approve = () => {
    const one = current()
    if (one && missingTicks(one.checks, one.own.ticks ?? []) === 0) judge({ ...one.own, decision: 'approve' })
  }
  const refuse = () => {
    const one = current()
    if (one) judge({ ...one.own, decision: 'refuse' })
  }
  useShortcuts([
    { key: 'n', name: 'Next document', run: () => go(1) },
    { key: 'p', name: 'Previous document', run: () => go(-1) },
    { key: 't', name: 'Tick the next field', run: tick },
    { key: 'a', name: 'Approve', run: approve },
    { key: 'x', name: 'Refuse', run: refuse },
    {
      key: 's',
      name: 'Go to “Send decision”',
      run: () => desk.current?.querySelector<HTMLElement>('[data-send]')?.focus(),
    },
  ])
}

type Outlook = AnswerOf<typeof previewVerification>

/** What would become of the unit, asked of the server a moment after each decision; an older answer never replaces a newer one. */
function useOutlook(unitId: string, judged: readonly Judged[], factsId: string | null): Outlook | null {
  const [latestAnswer, setHeard] = useState<{ question: string; outlook: Outlook | null } | null>(null)
  const decided = judged.filter(({ decision }) => decision !== null)
  const vanFacts = decided.find(({ id }) => id === factsId)
  const documents = decided.filter(({ id }) => id !== factsId)
  const question =
    decided.length === 0
      ? null
      : JSON.stringify({
          decisions: documents.map(({ id, decision }) => ({ document_id: id, decision })),
          van_facts: vanFacts ? { id: vanFacts.id, decision: vanFacts.decision } : null,
        })
  useEffect(() => {
    if (!question) return undefined
    let isOld = false
    const ask = async () => {
      const outlook = await preview(unitId, question)
      if (!isOld) setHeard({ question, outlook })
    }
    const timer = setTimeout(() => void ask(), 150)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [unitId, question])
  return latestAnswer && latestAnswer.question === question ? latestAnswer.outlook : null
}

/** Null where there is no answer: the decision can be sent without one. */
async function preview(unitId: string, body: string): Promise<Outlook | null> {
  const answer = await apiFetch(`/api/admin/verifications/${unitId}/preview/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  }).catch(() => null)
  return answer?.ok ? readAnswer<typeof previewVerification>(answer) : null
}

type VanFacts = NonNullable<Verification['vanFacts']>
type Declared = NonNullable<VanFacts['declared']>

interface VanFactsDeskProps {
  verification: Verification
  /** What waits. */
  declared: Declared
  today: LocalDay
  judged: Judged | undefined
  onJudge: (judged: Judged) => void
}

/** What a driver says of the van, old and new, beside its V5C, and the decision. */
function VanFactsDesk({ verification, declared, today, judged, onJudge }: VanFactsDeskProps) {
  const { vanFacts, documents, alsoClaimedBy, bookingsAhead } = verification
  const approved = vanFacts?.approved ?? null
  const decision = judged?.decision ?? null
  const heavy = heavyVanText(declared.grossWeightKg, declared.fuel === 'electric')
  const facts = FACTS.flatMap((fact): Fact[] => {
    const text = factText(declared, fact)
    if (!approved) return [{ name: FACT_LABELS[fact], value: text }]
    const before = factText(approved, fact)
    return text === before ? [] : [{ name: FACT_LABELS[fact], value: `${text}, before ${before}` }]
  })
  return (
    <article
      className={classNames(
        'card document cells pack-top g-3 p-4 shrink',
        decision && `is-${decision === 'approve' ? 'approved' : 'refused'}`,
      )}
      aria-label="Details of the van"
    >
      <div>
        <h2 className="h3">Details of the van</h2>
        <p className="small muted num">Sent {momentText(declared.submittedAt, today)}</p>
      </div>
      <LogBook v5c={documents.find(({ kind }) => kind === 'v5c')} />
      {declared.reason ? <p className="small">{declared.reason}</p> : null}
      {alsoClaimedBy.map(({ unitId, unit, company, isApproved }) => (
        <p key={unitId} className="small">
          <b>
            Also claimed by {company}, {unit}
            {isApproved ? ' (approved)' : ''}.
          </b>
        </p>
      ))}
      <Facts className="facts" facts={facts} />
      {heavy ? <p className="small">{heavy}</p> : null}
      {declared.pausesUnit ? <Paused bookings={bookingsAhead} /> : null}
      <Verdict
        about="the details of the van"
        judged={judged ?? { id: declared.id, decision, reason: '' }}
        registration={declared.registration}
        onJudge={onJudge}
      />
    </article>
  )
}

/** Upcoming bookings that go ahead although the unit waits. */
function Paused({ bookings }: { bookings: Verification['bookingsAhead'] }) {
  return (
    <div className="small">
      <p>
        The unit takes no jobs until this is decided.{' '}
        {bookings.length > 0 ? 'These bookings still go ahead:' : 'It has no upcoming bookings.'}
      </p>
      <ul className="list">
        {bookings.map(({ startAt, from, to }) => (
          <li key={startAt} className="num">
            {formatDayTime(new Date(startAt))}, {from} to {to}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The one that counts; one that waits stands on the desk itself. */
function LogBook({ v5c }: { v5c: Document | undefined }) {
  if (v5c?.newest?.status === 'pending')
    return <p className="small muted">Compare with the new V5C on this page, which is waiting to be checked.</p>
  if (!v5c?.current) return <p className="small muted">There is no V5C to compare with.</p>
  return (
    // Longer documents scroll, with the keyboard too.
    <section
      className="paper__sheet holds cells g-3 scrolls r-small bg-sunken"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label="Pages of the approved V5C log book"
    >
      <DocumentPages label="Approved V5C log book" submission={v5c.current} />
    </section>
  )
}
