import { formatPence, parsePounds } from '#shared/money.ts'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { InputField, MoneyField } from '#web/ui/field.tsx'
import type { Act } from '../day-actions.ts'
import type { Job } from '../day-state.ts'
import { cashText, wrongInTyped } from './cash-texts.ts'

interface CashCardProps {
  job: Job
  act: (act: Act) => void
}

/** What was paid at the end, where it was not all, and what became of it. All of it is under the thumb, in the dock. */
export function CashCard({ job, act }: CashCardProps) {
  const { open } = useDialogs()
  const { cash, cashToTakePence: due, mayRecordCash } = job.day
  if (due === null || (!mayRecordCash && !cash)) return null
  const ask = (isNone: boolean) => open(<LessDialog job={job} act={act} duePence={due} isNone={isNone} />)
  return (
    <section className="card" aria-labelledby="cash">
      <h2 className="h3" id="cash">
        {cash ? 'Paid in cash' : 'Something else?'}
      </h2>
      {cash ? <p className="num long mt-2">{cashText(cash, job.customer?.firstName)}</p> : null}
      {cash?.reason ? <p className="small muted long mt-1">“{cash.reason}”</p> : null}
      {mayRecordCash ? (
        <div className="row mt-3">
          {cash && cash.paid !== 'full' ? (
            <Button onClick={() => act({ does: 'cash', duePence: due, takenPence: due, reason: '' })}>
              I’ve got {formatPence(due)} after all
            </Button>
          ) : null}
          <Button aria-haspopup="dialog" onClick={() => ask(false)}>
            Less than {formatPence(due)}
          </Button>
          <Button look="danger" aria-haspopup="dialog" onClick={() => ask(true)}>
            Not paid
          </Button>
        </div>
      ) : null}
      <p className="small muted mt-3">
        {job.customer?.firstName ?? 'The customer'} can see what you enter here and dispute it.
      </p>
    </section>
  )
}

interface LessProps extends CashCardProps {
  duePence: number
  isNone: boolean
}

/** How much, and why it is less: the customer reads both. */
function LessDialog({ job, act, duePence, isNone }: LessProps) {
  const { closeAll } = useDialogs()
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const typed = { takenPence: isNone ? 0 : parsePounds(amount), duePence, reason: reason.trim() }
  const wrong = wrongInTyped(typed)
  const say = () => {
    setTried(true)
    if (wrong.amount || wrong.reason || typed.takenPence === undefined) return
    closeAll()
    act({ does: 'cash', duePence, takenPence: typed.takenPence, reason: typed.reason })
  }
  const name = job.customer?.firstName ?? 'The customer'
  return (
    <Dialog title={isNone ? 'Not paid?' : `Less than ${formatPence(duePence)}?`}>
      <p className="muted">{name} reads what you enter, and can say otherwise. Our office then asks both of you.</p>
      {isNone ? null : (
        <MoneyField
          label="What you were given"
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
          error={isTried ? wrong.amount : undefined}
        />
      )}
      <InputField
        label="Why"
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={isTried ? wrong.reason : undefined}
      />
      <div className="dialog__acts">
        <Button look={isNone ? 'danger' : 'primary'} size="big" onClick={say}>
          {isNone ? 'Record as not paid' : 'Record it'}
        </Button>
      </div>
    </Dialog>
  )
}
