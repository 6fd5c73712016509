import { isFinished, isUnanswered } from '#modules/bookings/rules.ts'
import { countOf } from '#shared/texts.ts'
import { useEffect, useState, type SubmitEvent } from 'react'
import { useFetcher } from 'react-router'
import type { getSchedule } from '#modules/calendar/contract.ts'
import { MOST_DAYS_AHEAD, MOST_WEEK_DAYS } from '#modules/calendar/hours/rules.ts'
import {
  addDays,
  daysBetween,
  formatDay,
  formatDayTime,
  isRealDay,
  type HourMask,
  type LocalDay,
  type LocalMoment,
} from '#shared/local-time.ts'
import { type Answer, errorAt, formProblemOf } from '#web/kit/forms/answer.ts'
import { apiFetch, readAnswer } from '#web/kit/session/api-fetch.ts'
import { UnitLink } from '#web/kit/units/unit-link.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, useDialogs } from '#web/ui/dialog.tsx'
import { FieldError, InputField } from '#web/ui/field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import {
  dayOffHours,
  heldText,
  workedHours,
  type ScheduleAnswer,
  type ShownCalendar,
  type UnitWeek,
} from './calendar-data.ts'
import { blocksOf, isDayOff } from './week.ts'

interface VacationDialogProps {
  unitId: string
  today: LocalDay
  /** The initial dates. */
  day: LocalDay
}

/** From one day to another, both included. */
export function VacationDialog({ unitId, today, day }: VacationDialogProps) {
  const fetcher = useFetcher<Answer>()
  const { closeAll } = useDialogs()
  const showToast = useToast()
  const first = day < today ? today : day
  const [from, setFrom] = useState(first)
  const [to, setTo] = useState(first)
  const [sentFor, setSentFor] = useState('')
  const dates = `${from} ${to}`
  // An answer about other days is no longer shown.
  const saved = fetcher.state === 'idle' && sentFor === dates ? fetcher.data : undefined
  const isHeld = saved?.ok === false && saved.code === 'bookings_held'
  useEffect(() => {
    if (!saved?.ok) return
    closeAll()
    showToast({ title: 'Vacation saved', text: 'Customers can’t book these days.' })
  }, [saved, closeAll, showToast])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSentFor(dates)
    void fetcher.submit(
      { intent: 'vacation', unitId, startDay: from, endDay: to },
      { method: 'post', action: '/calendar', encType: 'application/json' },
    )
  }
  return (
    <Dialog title="Vacation">
      <form className="stack" onSubmit={submit} noValidate>
        <InputField
          label="First day"
          type="date"
          min={today}
          max={addDays(today, MOST_DAYS_AHEAD)}
          value={from}
          onChange={(event) => {
            setFrom(event.target.value)
            if (to < event.target.value) setTo(event.target.value)
          }}
          error={isHeld ? null : errorAt(saved, 'start_time')}
        />
        <InputField
          label="Last day"
          type="date"
          min={from}
          max={addDays(today, MOST_DAYS_AHEAD)}
          value={to}
          onChange={(event) => setTo(event.target.value)}
          error={errorAt(saved, 'end_time')}
        />
        <output className="small muted">{spanText(from, to)}</output>
        {isHeld ? (
          <HeldDays unitId={unitId} from={from} to={to} texts={saved.errors?.['start_time'] ?? []} />
        ) : (
          <FieldError error={saved && !saved.ok && !saved.errors ? saved.detail : formProblemOf(saved)} />
        )}
        <Button type="submit" look="primary" size="big" wide busy={fetcher.state !== 'idle'}>
          Save vacation
        </Button>
      </form>
    </Dialog>
  )
}

type JobInTheWay = ScheduleAnswer['bookings'][number]

interface HeldDaysProps {
  unitId: string
  from: LocalDay
  to: LocalDay
  /** The jobs in words, until they are read with their links. */
  texts: readonly string[]
}

/** All jobs that lie in the days; nothing was saved. */
function HeldDays({ unitId, from, to, texts }: HeldDaysProps) {
  const [jobs, setJobs] = useState<ScheduleAnswer['bookings'] | null>(null)
  const days = Math.min(daysBetween(from, to) + 1, MOST_WEEK_DAYS)
  useEffect(() => {
    const read = async () => {
      const path = `/api/company/working-unit/${unitId}/schedule/?from=${from}&days=${days}` as const
      const answer = await apiFetch(path).catch(() => null)
      if (answer?.ok) setJobs((await readAnswer<typeof getSchedule>(answer)).bookings.filter(isToDo))
    }
    void read()
  }, [unitId, from, days])
  return (
    <Banner tone="bad" isAlert title="Nothing is saved: this van has bookings on these days">
      <p>{heldText(jobs ?? [])}</p>
      <ul className="small num mt-2">
        {jobs && jobs.length >= texts.length
          ? jobs.map((job) => (
              <li key={job.id}>
                <UnitLink unitId={unitId} to={`/my-bookings/${tabOf(job)}?job=${job.id}`}>
                  {formatDayTime(new Date(job.startAt))}, {job.from} to {job.to}
                </UnitLink>
                {isUnanswered(job.status) ? ', not answered' : null}
              </li>
            ))
          : texts.map((text) => <li key={text}>{text}</li>)}
      </ul>
    </Banner>
  )
}

const tabOf = ({ status }: Pick<JobInTheWay, 'status'>): string =>
  isUnanswered(status) ? 'new-bookings' : 'confirmed-bookings'

const isToDo = ({ status }: JobInTheWay): boolean => !isFinished(status)

/** "12 days, both ends included". */
export function spanText(from: LocalDay, to: LocalDay): string {
  if (!isRealDay(from) || !isRealDay(to)) return 'Choose a first and a last day.'
  if (to < from) return 'Choose a last day that isn’t before the first.'
  const days = daysBetween(from, to) + 1
  return countOf(days, 'day', 'days, both ends included')
}

interface ShownWeek extends UnitWeek {
  days: readonly LocalDay[]
}

interface DayOffDialogProps {
  unitId: string
  week: ShownWeek
  now: LocalMoment
  day: LocalDay
  onSave: (day: LocalDay, freeHours: HourMask, told: string, of: UnitWeek) => void
}

/** Takes one day off as a whole, or puts it back: of the week on the page, or of any other. */
export function DayOffDialog({ unitId, week, now, day, onSave }: DayOffDialogProps) {
  const { closeAll } = useDialogs()
  const [chosen, setChosen] = useState(day < now.day ? now.day : day)
  const of = useWeekOf(unitId, week, chosen)
  const isOff = of !== null && isDayOff(of, chosen)
  const [block] = of ? blocksOf(of, chosen) : []
  const isOffAnyway = !isOff && block?.isWholeDay === true
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!of) return
    const hours = isOff ? workedHours(of, chosen, now) : dayOffHours(of, chosen, now)
    onSave(chosen, hours, `${formatDay(chosen)} ${isOff ? 'worked' : 'off'}`, of)
    closeAll()
  }
  return (
    <Dialog title="Day off">
      <form className="stack" onSubmit={save}>
        <InputField
          label="Day"
          type="date"
          min={now.day}
          max={addDays(now.day, MOST_DAYS_AHEAD)}
          required
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        />
        <output className="small muted">
          {of === null
            ? 'Loading that day…'
            : isOffAnyway
              ? `You don’t work on this day anyway (${block.label}).`
              : isOff
                ? 'You took this day off. Hours you had taken off before stay off.'
                : 'Customers can’t book this day. Bookings you already have stay.'}
        </output>
        <Button type="submit" look="primary" size="big" wide busy={of === null} disabled={isOffAnyway}>
          {isOff ? 'Work this day' : 'Take the day off'}
        </Button>
      </form>
    </Dialog>
  )
}

/** The week on the page if the day is in it, otherwise the one that it is in; null while that is fetched. */
function useWeekOf(unitId: string, week: ShownWeek, day: LocalDay): UnitWeek | null {
  const fetcher = useFetcher<ShownCalendar>()
  const other = fetcher.data?.days.includes(day) ? fetcher.data.week : null
  const isHere = week.days.includes(day)
  const isAsked = !isHere && !other && isRealDay(day)
  const { load } = fetcher
  useEffect(() => {
    if (isAsked) void load(`/calendar?unit=${unitId}&day=${day}`)
  }, [isAsked, load, unitId, day])
  return isHere ? week : other
}
