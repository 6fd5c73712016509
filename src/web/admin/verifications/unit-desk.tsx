import { useRef } from 'react'
import type { LocalDay } from '#shared/local-time.ts'
import { Looking } from '#web/admin/desk/use-other-viewers.tsx'
import { useShortcuts } from '#web/admin/desk/shortcuts.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Actions } from '#web/ui/page.tsx'
import { useUnsaved } from '#web/ui/unsaved.tsx'
import { AboutUnit } from './about-unit.tsx'
import { DecidedDocuments, OtherDocuments, UnitHistory } from './decided-documents.tsx'
import { DocumentDesk } from './document-desk.tsx'
import { VanFactsDesk } from './van-facts-desk.tsx'
import { StopUnit } from './stop-unit.tsx'
import { useDecisions, type Deciding, type WaitingDocument } from './use-decisions.ts'
import { useOutlook } from './use-outlook.ts'
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
      <div className="documents">
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
        <section className="bar-end" aria-label="Decision">
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
