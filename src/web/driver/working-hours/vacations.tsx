import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { daysBetween, formatDateUk, formatDayLong, type LocalDay } from '#shared/local-time.ts'
import type { SavedVacation } from '#web/driver/calendar/calendar-data.ts'
import { VacationDialog } from '#web/driver/calendar/time-off-dialogs.tsx'
import type { Answer } from '#web/kit/forms/answer.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog, useDialogs } from '#web/ui/dialog.tsx'
import { useToast } from '#web/ui/toast.tsx'

interface VacationsProps {
  unitId: string
  vacations: readonly SavedVacation[]
  today: LocalDay
}

export function Vacations({ unitId, vacations, today }: VacationsProps) {
  const { open } = useDialogs()
  const { remove, isBusy } = useRemoval(unitId, today)
  const add = () => open(<VacationDialog unitId={unitId} today={today} day={today} />)
  const ask = (vacation: SavedVacation) => open(<RemoveDialog vacation={vacation} onRemove={() => remove(vacation)} />)
  return (
    <section className="card">
      <div className="card__head">
        <h2 className="h3">Vacations</h2>
        <Button size="small" icon={Plus} onClick={add}>
          Vacation
        </Button>
      </div>
      {vacations.length === 0 ? <p className="muted">No upcoming vacations.</p> : null}
      <ul className="divide list">
        {vacations.map((vacation) => (
          <li key={vacation.id} className="py-1 cells cols-end level g-3 t-sm">
            <span>
              <b className="figures-even">{datesOf(vacation)}</b>
              <span className="muted block-box">{lengthOf(vacation)}</span>
            </span>
            <IconButton
              icon={Trash2}
              label={`Delete vacation ${datesOf(vacation)}`}
              disabled={isBusy}
              onClick={() => ask(vacation)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

const datesOf = ({ startDay, endDay }: SavedVacation) =>
  startDay === endDay ? formatDateUk(startDay) : `${formatDateUk(startDay)} to ${formatDateUk(endDay)}`

const lengthOf = ({ startDay, endDay }: SavedVacation) =>
  startDay === endDay
    ? `${formatDayLong(startDay).split(' ')[0]}, 1 day`
    : `${daysBetween(startDay, endDay) + 1} days, both ends included`

function RemoveDialog({ vacation, onRemove }: { vacation: SavedVacation; onRemove: () => void }) {
  const { closeAll } = useDialogs()
  const remove = () => {
    closeAll()
    onRemove()
  }
  return (
    <Dialog title="Delete this vacation?">
      <p className="muted num">{datesOf(vacation)}: customers can book these days again, in your working hours.</p>
      <div className="dialog__acts">
        <Button look="danger" size="big" onClick={remove}>
          Delete vacation
        </Button>
        <Button size="big" onClick={closeAll}>
          Keep it
        </Button>
      </div>
    </Dialog>
  )
}

/** Long enough to notice a slip and reach the button. */
const UNDO_MS = 10_000

/** Deletes a vacation, and offers to put it back. What is left of it from today on is what comes back. */
function useRemoval(unitId: string, today: LocalDay) {
  const removal = useFetcher<Answer>()
  const undoing = useFetcher<Answer>()
  const showToast = useToast()
  const last = useRef<SavedVacation | null>(null)
  const isPuttingBack = useRef(false)
  const putBack = ({ startDay, endDay }: SavedVacation) => {
    isPuttingBack.current = true
    void undoing.submit(
      { intent: 'vacation', unitId, startDay: startDay < today ? today : startDay, endDay },
      { method: 'post', action: '/calendar', encType: 'application/json' },
    )
  }
  const removed = removal.state === 'idle' ? removal.data : undefined
  useEffect(() => {
    const vacation = last.current
    if (!removed || !vacation) return
    last.current = null
    showToast(
      removed.ok
        ? {
            title: 'Vacation deleted',
            text: datesOf(vacation),
            lifeMs: UNDO_MS,
            action: { label: 'Undo', onPress: () => putBack(vacation) },
          }
        : { title: 'Not deleted', text: removed.detail, tone: 'bad' },
    )
    // Once for each answer, whose vacation is kept in the ref.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [removed])
  const undone = undoing.state === 'idle' ? undoing.data : undefined
  useEffect(() => {
    if (!undone || !isPuttingBack.current) return
    isPuttingBack.current = false
    showToast(
      undone.ok ? { title: 'The vacation is back' } : { title: 'Not put back', text: undone.detail, tone: 'bad' },
    )
  }, [undone, showToast])
  return {
    isBusy: removal.state !== 'idle' || undoing.state !== 'idle',
    remove: (vacation: SavedVacation) => {
      last.current = vacation
      void removal.submit(
        { intent: 'remove-vacation', unitId, vacationId: vacation.id },
        { method: 'post', action: '/working-unit/working-hours', encType: 'application/json' },
      )
    },
  }
}
