import { CircleCheck, Minus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { VAN_NAMES } from '#modules/fleet/rules.ts'
import type { LocalDay } from '#shared/local-time.ts'
import type { Submission } from '#web/kit/documents/document-words.ts'
import { type Answer, formProblemOf } from '#web/kit/forms/answer.ts'
import { kilogramText } from '#web/kit/bookings/load.ts'
import { FUEL_NAMES } from '#web/kit/units/fuel-names.ts'
import { UnitStatusBadge } from '#web/kit/units/unit-status.tsx'
import { Facts, type Fact } from '#web/ui/facts.tsx'
import { History } from '#web/kit/office/history.tsx'
import { readablePhone } from '#shared/readable-phone.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Actions } from '#web/ui/page.tsx'
import { Plate } from '#web/ui/sign.tsx'
import { useToast } from '#web/ui/toast-provider.tsx'
import { useUnsaved } from '#web/ui/unsaved.tsx'
import { DocumentDesk } from './document-desk.tsx'
import { VanFactsDesk } from './van-facts-desk.tsx'
import { StopUnit } from './stop-unit.tsx'
import { decisionsOf, decisionText, type Decision, type Judged } from './verification-words.ts'
import type { Verification } from './verifications.tsx'

interface UnitDeskProps {
  verification: Verification
  today: LocalDay
  deciding: Deciding
}

/** One unit: its details, its waiting documents side by side, one decision each, sent together. */
export function UnitDesk({ verification, today, deciding }: UnitDeskProps) {
  const { workingUnit, vehicle, vanFacts, documents, appeal } = verification
  const waiting = documents.flatMap((document) =>
    document.newest?.status === 'pending' ? [{ document, submission: document.newest }] : [],
  )
  const declared = vanFacts?.declared?.status === 'pending' ? vanFacts.declared : null
  const { judged, judge, send, problem } = useDecisions(workingUnit.id, waiting, declared?.id ?? null, deciding)
  const isWaiting = waiting.length > 0 || declared !== null
  useUnsaved(judged.some(({ decision }) => decision !== null))
  const { answer, detail } = decisionText(judged)
  return (
    <div className="stack">
      <About verification={verification} />
      {appeal ? (
        <section className="card">
          <h2 className="h3">The driver’s answer to the office</h2>
          <p className="mt-2 long">{appeal.text}</p>
        </section>
      ) : null}
      <OtherDocuments documents={documents} />
      {isWaiting ? null : <Empty title="Nothing waiting" />}
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
          <Actions answer={answer} detail={detail}>
            <Button
              look="primary"
              size="big"
              busy={deciding.isBusy}
              disabled={judged.every(({ decision }) => decision === null)}
              onClick={send}
            >
              Send decision
            </Button>
          </Actions>
        </section>
      ) : null}
      <Decided documents={documents} />
      <StopUnit unit={workingUnit} />
    </div>
  )
}

function About({ verification: { workingUnit, company, driver, vehicle } }: { verification: Verification }) {
  const fuel = vehicle && FUEL_NAMES[vehicle.fuel]
  const facts: Fact[] = [
    { name: 'Company', value: company.name },
    { name: 'Driver', value: driver?.name ?? workingUnit.name },
    { name: 'Van', value: vehicle ? `${vehicle.make} ${vehicle.model}, ${VAN_NAMES[vehicle.category]}` : 'None' },
    { name: 'Fuel', value: vehicle?.euroClass == null ? (fuel ?? '–') : `${fuel}, Euro ${vehicle.euroClass}` },
    {
      name: 'Payload',
      value: vehicle?.payloadKg ? `${kilogramText(vehicle.payloadKg)} kg` : 'By category',
    },
    { name: 'Insurance number', value: company.insuranceNumber ?? 'Not given' },
    { name: 'Phone', value: driver?.phone ? readablePhone(driver.phone) : 'Not given' },
  ]
  return (
    <section className="card about-unit" aria-label="The unit">
      <Facts className="facts facts--wide" facts={facts} />
      <div className="row gap-2">
        {vehicle ? <Plate registration={vehicle.registration} big /> : null}
        <UnitStatusBadge status={workingUnit.status} />
      </div>
    </section>
  )
}

function Decided({ documents }: { documents: Verification['documents'] }) {
  const entries = decisionsOf(documents)
  if (entries.length === 0) return null
  return (
    <section className="card">
      <Disclosure summary="What was decided">
        <History entries={entries} />
      </Disclosure>
    </section>
  )
}

/** Documents already approved or still missing. */
function OtherDocuments({ documents }: { documents: Verification['documents'] }) {
  const others = documents.filter(
    ({ newest, current, isRequired }) => newest?.status !== 'pending' && (current || isRequired),
  )
  if (others.length === 0) return null
  return (
    <ul className="row gap-2 list" aria-label="Other documents">
      {others.map(({ kind, label, current }) => (
        <li key={kind}>
          {current ? (
            <Badge tone="green-soft" icon={CircleCheck}>
              {label}
            </Badge>
          ) : (
            <Badge tone="off" icon={Minus}>
              {label} not in
            </Badge>
          )}
        </li>
      ))}
    </ul>
  )
}

type Verdict = { decision: Decision; reason: string | null }

export type Deciding = ReturnType<typeof useDeciding>

/** Sends the decisions. Outlives the desk, which is remounted once its documents are decided. */
export function useDeciding() {
  const fetcher = useFetcher<Answer>()
  const showToast = useToast()
  const saved = fetcher.state === 'idle' ? fetcher.data : undefined
  useEffect(() => {
    if (!saved?.ok) return
    showToast({ title: 'Decision sent', text: 'The driver is told.' })
    // The next unit takes this one's place and is read from the top.
    document.getElementById('main')?.focus()
  }, [saved, showToast])
  return {
    isBusy: fetcher.state !== 'idle',
    problem: formProblemOf(saved),
    decide: (
      unitId: string,
      decisions: (Verdict & { documentId: string })[],
      vanFacts: (Verdict & { id: string }) | null,
    ) =>
      void fetcher.submit(
        { intent: 'decide', unitId, decisions, vanFacts },
        { method: 'post', action: '/admin/verifications', encType: 'application/json' },
      ),
  }
}

function useDecisions(
  unitId: string,
  waiting: readonly { submission: Submission }[],
  factsId: string | null,
  { decide, problem }: Deciding,
) {
  const [judged, setJudged] = useState<readonly Judged[]>(() => {
    const ids = [...(factsId === null ? [] : [factsId]), ...waiting.map(({ submission }) => submission.id)]
    return ids.map((id) => ({ id, decision: null, reason: '' }))
  })
  const [error, setError] = useState<string | null>(null)
  const send = () => {
    const decided = judged.flatMap(({ id, decision, reason }) =>
      decision ? [{ id, decision, reason: decision === 'refuse' ? reason.trim() : null }] : [],
    )
    const isUnexplained = decided.some(({ decision, reason }) => decision === 'refuse' && !reason)
    setError(isUnexplained ? 'Give a reason for each refused document: the driver reads it.' : null)
    if (isUnexplained) return
    const documents = decided
      .filter(({ id }) => id !== factsId)
      .map(({ id, ...verdict }) => ({ documentId: id, ...verdict }))
    decide(unitId, documents, decided.find(({ id }) => id === factsId) ?? null)
  }
  return {
    judged,
    send,
    judge: (next: Judged) => setJudged((all) => all.map((one) => (one.id === next.id ? next : one))),
    problem: error ?? problem,
  }
}
