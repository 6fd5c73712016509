// A change that would show a unit more often: in words, with the page where it is made.
import { countOf } from '#shared/count-of.ts'
import { formatPence, formatPounds } from '#shared/money.ts'
import { HELP_COLUMNS } from '#web/driver/prices/rates-form.ts'
import type { Gains } from './live.server.ts'

type Gain = Gains['gains'][number]
type Change = Gain['change']

export interface GainWords {
  /** "Open Saturdays, 08:00 to 18:00". */
  title: string
  /** "14 more searches". */
  figure: string
  /** What else is to know of the figure. */
  note: string | null
  to: string
}

const days: Record<string, string> = {
  '1': 'Mondays',
  '2': 'Tuesdays',
  '3': 'Wednesdays',
  '4': 'Thursdays',
  '5': 'Fridays',
  '6': 'Saturdays',
  '0': 'Sundays',
}

const pricing = '/settings/operations-and-pricing'

export function gainWords({ change, moreShown, moreCheapest }: Gain): GainWords {
  const [path, title] = pageAndTitle(change)
  const notes = [
    moreShown > 0 && moreCheapest > 0
      ? `The cheapest in ${moreCheapest === moreShown ? 'all' : moreCheapest} of them`
      : '',
    noteOf(change),
  ].filter(Boolean)
  return {
    title,
    figure: moreShown > 0 ? searches(moreShown) : `cheapest in ${searches(moreCheapest)}`,
    note: notes.length > 0 ? `${notes.join('. ')}.` : null,
    to: path,
  }
}

const searches = (count: number) => countOf(count, 'more search', 'more searches')

function pageAndTitle(change: Change): [path: string, title: string] {
  switch (change.kind) {
    case 'open_day':
      return [
        '/working-unit/working-hours',
        `Work ${dayName(change)}, ${clock(change.startTime)} to ${clock(change.endTime)}`,
      ]
    case 'start_earlier':
      return ['/working-unit/working-hours', `Start at ${clock(change.startTime)} on ${dayName(change)}`]
    case 'end_later':
      return ['/working-unit/working-hours', `Work until ${clock(change.endTime)} on ${dayName(change)}`]
    case 'offer_help':
      return [
        change.hasRate ? '/working-unit' : `${pricing}-hourly-rates`,
        `Offer “${HELP_COLUMNS[change.helpLevel].name}”`,
      ]
    case 'add_district':
      return [pricing, `Add ${change.district}, ${change.town}, to your area`]
    case 'take_job_kind':
      return [
        '/working-unit',
        change.jobKind === 'furniture' ? 'Take furniture and single items' : 'Take home and office removals',
      ]
    default:
      return [`${pricing}-hourly-rates`, `Charge ${formatPounds(change.pence)} an hour less`]
  }
}

const dayName = ({ dayOfWeek }: { dayOfWeek: string }) => new Map(Object.entries(days)).get(dayOfWeek) ?? ''

/** "18:00"; the end of the day comes as "23:59:59". */
const clock = (time: string) => (time === '23:59:59' ? '24:00' : time.slice(0, 5))

function noteOf(change: Change): string {
  if (change.kind === 'offer_help' && !change.hasRate)
    return `You have no rate for it yet, so we assumed ${formatPence(change.pencePerHour)} an hour`
  return ''
}
