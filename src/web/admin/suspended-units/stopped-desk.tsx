import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import type { getVerification } from '#modules/onboarding/office/verification/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { LocalDay } from '#shared/local-time.ts'
import { Looking } from '#web/admin/desk/use-other-viewers.tsx'
import { momentText } from '#web/kit/documents/document-texts.ts'
import { type Answer, errorAt } from '#web/kit/forms/answer.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { FieldError, TextareaField } from '#web/ui/field.tsx'
import { useToast } from '#web/ui/toast-provider.tsx'
import { AboutUnit } from '../verifications/about-unit.tsx'
import { UnitHistory } from '../verifications/decided-documents.tsx'
import { StopUnit } from '../verifications/stop-unit.tsx'

type Verification = AnswerOf<typeof getVerification>
type Appealed = NonNullable<Verification['appeal']>

/** A stopped unit: why, what its driver says to it, the answer, and who did what. */
export function StoppedDesk({ verification, today }: { verification: Verification; today: LocalDay }) {
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
