import { useId, useState, type SubmitEvent, useEffect } from 'react'
import { useFetcher } from 'react-router'
import type { DayOfWeek } from '#shared/local-time.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip, Switch } from '#web/ui/choice.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useDialogs, Dialog } from '#web/ui/dialog.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { DAYS, dayName, hoursError, overMidnight, timeChoices, withHours, type DayHours } from './hours-form.ts'

interface DialogProps {
  unitId: string
  week: readonly DayHours[]
}

/** One weekday, with the option to copy its hours to others (spec §2, the first of the two dialogs for working hours). */
export function DayHoursDialog({ unitId, week, day }: DialogProps & { day: DayOfWeek }) {
  const first = week.find(({ dayOfWeek }) => dayOfWeek === day)
  const [hours, setHours] = useState<DayHours>(
    first ?? { dayOfWeek: day, isWorked: true, start: '08:00', end: '18:00' },
  )
  const [alsoOn, setAlsoOn] = useState<ReadonlySet<DayOfWeek>>(new Set([day]))
  const { save, isBusy, problem, hasTried } = useSaveHours(unitId, week)
  const name = dayName(day)
  const error = hasTried ? hoursError(hours, week) : null
  const late = overMidnight(week, hours)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    save(withHours(week, hours, alsoOn), hoursError(hours) !== null)
  }
  const toggle = (other: DayOfWeek) => {
    const next = new Set(alsoOn)
    if (!next.delete(other)) next.add(other)
    setAlsoOn(next)
  }
  return (
    <Dialog title={`${name} hours`}>
      <form className="stack" onSubmit={submit}>
        <label className="row row--apart tall-control">
          <b>Work on {name}</b>
          <Switch
            label={`Work on ${name}`}
            checked={hours.isWorked}
            onChange={(event) => setHours({ ...hours, isWorked: event.target.checked })}
          />
        </label>
        {hours.isWorked ? <HoursRow hours={hours} onChange={setHours} error={error} className="hrs--one" /> : null}
        {late ? (
          <Button wide busy={isBusy} onClick={() => save(late.week, false)}>
            {late.text}
          </Button>
        ) : null}
        <fieldset>
          <legend className="label same__legend">Same on</legend>
          <div className="same">
            {DAYS.map((other) => (
              <Chip
                key={other}
                aria-label={dayName(other)}
                checked={alsoOn.has(other)}
                disabled={other === day}
                onChange={() => toggle(other)}
              >
                {dayName(other).slice(0, 3)}
              </Chip>
            ))}
          </div>
        </fieldset>
        <FieldError error={problem} />
        <Button type="submit" look="primary" size="big" wide busy={isBusy}>
          Save hours
        </Button>
      </form>
    </Dialog>
  )
}

/** The whole week at once, if none is set yet (spec §2, the second). */
export function WeekHoursDialog({ unitId, week }: DialogProps) {
  const [hours, setHours] = useState<readonly DayHours[]>(week)
  const { save, isBusy, problem, hasTried } = useSaveHours(unitId, week)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    save(
      hours,
      hours.some((day) => hoursError(day) !== null),
    )
  }
  const change = (changed: DayHours) =>
    setHours(hours.map((day) => (day.dayOfWeek === changed.dayOfWeek ? changed : day)))
  return (
    <Dialog title="Working hours">
      <form className="stack gap-3" onSubmit={submit}>
        {hours.map((day) => (
          <div key={day.dayOfWeek} className="hrs__day cells level g-2 hmin-14">
            <DayLabel day={day.dayOfWeek} />
            {day.isWorked ? (
              <HoursRow hours={day} onChange={change} error={hasTried ? hoursError(day, hours) : null} />
            ) : (
              <span className="muted">Day off</span>
            )}
            <Switch
              id={switchId(day.dayOfWeek)}
              label={`Work on ${dayName(day.dayOfWeek)}`}
              checked={day.isWorked}
              onChange={(event) => change({ ...day, isWorked: event.target.checked })}
            />
            <LateShift week={hours} shift={day} onTake={setHours} />
          </div>
        ))}
        <FieldError error={problem} />
        <Button type="submit" look="primary" size="big" wide busy={isBusy}>
          Save hours
        </Button>
      </form>
    </Dialog>
  )
}

/** A shift over midnight, offered in one tap as the hours of both days. */
function LateShift({ week, shift, onTake }: LateShiftProps) {
  const late = overMidnight(week, shift)
  return late ? (
    <Button size="small" className="hrs__late" onClick={() => onTake(late.week)}>
      {late.text}
    </Button>
  ) : null
}

interface LateShiftProps {
  week: readonly DayHours[]
  shift: DayHours
  onTake: (week: readonly DayHours[]) => void
}

const switchId = (day: DayOfWeek) => `work-on-${day}`

/** The label also turns the day on and off; the switch itself is named in full. */
const DayLabel = ({ day }: { day: DayOfWeek }) => (
  <label htmlFor={switchId(day)}>
    <b>{dayName(day).slice(0, 3)}</b>
  </label>
)

interface HoursRowProps {
  hours: DayHours
  onChange: (hours: DayHours) => void
  error: string | null
  className?: string
}

function HoursRow({ hours, onChange, error, className }: HoursRowProps) {
  const errorId = useId()
  const name = dayName(hours.dayOfWeek)
  return (
    <div className={className}>
      <div className={classNames('hrs cells level g-2 tall-control', error && 'is-bad')}>
        <select
          className="input num"
          aria-label={`${name} from`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          value={hours.start}
          onChange={(event) => onChange({ ...hours, start: event.target.value })}
        >
          {timeChoices('start', hours.start).map((time) => (
            <option key={time}>{time}</option>
          ))}
        </select>
        <span>to</span>
        <select
          className="input num"
          aria-label={`${name} to`}
          value={hours.end}
          onChange={(event) => onChange({ ...hours, end: event.target.value })}
        >
          {timeChoices('end', hours.end).map((time) => (
            <option key={time}>{time}</option>
          ))}
        </select>
      </div>
      <FieldError id={errorId} error={error} />
    </div>
  )
}

/** Sends a week to the working hours page and closes the dialog once it is saved. */
function useSaveHours(unitId: string, seen: readonly DayHours[]) {
  const fetcher = useFetcher<Answer>()
  const { closeAll } = useDialogs()
  const showToast = useToast()
  const [hasTried, setTried] = useState(false)
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined
  useEffect(() => {
    if (!answer?.ok) return
    closeAll()
    showToast({ title: 'Working hours saved' })
  }, [answer, closeAll, showToast])
  return {
    hasTried,
    isBusy: fetcher.state !== 'idle',
    problem: answer && !answer.ok ? answer.detail : null,
    save: (week: readonly DayHours[], hasErrors: boolean) => {
      setTried(true)
      if (hasErrors) return
      const hours = week.map((day) => ({ ...day }))
      void fetcher.submit(
        { intent: 'hours', unitId, seen: seen.map((day) => ({ ...day })), hours },
        { method: 'post', action: '/working-unit/working-hours', encType: 'application/json' },
      )
    },
  }
}
