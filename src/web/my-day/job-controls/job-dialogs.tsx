import { Ban, Ellipsis, Key, type LucideIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { PAUSE_REASONS, type PauseReason } from '#modules/bookings/day/rules.ts'
import { formatDuration } from '#shared/duration.ts'
import { addMinutes } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { PAUSE_LABELS } from '#web/kit/day/clock-texts.ts'
import { clockText, timeText, workedSeconds, waitingAt } from '#web/kit/day/clock-view.ts'
import { Button } from '#web/ui/button.tsx'
import { Segmented, SelectCards } from '#web/ui/choice.tsx'
import { useDialogs, Dialog } from '#web/ui/dialog.tsx'
import { InputField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/badge.tsx'
import type { DayAction, Job } from '../day-state.ts'
import { ceilingAtFinishText } from '../day-texts.ts'
import { Slide } from './slide.tsx'
import type { Stop } from './stops-view.ts'

interface CabDialogProps {
  job: Job
  act: (act: DayAction) => void
}

const PAUSE_ICONS: Record<PauseReason, LucideIcon> = { keys_not_released: Key, access: Ban, other: Ellipsis }

/** Why the clock stops; the customer sees it too. */
export function PauseDialog({ job, act, now }: CabDialogProps & { now: Date }) {
  const { closeAll } = useDialogs()
  const [reason, setReason] = useState<PauseReason>('keys_not_released')
  const [note, setNote] = useState('')
  const pause = () => {
    closeAll()
    act({ does: 'pause', reason, note: note.trim() })
  }
  return (
    <Dialog title="Why are you pausing?">
      <p className="muted">
        The clock stops. {job.customer?.firstName ?? 'The customer'} sees why.{freeLeftText(job, now)}
      </p>
      <SelectCards
        className="stack gap-2"
        cardClass="pick--row"
        legend="Why"
        name="reason"
        value={reason}
        onChange={setReason}
        choices={PAUSE_REASONS.map((value) => ({
          value,
          label: (
            <span className="row gap-2">
              <Icon of={PAUSE_ICONS[value]} />
              <b>{PAUSE_LABELS[value]}</b>
            </span>
          ),
        }))}
      />
      <InputField
        label="A few words"
        optional
        maxLength={500}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <div className="dialog__acts">
        <Slide isAsked label="Slide to pause" question="Pause the clock?" onDone={pause} />
      </div>
    </Dialog>
  )
}

function freeLeftText({ day: { clock, waiting } }: Job, now: Date): string {
  if (!waiting) return ''
  const { freeLeftMinutes } = waitingAt(clock, waiting, now)
  return freeLeftMinutes > 0 ? ` ${formatDuration(freeLeftMinutes)} of free waiting left.` : ' No free waiting is left.'
}

/** A change that is still open outlives the finish. */
function openChangeText({ customer, day: { openChange } }: Job): string {
  if (!openChange) return ''
  const name = customer?.firstName ?? 'the customer'
  const price = openChange.amountPence === null ? '' : `, ${formatPence(openChange.amountPence)},`
  const waitingText =
    openChange.awaits === 'customer' ? `${name} hasn’t answered yet` : 'your company hasn’t answered yet'
  return `“${openChange.what}”${price} is still open: ${waitingText}. It stays open for up to 24 hours after you finish.`
}

/** Asked once: the clock does not run again afterwards. */
export function FinishDialog({ job, act, now }: CabDialogProps & { now: Date }) {
  const { closeAll } = useDialogs()
  const finish = () => {
    closeAll()
    act({ does: 'finish' })
  }
  const left = job.day.items.filter(({ loaded }) => !loaded).length
  const ceiling = ceilingAtFinishText(job, now)
  return (
    <Dialog title="Finish this job?">
      <p>
        {clockText(workedSeconds(job.day.clock, now))} hours worked. The clock stops for good, and{' '}
        {job.customer?.firstName ?? 'the customer'} is asked to confirm the hours.
      </p>
      {ceiling ? <p className="num">{ceiling}</p> : null}
      {left > 0 ? <p className="muted">{left === 1 ? 'One item is' : `${left} items are`} not ticked off.</p> : null}
      {job.day.openChange ? <p>{openChangeText(job)}</p> : null}
      <div className="dialog__acts">
        <Slide isAsked label="Slide to finish" question="Finish this job?" onDone={finish} />
        <Button look="quiet" onClick={closeAll}>
          Not yet
        </Button>
      </div>
    </Dialog>
  )
}

/** Starts a job for a driver who has arrived without setting off on the phone. */
export function StartDialog({ job, act }: CabDialogProps) {
  const { closeAll } = useDialogs()
  const start = () => {
    closeAll()
    act({ does: 'start' })
  }
  return (
    <Dialog title="Start the clock?">
      <p>You’re at the pick-up and begin. {job.customer?.firstName ?? 'The customer'} sees the clock run.</p>
      <div className="dialog__acts">
        <Slide isAsked label="Slide to start" question="Start the clock?" onDone={start} />
        <Button look="quiet" onClick={closeAll}>
          Not yet
        </Button>
      </div>
    </Dialog>
  )
}

/** At the pick-up, before the clock runs. */
export function ArriveDialog({ stop, act }: Pick<CabDialogProps, 'act'> & { stop: Stop }) {
  const { closeAll } = useDialogs()
  const arrive = () => {
    closeAll()
    act({ does: 'at-stop', stop: stop.number, name: stop.street })
  }
  const question = `Arrived at ${stop.pin}?`
  return (
    <Dialog title={question}>
      <p>{stop.street}</p>
      <div className="dialog__acts">
        <Slide isAsked label={`Slide when at ${stop.pin}`} question={question} onDone={arrive} />
        <Button look="quiet" onClick={closeAll}>
          Not yet
        </Button>
      </div>
    </Dialog>
  )
}

/** Tells the customer a new time, with the text shown here. */
export function LateDialog({ job, act, now }: CabDialogProps & { now: Date }) {
  const { closeAll } = useDialogs()
  const [minutes, setMinutes] = useState<(typeof LATE_MINUTES)[number]>('20')
  const [reason, setReason] = useState<LateReason>('Traffic')
  const name = useId()
  const newEta = newTimeOf(job, Number(minutes), now)
  const notifyCustomer = () => {
    closeAll()
    act({ does: 'late', newEta, note: reason })
  }
  return (
    <Dialog title="How late?">
      <p className="muted">
        {job.customer?.firstName ?? 'The customer'} expects you at {timeText(job.day.clock.lateEta ?? job.startAt)}.
      </p>
      <Segmented
        legend="Minutes"
        name={`${name}-minutes`}
        value={minutes}
        onChange={setMinutes}
        choices={LATE_MINUTES.map((value) => ({ value, label: value }))}
      />
      <Segmented
        className="mt-2"
        legend="Why"
        name={`${name}-why`}
        value={reason}
        onChange={setReason}
        choices={LATE_REASONS.map((value) => ({ value, label: value }))}
      />
      <p className="small">{lateText(newEta, reason)}</p>
      <div className="dialog__acts">
        <Button look="primary" size="big" onClick={notifyCustomer}>
          Tell {job.customer?.firstName ?? 'the customer'} {timeText(newEta)}
        </Button>
      </div>
    </Dialog>
  )
}

const LATE_MINUTES = ['10', '20', '30', '45', '60'] as const
const LATE_REASONS = ['Traffic', 'Previous job', 'Van'] as const
type LateReason = (typeof LATE_REASONS)[number]

/** New start time: `minutes` after the booked time or, once that has passed, after now rounded up to the minute. */
function newTimeOf({ startAt }: Pick<Job, 'startAt'>, minutes: number, now: Date): string {
  const from = Math.max(Date.parse(startAt), Math.ceil(now.getTime() / 60_000) * 60_000)
  return addMinutes(new Date(from), minutes).toISOString()
}

/** Message to the customer. */
const lateText = (newEta: string, reason: LateReason): string =>
  `“Running late: ${reason.toLowerCase()}. Now about ${timeText(newEta)}. The price stays the same.”`
