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

/** The choices for a time: it rounded up to half hours and, if that is a whole hour, also half an hour more (spec §5). */
export function selectableDurations(minutes: Minutes): Minutes[] {
  const offered = roundUpToHalfHour(minutes)
  return offered % 60 === 0 ? [offered, offered + 30] : [offered]
}

/** Every half hour between two durations, both included, for a list of choices. */
export function halfHoursBetween(from: Minutes, to: Minutes): Minutes[] {
  const offered: Minutes[] = []
  for (let minutes = roundUpToHalfHour(from); minutes <= to; minutes += 30) offered.push(minutes)
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
