/** iCalendar (RFC 5545). Pure. */
import { addDays, type LocalDay } from './local-time.ts'

export interface FeedEvent {
  uid: string
  summary: string
  description?: string
  url?: string
  /** Whole days, last one included, or a period of time. */
  when: { startDay: LocalDay; endDay: LocalDay } | { start: Date; end: Date }
  isTentative?: boolean
  /** It will not happen: a calendar that has it strikes it out. */
  isCancelled?: boolean
  /** Grows with every change, so that a calendar takes the later of two files. */
  sequence?: number
  location?: string
  /** Minutes before the start at which a calendar reminds. */
  remindMinutes?: readonly number[]
}

export interface Feed {
  name: string
  events: readonly FeedEvent[]
  /** When the feed was generated. */
  now: Date
  /** Mailed by somebody to somebody: calendar programs enter, move and withdraw it by themselves (RFC 5546). */
  mailed?: { from: string; to: readonly string[] }
}

export function icalendar({ name, events, now, mailed }: Feed): string {
  const isCancelled = events.some((event) => event.isCancelled)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Vanfare//Calendar//EN',
    'CALSCALE:GREGORIAN',
    ...(mailed
      ? [`METHOD:${isCancelled ? 'CANCEL' : 'REQUEST'}`]
      : [
          'METHOD:PUBLISH',
          `X-WR-CALNAME:${escaped(name)}`,
          'X-WR-TIMEZONE:Europe/London',
          'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
          'X-PUBLISHED-TTL:PT1H',
        ]),
    ...LONDON,
    ...events.flatMap((event) => eventLines(event, now, mailed)),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

/** Times are in UTC; the time zone tells calendar apps what to display, and makes a feed without events valid. */
const LONDON = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/London',
  'BEGIN:DAYLIGHT',
  'TZNAME:BST',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0100',
  'DTSTART:19960331T010000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZNAME:GMT',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0000',
  'DTSTART:19961027T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
]

function eventLines(event: FeedEvent, now: Date, mailed: Feed['mailed']): string[] {
  const {
    uid,
    summary,
    description,
    url,
    when,
    isTentative = false,
    isCancelled,
    sequence,
    location,
    remindMinutes = [],
  } = event
  const times =
    'start' in when
      ? [`DTSTART:${instant(when.start)}`, `DTEND:${instant(when.end)}`]
      : [`DTSTART;VALUE=DATE:${date(when.startDay)}`, `DTEND;VALUE=DATE:${date(addDays(when.endDay, 1))}`]
  return [
    'BEGIN:VEVENT',
    `UID:${uid}@vanfare`,
    `DTSTAMP:${instant(now)}`,
    ...times,
    `SUMMARY:${escaped(summary)}`,
    ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
    ...(location ? [`LOCATION:${escaped(location)}`] : []),
    ...(url ? [`URL:${url}`] : []),
    ...(sequence === undefined ? [] : [`SEQUENCE:${sequence}`]),
    `STATUS:${isCancelled ? 'CANCELLED' : isTentative ? 'TENTATIVE' : 'CONFIRMED'}`,
    `TRANSP:${isCancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
    ...(mailed
      ? [
          `ORGANIZER:mailto:${mailed.from}`,
          ...mailed.to.map((address) => `ATTENDEE;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${address}`),
        ]
      : []),
    ...(isCancelled ? [] : remindMinutes.flatMap((minutes) => reminder(summary, minutes))),
    'END:VEVENT',
  ]
}

const reminder = (summary: string, minutes: number): string[] => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${escaped(summary)}`,
  `TRIGGER:-PT${minutes}M`,
  'END:VALARM',
]

const instant = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
const date = (day: LocalDay): string => day.replaceAll('-', '')

/** Escapes line breaks, which would begin another property. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', String.raw`\;`)
    .replaceAll(',', String.raw`\,`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, '')

/** Lines of at most 75 bytes, continued on lines that begin with a space; no character is split. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const character of line) {
    const size = new TextEncoder().encode(character).length
    if (bytes + size > 75) {
      parts.push(part)
      part = ' '
      bytes = 1
    }
    part += character
    bytes += size
  }
  return [...parts, part].join('\r\n')
}
