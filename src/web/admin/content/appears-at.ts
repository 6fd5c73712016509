import {
  clockChangeAt,
  parseDateUk,
  parseTime,
  repeatedTimeText,
  skippedTimeText,
  toInstant,
} from '#shared/local-time.ts'

/** When a page is to appear, as it was typed: the time is London's. */
export interface AppearsAt {
  /** An instant; null where nothing was typed, or something that is none. */
  at: string | null
  errors: { day?: string; time?: string }
  /** What a clock change makes of it. */
  notice: string | null
}

const nothing: AppearsAt = { at: null, errors: {}, notice: null }

export function appearsAt(typedDay: string, typedTime: string, now: Date): AppearsAt {
  const [dayText, timeText] = [typedDay.trim(), typedTime.trim()]
  if (!dayText && !timeText) return nothing
  const day = parseDateUk(dayText)
  const minute = parseTime(timeText.padStart(5, '0'))
  const errors = {
    ...(day === undefined ? { day: 'Enter a day as DD/MM/YYYY.' } : {}),
    ...(minute === undefined || minute === 1440 ? { time: 'Enter a time such as 07:00.' } : {}),
  }
  if (day === undefined || minute === undefined || minute === 1440) return { ...nothing, errors }
  const change = clockChangeAt(day, minute)
  if (change === 'skipped') return { ...nothing, errors: { time: skippedTimeText(day, minute) } }
  const instant = toInstant(day, minute)
  if (instant <= now)
    return { ...nothing, errors: { day: 'That moment has passed. Choose a later one, or publish now.' } }
  return { at: instant.toISOString(), errors: {}, notice: change ? repeatedTimeText(day, minute) : null }
}
