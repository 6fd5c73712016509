import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { type Answer, errorAt } from '#web/kit/forms/answer.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { FieldError, TextareaField } from '#web/ui/field.tsx'
import { useToast } from '#web/ui/toast-provider.tsx'
import type { Verification } from './verifications.tsx'

type Intent = 'block' | 'deactivate' | 'restore'

interface StopUnitProps {
  unit: Verification['workingUnit']
  /** On the page that lists stopped units, which needs no way to itself. */
  isListed?: boolean
}

/** Stops a unit, always with a reason that its driver reads; and lifts the stop. */
export function StopUnit({ unit, isListed = false }: StopUnitProps) {
  const fetcher = useFetcher<Answer>()
  const showToast = useToast()
  const [reason, setReason] = useState('')
  const isStopped = unit.status === 'blocked' || unit.status === 'deactivated'
  const saved = fetcher.state === 'idle' ? fetcher.data : undefined
  useEffect(() => {
    if (saved?.ok)
      showToast({
        title: 'Done',
        text: 'This takes effect at once. The driver will be told in a minute unless you undo it.',
      })
  }, [saved, showToast])
  const send = (intent: Intent) =>
    void fetcher.submit(
      { intent, unitId: unit.id, ...(intent === 'restore' ? {} : { reason }) },
      { method: 'post', action: '/admin/verifications', encType: 'application/json' },
    )
  const isBusy = fetcher.state !== 'idle'
  const problem = saved && !saved.ok && !saved.errors ? saved.detail : null
  if (isStopped) {
    return (
      <section className="card stack">
        <h2 className="h3">Stopped by the office</h2>
        <p className="long">{unit.statusReason}</p>
        <div className="row">
          <Button busy={isBusy} onClick={() => send('restore')}>
            {unit.status === 'deactivated' ? 'Reactivate' : 'Lift the block'}
          </Button>
          {isListed ? null : <ButtonLink to={`/admin/stopped?unit=${unit.id}`}>Appeal and history</ButtonLink>}
        </div>
        <FieldError error={problem} />
      </section>
    )
  }
  return (
    <section className="card">
      <Disclosure summary={`Block or deactivate ${unit.name}`}>
        <div className="stack mt-3">
          <TextareaField
            label="Why"
            hint="The driver reads it and can appeal."
            rows={3}
            maxLength={2000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={errorAt(saved, 'reason') ?? problem}
          />
          <div className="row">
            <Button look="danger" busy={isBusy} onClick={() => send('block')}>
              Block
            </Button>
            <Button busy={isBusy} onClick={() => send('deactivate')}>
              Deactivate
            </Button>
          </div>
        </div>
      </Disclosure>
    </section>
  )
}
