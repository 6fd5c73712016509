import { useState } from 'react'
import { paidOf } from '#modules/bookings/day/hours/rules.ts'
import { capitalise } from '#shared/texts.ts'
import { AMOUNT_HINT, formatPence, parsePounds } from '#shared/money.ts'
import { timeText } from '#web/kit/day/clock-view.ts'
import { Button } from '#web/ui/button.tsx'
import { useDialogs, Dialog } from '#web/ui/dialog.tsx'
import { InputField, MoneyField } from '#web/ui/field.tsx'
import type { DayAction, Job } from '../day-state.ts'

interface CashCardProps {
  job: Job
  act: (act: DayAction) => void
}

/**
 * Cash received, if it was not the full amount, and what was decided about it. The full amount is recorded in the
 * action bar.
 */
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
  const input = { takenPence: isNone ? 0 : parsePounds(amount), duePence, reason: reason.trim() }
  const wrong = wrongInTyped(input)
  const submit = () => {
    setTried(true)
    if (wrong.amount || wrong.reason || input.takenPence === undefined) return
    closeAll()
    act({ does: 'cash', duePence, takenPence: input.takenPence, reason: input.reason })
  }
  const name = job.customer?.firstName ?? 'The customer'
  return (
    <Dialog title={isNone ? 'Not paid?' : `Less than ${formatPence(duePence)}?`}>
      <p className="muted">{name} can see what you enter and dispute it. Our office then asks both of you.</p>
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
        <Button look={isNone ? 'danger' : 'primary'} size="big" onClick={submit}>
          {isNone ? 'Record as not paid' : 'Record it'}
        </Button>
      </div>
    </Dialog>
  )
}

type Cash = NonNullable<Job['day']['cash']>

/** "£60.00 of £96.00, at 15:20. Omar can say otherwise." */
export function cashText({ state, takenPence, duePence, at }: Cash, name = 'the customer'): string {
  const paid = paidOf(takenPence, duePence)
  const amount = paid === 'full' ? formatPence(takenPence) : `${formatPence(takenPence)} of ${formatPence(duePence)}`
  if (state === 'decided') return `${amount}, as our office has decided.`
  return `${amount}, at ${timeText(at)}.${state === 'disputed' ? ` ${capitalise(name)} has disputed this, so our office will ask you both.` : ''}`
}

interface FormValues {
  /** Undefined if it is no amount. */
  takenPence: number | undefined
  duePence: number
  reason: string
}

/** What is to be mended before it is recorded. */
export function wrongInTyped({ takenPence, duePence, reason }: FormValues): { amount?: string; reason?: string } {
  return {
    ...(takenPence !== undefined && takenPence < duePence
      ? {}
      : { amount: takenPence === undefined ? AMOUNT_HINT : `Enter an amount below ${formatPence(duePence)}.` }),
    ...(reason === '' ? { reason: 'Enter why it’s less.' } : {}),
  }
}
