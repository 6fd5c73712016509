import { Banknote, Check, MapPin, Pause, Play, Undo2 } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { countOf } from '#shared/texts.ts'
import { formatPence } from '#shared/money.ts'
import { timeText } from '#web/kit/day/clock-view.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CheckBox } from '#web/ui/choice.tsx'
import { useDialogs } from '#web/ui/dialog.tsx'
import { deviceNow } from '#web/kit/page/root-data.ts'
import { useToast } from '#web/ui/toast.tsx'
import { opensText } from '../day-texts.ts'
import { UNDO_MS, undoLeftMs, type DayAction, type Job } from '../day-state.ts'
import type { Unsent } from '../phone-store.ts'
import type { Outbox } from '../use-outbox.ts'
import { ArriveDialog, FinishDialog, PauseDialog, StartDialog } from './job-dialogs.tsx'
import { plainActsOf } from './plain-question.tsx'
import { Slide } from './slide.tsx'
import { nextStop } from './stops-view.ts'

interface DockProps {
  job: Job
  now: Date
  act: (act: DayAction) => void
}

/** The next step under the thumb; once it is done, a way back for ten seconds in its place. */
export function Dock({ job, now, act, outbox }: DockProps & { outbox: Outbox }) {
  const held = useUndoable(job.id, outbox.unsent)
  const { state } = job.day.clock
  const guard = useGuard(`${state} ${nextStop(job)?.number} ${held === undefined}`)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- It only stops second taps.
    <div className="dock-place" onClickCapture={guard}>
      <div className="with-script">
        {held ? <UndoBar {...held} undo={outbox.undo} /> : <NextStep job={job} now={now} act={act} />}
      </div>
      <PlainActs job={job} />
    </div>
  )
}

function NextStep({ job, now, act }: DockProps) {
  const { state, pauseReason } = job.day.clock
  const can = new Set(job.day.allowedActions)
  if (state === 'finished') return <TakeCash job={job} act={act} />
  if (state === 'ahead' && can.has('set_off')) return <SetOff job={job} act={act} />
  if ((state === 'ahead' || state === 'on_the_way') && can.has('start'))
    return (
      <DockBar>
        {state === 'on_the_way' ? <ArriveButton job={job} act={act} /> : null}
        <Slide label="Slide to start" question="Start the clock?" onDone={() => act({ does: 'start' })} />
      </DockBar>
    )
  if (state === 'running') return <Working job={job} now={now} act={act} />
  if (state === 'paused' && can.has('resume')) {
    const isForKeys = pauseReason === 'keys_not_released'
    return (
      <DockBar>
        <Slide
          label={isForKeys ? 'Keys here, resume' : 'Slide to resume'}
          question={isForKeys ? 'Are the keys here?' : 'Resume the clock?'}
          onDone={() => act({ does: 'resume' })}
        />
      </DockBar>
    )
  }
  const opens = opensText(job, now)
  return opens ? (
    <DockBar>
      <p className="small muted">{opens}</p>
    </DockBar>
  ) : null
}

const DockBar = ({ children }: { children: ReactNode }) => (
  <section className="dock sticks cells flow-col g-3 bg-surface line-top cols-side dock--slide" aria-label="Next step">
    {children}
  </section>
)

/** Milliseconds in which a second tap on what has changed does nothing. */
const STEADY_MS = 1500

/**
 * Ignores taps on a control that has just changed under the finger. “Undo” is exempt, because it appears after a slide.
 */
function useGuard(shown: string) {
  const changedAt = useRef(-Infinity)
  const before = useRef(shown)
  useLayoutEffect(() => {
    if (before.current !== shown) changedAt.current = deviceNow()
    before.current = shown
  }, [shown])
  return (event: MouseEvent<HTMLElement>) => {
    const isUndo = event.target instanceof Element && event.target.closest('.undo') !== null
    if (isUndo || Math.abs(deviceNow() - changedAt.current) >= STEADY_MS) return
    event.preventDefault()
    event.stopPropagation()
  }
}

/** The last thing that was done on this job and the milliseconds in which it can still be undone. */
function useUndoable(bookingId: string, unsent: readonly Unsent[]): { unsent: Unsent; leftMs: number } | undefined {
  const last = unsent.findLast((one) => one.bookingId === bookingId && one.sendAfter !== undefined && !one.refused)
  const sendAfter = last?.sendAfter
  const [left, setLeft] = useState<{ of: number | undefined; ms: number }>()
  useEffect(() => {
    if (sendAfter === undefined) return undefined
    const look = () => setLeft({ of: sendAfter, ms: undoLeftMs({ sendAfter }, deviceNow()) })
    look()
    const timer = setInterval(look, 1000)
    const end = setTimeout(look, undoLeftMs({ sendAfter }, deviceNow()) + 5)
    return () => {
      clearInterval(timer)
      clearTimeout(end)
    }
  }, [sendAfter])
  const leftMs = left && left.of === sendAfter ? left.ms : UNDO_MS
  return last && leftMs > 0 ? { unsent: last, leftMs } : undefined
}

interface UndoBarProps {
  unsent: Unsent
  leftMs: number
  undo: Outbox['undo']
}

function UndoBar({ unsent, leftMs, undo }: UndoBarProps) {
  const showToast = useToast()
  const back = async () => {
    if (!(await undo(unsent.key))) showToast({ title: unsent.words, text: 'This has been sent already.', tone: 'bad' })
  }
  const seconds = Math.ceil(leftMs / 1000)
  return (
    <DockBar>
      <div className="undo holds cells cols-side level g-3 w-full r-card lh-125">
        <Button icon={Undo2} onClick={() => void back()}>
          Undo
        </Button>
        <span>
          <output className="block-box bold">
            {unsent.words} {timeText(unsent.happenedAt)}
          </output>
          <small className="block-box t-sm figures-even" aria-hidden="true">
            Sent in {countOf(seconds, 'second')}
          </small>
        </span>
      </div>
    </DockBar>
  )
}

/** Whether the customer may see where the van is, is asked each time, and not agreed to beforehand. */
function SetOff({ job, act }: Pick<DockProps, 'job' | 'act'>) {
  const { open } = useDialogs()
  const [isShared, setShared] = useState(false)
  const canStart = job.day.allowedActions.includes('start')
  const start = () => open(<StartDialog job={job} act={act} />)
  return (
    <DockBar>
      <div className="dock__note across t-sm lh-13 muted">
        <CheckBox checked={isShared} onChange={({ target }) => setShared(target.checked)}>
          Let {job.customer?.firstName ?? 'the customer'} see where I am until I arrive
        </CheckBox>
      </div>
      {canStart ? (
        <Button className="dock__side items-mid pack-mid" icon={Play} aria-haspopup="dialog" onClick={start}>
          Start
        </Button>
      ) : null}
      <Slide
        label="Slide to set off"
        question={`Set off for ${job.routePoints[0]?.place ?? 'the pick-up'}?`}
        onDone={() => act({ does: 'set-off', sharesPosition: isShared })}
      />
    </DockBar>
  )
}

/** Records the full payment; a smaller one is entered on the cash card. */
function TakeCash({ job: { day }, act }: Pick<DockProps, 'job' | 'act'>) {
  const { cash, cashToTakePence: due, mayRecordCash } = day
  if (!mayRecordCash || cash || due === null) return null
  return (
    <section className="dock sticks cells flow-col g-3 bg-surface line-top cols-side" aria-label="Next step">
      <Button
        look="primary"
        icon={Banknote}
        onClick={() => act({ does: 'cash', duePence: due, takenPence: due, reason: '' })}
      >
        I’ve got {formatPence(due)}
      </Button>
    </section>
  )
}

/** Says that the pick-up is reached, before the clock runs. */
function ArriveButton({ job, act }: Pick<DockProps, 'job' | 'act'>) {
  const { open } = useDialogs()
  const stop = nextStop(job)
  if (!stop) return null
  const arrive = () => open(<ArriveDialog stop={stop} act={act} />)
  return (
    <Button className="dock__side items-mid pack-mid" icon={MapPin} aria-haspopup="dialog" onClick={arrive}>
      At {stop.pin}
      <span className="vh">, {stop.street}</span>
    </Button>
  )
}

function Working({ job, now, act }: DockProps) {
  const { open } = useDialogs()
  const pause = () => open(<PauseDialog job={job} act={act} now={now} />)
  const finish = () => open(<FinishDialog job={job} act={act} now={now} />)
  const can = new Set(job.day.allowedActions)
  const stop = nextStop(job)
  return (
    <DockBar>
      {stop && can.has('finish') ? (
        <div className="dock__note across t-sm lh-13 muted">
          <button type="button" className="link-btn" aria-haspopup="dialog" onClick={finish}>
            Finish now
          </button>
        </div>
      ) : null}
      {can.has('pause') ? (
        <Button className="dock__side items-mid pack-mid" icon={Pause} aria-haspopup="dialog" onClick={pause}>
          Pause
        </Button>
      ) : null}
      {stop ? (
        <Slide
          label={`Slide when at ${stop.pin}`}
          question={`Arrived at ${stop.pin}, ${stop.street}?`}
          onDone={() => act({ does: 'at-stop', stop: stop.number, name: stop.street })}
        />
      ) : null}
      {!stop && can.has('finish') ? (
        <Button look="primary" icon={Check} aria-haspopup="dialog" onClick={finish}>
          Finish
        </Button>
      ) : null}
    </DockBar>
  )
}

/** Links to pages that ask the question, if there is no script. */
function PlainActs({ job }: { job: Job }) {
  const { pathname, search } = useLocation()
  const acts = plainActsOf(job)
  if (acts.length === 0) return null
  const addressOf = (does: string) => {
    const query = new URLSearchParams(search)
    query.set('ask', does)
    return `${pathname}?${query}`
  }
  return (
    <nav className="dock sticks cells flow-col g-3 bg-surface line-top cols-side without-script" aria-label="Next step">
      {acts.map(({ does, label }) => (
        <ButtonLink key={does} to={addressOf(does)}>
          {label}
        </ButtonLink>
      ))}
    </nav>
  )
}
