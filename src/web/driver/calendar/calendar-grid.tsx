import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import { UnitLink } from '#web/kit/units/unit-link.tsx'
import { formatDay, formatTime, type LocalDay, type LocalMoment } from '#shared/local-time.ts'
import { classNames } from '#web/ui/class-names.ts'
import type { JobInWeek } from './calendar-data.ts'
import { CalendarLayer } from './calendar-layer.tsx'
import { extendTo, isSelected, moveBy, selectHour, type Cell, type Selection } from './selection.ts'
import {
  clockChangeNote,
  hourStates,
  isEditable,
  isUncovered,
  piecesOn,
  unbookedFrom,
  type CalendarWeek,
  type HourState,
} from './week.ts'

interface CalendarGridProps {
  week: CalendarWeek<JobInWeek>
  title: string
  now: LocalMoment
  /** The one day shown on a phone. */
  shownDay: LocalDay
  /** The link to a day, for the strip of days on a phone. */
  linkTo: (day: LocalDay) => string
  selection: Selection | null
  /** Absent where the calendar is only read. */
  onSelect?: (selection: Selection | null) => void
  /** Enter on selected hours does what the button below does. */
  onAct?: () => void
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/**
 * A week as a grid of hours. By mouse: drag. By touch: tap the first and last hour. By keyboard: arrows move, Space selects, Shift
 * extends, Enter applies, Escape clears. Screen readers get the table; blocks and bookings lie above it.
 */
export function CalendarGrid(props: CalendarGridProps) {
  const { week, title, now, shownDay, linkTo, selection } = props
  const isReadOnly = props.onSelect === undefined
  const states = week.days.map((day) => hourStates(week, day, now))
  const body = useRef<HTMLTableSectionElement>(null)
  const { focus, handlers } = useGrid(props, states, body)
  const box = useRef<HTMLDivElement>(null)
  const firstHour = firstHourOf(week)
  // Opens an hour before the working day, not at midnight. A whole hour, so that the head never covers half of one that can be pressed.
  useEffect(() => {
    const row = body.current?.rows[firstHour]
    if (box.current && row) box.current.scrollTop = row.offsetHeight * (firstHour - 1)
  }, [firstHour])
  return (
    <div className="cal holds edge-1 r-card bg-surface scrolls" ref={box}>
      <table
        className="cal__grid w-full"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-label={title}
        aria-multiselectable={isReadOnly ? undefined : 'true'}
        aria-readonly={isReadOnly ? 'true' : undefined}
        aria-describedby="cal-keys"
      >
        <thead>
          <tr className="cal__head">
            <td className="bg-surface rule-foot" aria-hidden="true" />
            {week.days.map((day) => (
              <DayHead key={day} day={day} week={week} today={now.day} isShown={day === shownDay} to={linkTo(day)} />
            ))}
          </tr>
        </thead>
        <tbody ref={body} {...handlers}>
          {hours.map((hour) => (
            <tr key={hour}>
              <th className="muted figures-even right t-xs lh-1" scope="row">
                <span>{formatTime(hour * 60)}</span>
              </th>
              {week.days.map((day, column) => (
                <td
                  key={day}
                  className={classNames(day === shownDay && 'is-shown')}
                  data-column={column}
                  data-hour={hour}
                  tabIndex={focus.column === column && focus.hour === hour ? 0 : -1}
                  aria-selected={isReadOnly ? undefined : isSelected(selection, day, hour)}
                  aria-disabled={isReadOnly || isEditable(states[column]?.[hour]) ? undefined : true}
                  aria-label={`${formatDay(day)}, ${formatTime(hour * 60)} to ${formatTime(hour * 60 + 60)}, ${hourStateText(states[column]?.[hour], week, day, hour)}`}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <CalendarLayer week={week} now={now} shownDay={shownDay} selection={selection} />
      <p id="cal-keys" className="vh">
        {isReadOnly
          ? 'Arrow keys move.'
          : 'Arrow keys move, Space chooses an hour, Shift and an arrow key choose more, Enter changes them, Escape clears the choice.'}
      </p>
    </div>
  )
}

/** The earliest hour worked in this week. */
function firstHourOf({ businessDays }: CalendarWeek): number {
  const starts = businessDays.filter(({ dayOff }) => !dayOff).map(({ startMinute }) => startMinute)
  return starts.length === 0 ? 8 : Math.floor(Math.min(...starts) / 60)
}

interface DayHeadProps {
  day: LocalDay
  week: CalendarWeek
  today: LocalDay
  isShown: boolean
  to: string
}

function DayHead({ day, week, today, isShown, to }: DayHeadProps) {
  const [weekday, date] = formatDay(day).split(' ')
  const note = clockChangeNote(day)
  const jobs = piecesOn(week.bookings, day).length
  const heading = (
    <>
      <span>{weekday}</span>
      <strong className="cells mid-both r-plate t-lg figures-even">{date}</strong>
    </>
  )
  return (
    <th
      scope="col"
      className={classNames('bg-surface rule-foot', 'cal__day', day === today && 'is-today', isShown && 'is-shown')}
    >
      <span className="cal__wide" title={note ?? undefined}>
        {heading}
        {day === today ? <span className="vh">, today</span> : null}
        {note ? <small>{note}</small> : null}
      </span>
      <UnitLink className="cal__narrow" to={to} replace preventScrollReset aria-current={isShown ? 'date' : undefined}>
        {heading}
        <span className="cal__dots" aria-hidden="true">
          {Array.from({ length: Math.min(jobs, MOST_DOTS) }, (_, dot) => (
            <i key={dot} />
          ))}
        </span>
        {day === today ? <span className="vh">, today</span> : null}
        {jobs > 0 ? <span className="vh">{jobs === 1 ? ', 1 booking' : `, ${jobs} bookings`}</span> : null}
      </UnitLink>
    </th>
  )
}

/** More than three are no longer counted at a glance. */
const MOST_DOTS = 3

const stateTexts: Record<HourState, string> = {
  free: 'available',
  unavailable: 'unavailable',
  hours: 'off',
  day_off: 'day off',
  vacation: 'vacation',
  past: 'past',
  skipped: 'skipped: the clocks go forward',
}

function hourStateText(state: HourState | undefined, week: CalendarWeek, day: LocalDay, hour: number): string {
  const booked = piecesOn(week.bookings, day).find(
    ({ fromMinute, toMinute }) => fromMinute < hour * 60 + 60 && hour * 60 < toMinute,
  )
  if (booked) return `booked: ${booked.booking.where}`
  return state === 'free' && isUncovered(week, day) ? 'not offered, a document expires' : stateTexts[state ?? 'hours']
}

function useGrid(
  { week, shownDay, now, selection, onSelect = () => undefined, onAct = () => undefined }: CalendarGridProps,
  states: HourState[][],
  body: RefObject<HTMLTableSectionElement | null>,
) {
  const pressed = useRef<'mouse' | 'touch' | null>(null)
  const [focus, setFocus] = useState<Cell>(() => ({
    column: Math.max(0, week.days.indexOf(shownDay)),
    hour: unbookedFrom(week.bookings, shownDay, week.days.includes(now.day) ? Math.floor(now.minute / 60) : 8),
  }))
  const select = ({ column, hour }: Cell) => onSelect(selectHour(week.days[column] ?? '', hour, states[column] ?? []))
  const extend = (hour: number) => {
    const column = selection ? week.days.indexOf(selection.day) : -1
    if (selection && column >= 0) onSelect(extendTo(selection, hour, states[column] ?? []))
  }
  const moveFocus = (cell: Cell) => {
    setFocus(cell)
    body.current?.querySelector<HTMLElement>(`[data-column="${cell.column}"][data-hour="${cell.hour}"]`)?.focus()
  }
  const tap = (cell: Cell) => {
    if (!selection || selection.day !== week.days[cell.column]) return select(cell)
    if (selection.from === cell.hour && selection.to === cell.hour + 1) onSelect(null)
    else if (isSelected(selection, selection.day, cell.hour)) select(cell)
    else extend(cell.hour)
  }
  const toggle = (cell: Cell) => {
    if (isSelected(selection, week.days[cell.column] ?? '', cell.hour)) onSelect(null)
    else select(cell)
  }
  const handlers = {
    onPointerDown(event: PointerEvent) {
      const cell = cellOf(event.target)
      if (!cell || event.button !== 0) return
      pressed.current = event.pointerType === 'touch' ? 'touch' : 'mouse'
      setFocus(cell)
      if (pressed.current === 'touch') return
      if (event.shiftKey && selection?.day === week.days[cell.column]) extend(cell.hour)
      else select(cell)
      body.current?.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent) {
      if (pressed.current === 'mouse' && event.buttons === 1) extend(hourAt(body.current, event.clientY))
    },
    onPointerUp(event: PointerEvent) {
      const cell = cellOf(event.target)
      // A scrolling finger ends in pointercancel, so this was a tap.
      if (pressed.current === 'touch' && cell) tap(cell)
      pressed.current = null
    },
    onPointerCancel() {
      pressed.current = null
    },
    onKeyDown(event: KeyboardEvent) {
      const cell = cellOf(event.target)
      if (!cell || event.ctrlKey || event.metaKey || event.altKey) return
      const moved = moveBy(event.key, cell)
      if (moved && event.shiftKey) {
        if (selection?.day !== week.days[cell.column]) select(cell)
        else extend(moved.hour)
        moveFocus({ column: cell.column, hour: moved.hour })
      } else if (moved) moveFocus(moved)
      else if (event.key === ' ') toggle(cell)
      else if (event.key === 'Enter' && selection) onAct()
      else if (event.key === 'Enter') select(cell)
      else if (event.key === 'Escape') onSelect(null)
      else return
      event.preventDefault()
    },
  }
  return { focus, handlers }
}

function cellOf(target: EventTarget): Cell | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-hour]') : null
  return cell ? { column: Number(cell.dataset.column), hour: Number(cell.dataset.hour) } : null
}

function hourAt(body: HTMLElement | null, y: number): number {
  if (!body) return 0
  const { top, height } = body.getBoundingClientRect()
  return Math.min(23, Math.max(0, Math.floor(((y - top) / height) * 24)))
}
