/** Whole minutes. On the wire a duration is "hh:mm:ss". */
export type Minutes = number

/**
 * The minutes of an "hh:mm:ss" string, parsed as leniently as spec §5 asks: a part that is not a whole number counts as 0, and
 * minutes or seconds above 59 are carried. A started minute counts as a whole one.
 */
export function minutesOfTimeString(text: string): Minutes {
  return Math.ceil(secondsOf(text) / 60)
}

/** 390 is "06:30:00". */
export function timeString(minutes: Minutes): string {
  return stringOf(minutes * 60)
}

/** Adds "hh:mm:ss" strings with carry; anything that is not a number counts as 0 (spec §5). */
export function addTimeStrings(...texts: string[]): string {
  return stringOf(texts.reduce((total, text) => total + secondsOf(text), 0))
}

/** Up to the next half hour: above 0 up to 30 minutes is the half hour, above 30 the full hour (spec §5, §9). */
export function roundUpToHalfHour(minutes: Minutes): Minutes {
  return minutes <= 0 ? 0 : Math.ceil(minutes / 30) * 30
}

/** "6 h 30 min", "2 h", "45 min", "0 min". */
export function formatDuration(minutes: Minutes): string {
  const hours = Math.trunc(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/**
 * The choices for a time, from `least` rounded up to half hours: each hour offers itself and, if it is a whole hour, also half an hour
 * more (spec §5). Nothing above `most` is offered; without it, the hour of `least` alone.
 */
export function selectableDurations(least: Minutes, most?: Minutes): Minutes[] {
  const first = roundUpToHalfHour(least)
  const last = most ?? Math.floor(first / 60) * 60 + 30
  const offered: Minutes[] = []
  for (let minutes = first; minutes <= last; minutes += 30) offered.push(minutes)
  return offered
}

function secondsOf(text: string): number {
  const [hours, minutes, seconds] = text.split(':')
  return wholeNumber(hours) * 3600 + wholeNumber(minutes) * 60 + wholeNumber(seconds)
}

// Nine digits are enough for any duration and keep every sum exact.
function wholeNumber(text: string | undefined): number {
  return text !== undefined && /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : 0
}

function stringOf(totalSeconds: number): string {
  const seconds = Math.max(0, Math.trunc(totalSeconds))
  return [Math.trunc(seconds / 3600), Math.trunc(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}
