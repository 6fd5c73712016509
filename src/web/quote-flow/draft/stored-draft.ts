// Parses what local storage holds under "booking". It may contain anything, so every value is checked (T-118). Missing fields get their
// default, so older drafts remain readable; an invalid one discards the draft.
import {
  canHaveTailLift,
  capHelpToVan,
  isHelpLevel,
  isStairs,
  isVanCategory,
  VAN_CATEGORIES,
} from '#modules/fleet/rules.ts'
import { findItem } from '#modules/items/data.ts'
import { OWN_ITEM_MOST, type OwnItem } from '#modules/items/rules.ts'
import { isHalfHour, isRealDay, MINUTES_PER_DAY, parseTime } from '#shared/local-time.ts'
import { keyed, oneOf as isOneOf } from '#shared/records.ts'
import { isKey, type BookingAttempt } from '../confirm/booking-answer.ts'
import type { StoredDraft } from './draft.ts'
import {
  emptyAddress,
  emptyPoint,
  initialOrder,
  MAX_AMOUNT,
  MAX_ITEM_LINES,
  MAX_STOPS,
  MAX_WAITING_MINUTES,
  type Order,
  type OrderAddress,
  type OrderItem,
  type OrderPoint,
  type Quote,
} from './order.ts'
import { STOP_TEXTS, stopTextNames } from './stop-texts.ts'
import { MOST_PHOTOS } from '#web/kit/upload/photo-limits.ts'

type Read<T> = (value: unknown) => T
type Shape<T> = { [Key in keyof T]-?: Read<T[Key]> }

class WrongValue extends Error {}
const wrong = (): never => {
  throw new WrongValue()
}

const MAX_STORED_CHARACTERS = 200_000
const MAX_TEXT = 4000

/** The stored draft, its date not yet checked; undefined if it cannot be parsed. Never throws. */
export function parseStoredDraft(stored: string): StoredDraft | undefined {
  if (stored.length > MAX_STORED_CHARACTERS) return undefined
  try {
    return readDraft(JSON.parse(stored))
  } catch (error) {
    if (error instanceof WrongValue || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** The text to store: the order without photos, which do not outlive the page. */
export function toStoredDraft({ order, isEditing, original, attempt }: StoredDraft, now: Date): string {
  return JSON.stringify({
    timestamp: now.getTime(),
    order: withoutPhotos(order),
    isEditing,
    original: original && withoutPhotos(original),
    attempt,
  })
}

const withoutPhotos = (order: Order) => ({ ...order, itemsToMovePhotos: undefined })

// Cut rather than rejected: an overlong text is no reason to lose the rest.
const text =
  (max: number): Read<string> =>
  (value) =>
    typeof value === 'string' ? value.slice(0, max) : wrong()
const flag: Read<boolean> = (value) => (typeof value === 'boolean' ? value : wrong())
const number =
  (min: number, max: number): Read<number> =>
  (value) =>
    typeof value === 'number' && value >= min && value <= max ? value : wrong()
const integer =
  (min: number, max: number): Read<number> =>
  (value) =>
    Number.isInteger(value) ? number(min, max)(value) : wrong()
const accepted =
  <T>(isValid: (value: unknown) => value is T): Read<T> =>
  (value) =>
    isValid(value) ? value : wrong()
const oneOf = <const T>(...values: T[]): Read<T> => accepted(isOneOf(values))
const orNull =
  <T>(read: Read<T>): Read<T | null> =>
  (value) =>
    value === null ? null : read(value)
const orDefault =
  <T>(fallback: T, read: Read<T>): Read<T> =>
  (value) =>
    value === undefined ? fallback : read(value)
const listOf =
  <T>(max: number, read: Read<T>): Read<T[]> =>
  (value) =>
    Array.isArray(value) && value.length <= max ? value.map(read) : wrong()

const recordOf: Read<Record<string, unknown>> = accepted(
  (value): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value),
)

/** Only the fields of the shape, and only the value's own properties. */
const object =
  <T extends object>(shape: Shape<T>): Read<T> =>
  (value) => {
    const record = recordOf(value)
    const read = Object.entries<Read<unknown>>(shape).map(([key, readField]) => [
      key,
      readField(Object.hasOwn(record, key) ? record[key] : undefined),
    ])
    // Each field was read by the reader its type requires.
    return Object.fromEntries(read) as T
  }

const day: Read<string> = (value) => (typeof value === 'string' && isRealDay(value) ? value : wrong())
const halfHour: Read<string> = (value) => {
  const minute = typeof value === 'string' && value.length === 5 ? parseTime(value) : undefined
  return minute !== undefined && minute < MINUTES_PER_DAY && isHalfHour(minute) ? String(value) : wrong()
}
const waiting: Read<number> = (value) => {
  const minutes = integer(0, MAX_WAITING_MINUTES)(value)
  return minutes % 30 === 0 ? minutes : wrong()
}
const instant: Read<string> = (value) =>
  typeof value === 'string' && value.length <= 40 && !Number.isNaN(Date.parse(value)) ? value : wrong()

const readAddress = object<OrderAddress>({
  formattedAddress: orDefault('', text(300)),
  city: orDefault(null, orNull(text(120))),
  postcode: orDefault(null, orNull(text(16))),
  placeId: orDefault(null, orNull(text(300))),
  location: orDefault(null, orNull(object({ lat: number(-90, 90), lng: number(-180, 180) }))),
})

const readPoint = object<OrderPoint>({
  postcode: orDefault('', text(16)),
  address: orDefault(emptyAddress, readAddress),
  stairs: orDefault(emptyPoint.stairs, accepted(isStairs)),
  deliveryContactSameAsPickUp: orDefault(true, flag),
  ...keyed(stopTextNames, (name) => orDefault('', text(STOP_TEXTS[name].max))),
})

const readPoints: Read<OrderPoint[]> = (value) => {
  const points = listOf(MAX_STOPS + 2, readPoint)(value)
  return points.length >= 2 ? points : wrong()
}

const help = accepted(isHelpLevel)
const pence = integer(0, Number.MAX_SAFE_INTEGER)
const label = text(300)

const readLines = listOf(
  50,
  object<Quote['lines'][number]>({
    code: label,
    label,
    quantity: number(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    unitPence: integer(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    amountPence: integer(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    van: orDefault(undefined, integer(1, 3)),
    day: orDefault(undefined, integer(1, 2)),
  }),
)

const unitShape: Shape<Quote['workingUnit']> = {
  id: text(60),
  name: label,
  van: object<Quote['workingUnit']['van']>({
    category: accepted(isVanCategory),
    make: label,
    model: label,
    registration: text(20),
    hasTailLift: flag,
    fuel: oneOf('diesel', 'petrol', 'electric', 'hybrid'),
  }),
}

const readQuote = object<Quote>({
  quoteId: text(100),
  validUntil: instant,
  company: object<Quote['company']>({
    id: text(60),
    name: label,
    logoUrl: orNull(text(500)),
    markColour: oneOf('green', 'blue', 'brown', 'red', 'ink'),
    basePlace: label,
    rating: orNull(number(0, 5)),
    reviewsCount: integer(0, Number.MAX_SAFE_INTEGER),
    reliability: orNull(number(0, 1)),
    replyMinutes: orDefault(null, orNull(integer(0, Number.MAX_SAFE_INTEGER))),
    trader: object<Quote['company']['trader']>({
      name: text(400),
      companyNumber: orNull(text(20)),
    }),
    cover: object<Quote['company']['cover']>({
      totalPence: pence,
      perItemPence: pence,
      source: oneOf('policy', 'minimum'),
    }),
  }),
  paymentMethods: listOf(10, oneOf('cash', 'card')),
  confirmsAtOnce: orDefault(false, flag),
  workingUnit: object<Quote['workingUnit']>(unitShape),
  totalPence: pence,
  ceilingPence: pence,
  vatPence: pence,
  hourlyPence: pence,
  cancellation: listOf(10, object<Quote['cancellation'][number]>({ until: orNull(instant), feePence: pence })),
  waiting: object<Quote['waiting']>({ waitingPencePerHalfHour: pence, freeWaitingMinutes: integer(0, 24 * 60) }),
  lines: readLines,
  trips: integer(1, 100),
  totalTime: text(12),
  startAt: instant,
  endAt: instant,
  plan: orDefault(
    undefined,
    object<NonNullable<Quote['plan']>>({ vans: integer(1, 3), days: integer(1, 2), people: integer(1, 9) }),
  ),
  workingUnits: orDefault(
    undefined,
    listOf(
      6,
      object<NonNullable<Quote['workingUnits']>[number]>({
        number: integer(1, 3),
        day: integer(1, 2),
        ...unitShape,
        manPower: help,
        trips: integer(1, 3),
        startAt: instant,
        endAt: instant,
        totalPence: pence,
        lines: readLines,
      }),
    ),
  ),
})

// Drops an unreadable quote alone: prices can be fetched again, but what the customer entered cannot.
const orNone =
  <T>(read: Read<T>): Read<T | null> =>
  (value) => {
    try {
      return value === undefined || value === null ? null : read(value)
    } catch (error) {
      if (error instanceof WrongValue) return null
      throw error
    }
  }

const readAttempt = object<BookingAttempt>({ key: accepted(isKey), quoteId: text(100) })

const side = integer(1, OWN_ITEM_MOST.centimetres)
const readOwn = object<OwnItem>({
  name: text(OWN_ITEM_MOST.name),
  length: side,
  width: side,
  height: side,
  weight: integer(1, OWN_ITEM_MOST.kilograms),
})

const ids = listOf(MAX_ITEM_LINES, integer(1, Number.MAX_SAFE_INTEGER))

const readOrderShape = object<Order>({
  jobKind: orDefault(initialOrder.jobKind, oneOf('home_or_office', 'furniture')),
  items: orDefault(
    [],
    listOf(
      MAX_ITEM_LINES,
      object<OrderItem>({
        id: integer(-MAX_ITEM_LINES, Number.MAX_SAFE_INTEGER),
        category: integer(0, Number.MAX_SAFE_INTEGER),
        amount: integer(1, MAX_AMOUNT),
        own: orDefault(undefined, readOwn),
      }),
    ),
  ),
  van: orDefault(null, orNull(oneOf(...VAN_CATEGORIES))),
  needTailLift: orDefault(false, flag),
  helpLevel: orDefault(initialOrder.helpLevel, help),
  isHelpChosen: orDefault(false, flag),
  itemsToMoveText: orDefault('', text(MAX_TEXT)),
  itemsToMovePhotos: () => [],
  photosUploadId: orDefault(null, orNull(text(100))),
  sentPhotoNames: orDefault([], listOf(MOST_PHOTOS, text(300))),
  assemblingItems: orDefault([], ids),
  dismantlingItems: orDefault([], ids),
  assemblingHelp: orDefault(null, orNull(help)),
  dismantlingHelp: orDefault(null, orNull(help)),
  addedMinutes: orDefault(0, integer(0, 24 * 60)),
  waitingMinutes: orDefault(0, waiting),
  note: orDefault('', text(MAX_TEXT)),
  date: orDefault(null, orNull(day)),
  time: orDefault(null, orNull(halfHour)),
  routePoints: orDefault(initialOrder.routePoints, readPoints),
  customerEmail: orDefault('', text(254)),
  selectedQuote: orNone(readQuote),
  paymentMethod: orDefault(null, orNull(oneOf('cash', 'card'))),
  allowsHotJob: orDefault(true, flag),
})

// Older drafts call the help level `manPower`; those of before crews were suggested keep the one that they have.
const withHelpLevel = ({ manPower, ...record }: Record<string, unknown>) => {
  const { helpLevel = manPower } = record
  return helpLevel === undefined ? record : { isHelpChosen: true, ...record, helpLevel }
}

const readOrder: Read<Order> = (value) => consistent(readOrderShape(withHelpLevel(recordOf(value))))

const readDraft = (value: unknown): StoredDraft => {
  const { order, isEditing, original, attempt } = object<StoredDraft & { timestamp: number }>({
    timestamp: number(0, 8.64e15),
    order: readOrder,
    isEditing: orDefault(false, flag),
    original: orDefault(null, orNull(readOrder)),
    attempt: orNone(readAttempt),
  })(value)
  return { order, isEditing, original: isEditing ? original : null, attempt }
}

/** Enforces the reducer's rules on a stored order, and removes items no longer in the catalogue. */
function consistent(order: Order): Order {
  const items = uniqueBy(order.items, ({ id }) => id).flatMap(({ id, amount, own }) => {
    const known = findItem(id)
    return known
      ? [{ id, category: known.categoryId, amount }]
      : own && id < 0
        ? [{ id, category: 0, amount, own }]
        : []
  })
  const moved = (list: number[]) => [...new Set(list)].filter((id) => items.some((item) => item.id === id))
  return {
    ...order,
    items,
    needTailLift: order.needTailLift && canHaveTailLift(order.van),
    helpLevel: order.van ? capHelpToVan(order.helpLevel, order.van) : order.helpLevel,
    assemblingItems: moved(order.assemblingItems),
    dismantlingItems: moved(order.dismantlingItems),
  }
}

const uniqueBy = <T>(list: T[], keyOf: (value: T) => number): T[] => [
  ...new Map(list.map((value) => [keyOf(value), value])).values(),
]
