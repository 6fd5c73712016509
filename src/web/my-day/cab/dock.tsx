import { Banknote, Pause, Play, Truck } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { formatPence } from '#shared/money.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckBox } from '#web/ui/choice.tsx'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import type { Act } from '../acts.ts'
import type { Job } from '../day-state.ts'
import { FinishDialog, PauseDialog } from './cab-dialogs.tsx'
import { nextStop } from './stops-view.ts'

interface DockProps {
  job: Job
  now: Date
  act: (act: Act) => void
}

/** The next step under the thumb. */
export function Dock({ job, now, act }: DockProps) {
  const { state } = job.day.clock
  const can = new Set(job.day.allowedActions)
  if (state === 'finished') return <TakeCash job={job} act={act} />
  if (state === 'ahead' && can.has('set_off')) return <SetOff job={job} act={act} />
  if ((state === 'ahead' || state === 'on_the_way') && can.has('start'))
    return (
      <DockBar>
        {state === 'on_the_way' ? <ArriveButton job={job} act={act} /> : null}
        <StartButton act={act} isNext />
      </DockBar>
    )
  if (state === 'running') return <Working job={job} now={now} act={act} />
  if (state === 'paused' && can.has('resume'))
    return (
      <DockBar>
        <Button look="primary" icon={Play} onClick={() => act({ does: 'resume' })}>
          {job.day.clock.pauseReason === 'keys_not_released' ? 'Keys are here' : 'Carry on'}
        </Button>
      </DockBar>
    )
  return null
}

const DockBar = ({ children }: { children: ReactNode }) => (
  <section className="dock" aria-label="Next step">
    {children}
  </section>
)

const StartButton = ({ act, isNext }: Pick<DockProps, 'act'> & { isNext?: boolean }) => (
  <Button look={isNext ? 'primary' : 'plain'} icon={Play} onClick={() => act({ does: 'start' })}>
    Start clock
  </Button>
)

/** Whether the customer may see where the van is, is asked each time, and not agreed to beforehand. */
function SetOff({ job, act }: Pick<DockProps, 'job' | 'act'>) {
  const [isShared, setShared] = useState(false)
  const canStart = job.day.allowedActions.includes('start')
  return (
    <DockBar>
      <div className="dock__note">
        <CheckBox checked={isShared} onChange={({ target }) => setShared(target.checked)}>
          Let {job.customer?.firstName ?? 'the customer'} see where I am until I arrive
        </CheckBox>
      </div>
      {canStart ? <StartButton act={act} /> : null}
      <Button look="primary" icon={Truck} onClick={() => act({ does: 'set-off', sharesPosition: isShared })}>
        Set off
      </Button>
    </DockBar>
  )
}

/** All of it was paid; anything else is said on its card. */
function TakeCash({ job: { day }, act }: Pick<DockProps, 'job' | 'act'>) {
  const { cash, cashToTakePence: due, mayRecordCash } = day
  if (!mayRecordCash || cash || due === null) return null
  return (
    <DockBar>
      <Button
        look="primary"
        icon={Banknote}
        onClick={() => act({ does: 'cash', duePence: due, takenPence: due, reason: '' })}
      >
        I have {formatPence(due)}
      </Button>
    </DockBar>
  )
}

/** Says that the next stop is reached; nothing at the end. */
function ArriveButton({ job, act, isNext }: Pick<DockProps, 'job' | 'act'> & { isNext?: boolean }) {
  const stop = nextStop(job)
  if (!stop) return null
  const arrive = () => act({ does: 'at-stop', stop: stop.number, name: stop.street })
  return (
    <Button look={isNext ? 'primary' : 'plain'} onClick={arrive}>
      Arrived at {stop.pin}
      <span className="vh">, {stop.street}</span>
    </Button>
  )
}

function Working({ job, now, act }: DockProps) {
  const { open } = useDialogs()
  const pause = () => open(<PauseDialog job={job} act={act} now={now} />)
  const finish = () => open(<FinishDialog job={job} act={act} now={now} />)
  const can = new Set(job.day.allowedActions)
  const hasNext = nextStop(job) !== undefined
  return (
    <DockBar>
      {hasNext && can.has('finish') ? (
        <div className="dock__note">
          <button type="button" className="link-btn" aria-haspopup="dialog" onClick={finish}>
            Finish now
          </button>
        </div>
      ) : null}
      {can.has('pause') ? (
        <Button icon={Pause} aria-haspopup="dialog" onClick={pause}>
          Pause
        </Button>
      ) : null}
      {hasNext ? <ArriveButton job={job} act={act} isNext /> : null}
      {!hasNext && can.has('finish') ? (
        <Button look="primary" aria-haspopup="dialog" onClick={finish}>
          Finish
        </Button>
      ) : null}
    </DockBar>
  )
}
