// What each step of the flow requires, in words, with the step that supplies it (decisions §3).
import { NOT_A_PLACE_MESSAGE, notAPlace } from '#modules/geo/rules.ts'
import { EARLIEST_START_MINUTES } from '#modules/quoting/rules.ts'
import {
  addMinutes,
  clockChangeAt,
  isHalfHour,
  isRealDay,
  localDayOf,
  MINUTES_PER_DAY,
  parseTime,
  skippedTimeText,
  toInstant,
  type LocalDay,
} from '#shared/local-time.ts'
import { parsePhone, phoneHint } from '#shared/phone.ts'
import { normalisePlace } from '#shared/uk-postcode.ts'
import { pointName } from '#web/kit/bookings/booking-texts.ts'
import { wrongMoveDay, moveDaysAt } from '#web/kit/forms/move-day.ts'
import { contactAt } from './draft-request.ts'
import type { Order } from './order.ts'
import type { Step } from '../steps.ts'

export type Missing = {
  /** Path of the field within the order, such as `routePoints.0.postcode`. */
  field: string
  /** What to do, as a sentence. */
  text: string
  /** The step that supplies it, and its address. */
  step: Step
  href: `/${Step}`
}

/**
 * What `step` still lacks, in the order a person meets it; empty if the step is possible. `heldUntil` is when the order's prices
 * expire: until then its start is accepted even if less than two hours away.
 */
export function missingFor(
  step: Step,
  order: Order,
  now: Date,
  heldUntil: string | undefined = order.selectedQuote?.validUntil,
): Missing[] {
  switch (step) {
    case 'additional-services':
      return []
    case 'clarify':
    case 'route-details':
      return missingVan(order)
    case 'pick-a-driver':
      return [...missingVan(order), ...missingRoute(order), ...missingStart(order, now, isHeld(heldUntil, now))]
    case 'confirm-booking': {
      const earlier = missingFor('pick-a-driver', order, now)
      return earlier.length > 0
        ? earlier
        : [...missingQuote(order, now), ...missingStreets(order), ...wrongContacts(order)]
    }
    default:
      return []
  }
}

/** Whether furniture is to be dismantled or assembled although no help was booked. */
export const lacksFurnitureHelp = ({ assemblingItems, dismantlingItems, helpLevel }: Order): boolean =>
  helpLevel === 'no_help' && assemblingItems.length + dismantlingItems.length > 0

const missing = (step: Step, field: string, text: string): Missing => ({ field, text, step, href: `/${step}` })

const missingVan = ({ van }: Order): Missing[] => (van ? [] : [missing('additional-services', 'van', 'Pick a van.')])

const missingRoute = ({ routePoints }: Order): Missing[] =>
  routePoints.flatMap(({ postcode }, index) => {
    if (normalisePlace(postcode)) return []
    const name = pointName(index, routePoints.length)
    const text = postcode.trim() === '' ? `Add the postcode of ${name}.` : wrongPostcode(postcode, name)
    return [missing('route-details', `routePoints.${index}.postcode`, text)]
  })

/** By name where it is one that people know but that is no place, such as GIR 0AA. */
function wrongPostcode(postcode: string, point: string): string {
  const named = notAPlace(postcode)
  return named === NOT_A_PLACE_MESSAGE ? `Check the postcode of ${point}.` : named
}

const start = (field: 'date' | 'time', text: string) => missing('route-details', field, text)

// An unreadable date compares as false, so it holds nothing.
const isHeld = (until: string | undefined, now: Date): boolean => until !== undefined && new Date(until) > now

function missingStart({ date, time }: Order, now: Date, isPriced: boolean): Missing[] {
  const minute = startMinute(time)
  const hasDay = date !== null && isRealDay(date)
  const wrongDay = hasDay ? outsideDays(date, now) : [start('date', 'Choose the date of the move.')]
  if (!hasDay || wrongDay.length > 0 || minute === undefined) {
    return [...wrongDay, ...(minute === undefined ? [start('time', 'Choose the start time.')] : [])]
  }
  if (clockChangeAt(date, minute) === 'skipped') return [start('time', skippedTimeText(date, minute))]
  if (toInstant(date, minute) >= addMinutes(now, isPriced ? 0 : EARLIEST_START_MINUTES)) return []
  const isToday = date === localDayOf(now)
  return [isToday ? start('time', 'Choose a start time at least two hours from now.') : start('date', tooSoon)]
}

const tooSoon = 'Choose a start at least two hours from now.'

function outsideDays(date: LocalDay, now: Date): Missing[] {
  const wrong = wrongMoveDay(date, moveDaysAt(now))
  return wrong === undefined ? [] : [start('date', wrong)]
}

function startMinute(time: string | null): number | undefined {
  const minute = time === null ? undefined : parseTime(time)
  return minute !== undefined && minute < MINUTES_PER_DAY && isHalfHour(minute) ? minute : undefined
}

function missingQuote({ selectedQuote }: Order, now: Date): Missing[] {
  if (!selectedQuote) return [missing('pick-a-driver', 'selectedQuote', 'Pick a driver.')]
  return isHeld(selectedQuote.validUntil, now)
    ? []
    : [
        missing(
          'pick-a-driver',
          'selectedQuote',
          'This price was held for 30 minutes and has expired. Compare prices again.',
        ),
      ]
}

// Asked for by the last step only: a price needs no more than the postcode.
const missingStreets = ({ routePoints }: Order): Missing[] =>
  routePoints.flatMap(({ address }, index) =>
    address.formattedAddress.trim()
      ? []
      : missing(
          'route-details',
          `routePoints.${index}.address`,
          `Add the street of ${pointName(index, routePoints.length)}.`,
        ),
  )

// An invalid number would be sent as null, so it is reported.
export const wrongContacts = (order: Order): Missing[] =>
  order.routePoints.flatMap((point, index) => {
    const { contactNumber } = contactAt(order, index)
    const isOwn = index === 0 || !point.deliveryContactSameAsPickUp
    if (!isOwn || contactNumber.trim() === '' || parsePhone(contactNumber)) return []
    const name = pointName(index, order.routePoints.length)
    return [missing('route-details', `routePoints.${index}.contactNumber`, `Contact number of ${name}: ${phoneHint}.`)]
  })
