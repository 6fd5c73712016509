/** How a load travels in one van: in how many trips, or why it cannot (decisions §11, "The load"). Pure. */
import type { DriversHours } from '#modules/calendar/drivers-hours-rules.ts'
import { VAN_DETAILS, type VanDetails } from '#modules/fleet/data.ts'
import { canCarryCrew, CREW_SIZE, VAN_CATEGORIES, type HelpLevel, type VanCategory } from '#modules/fleet/rules.ts'
import { heaviestPartKg } from '#modules/items/data.ts'
import { minutesOfTimeString, type Minutes } from '#shared/duration.ts'
import { numberText } from '#shared/texts.ts'
import {
  entersVan,
  loadOfItems,
  pieceOf,
  sizeText,
  type AskedItem,
  type Load,
  type Piece,
} from '#modules/items/rules.ts'

/** Share of a van's volume that a load fills: furniture leaves gaps (decisions §11: a packing loss of 15 %). */
export const PACKED_PERCENT = 85
/** A person on board, taken from the payload (decisions §11). */
export const PERSON_KG = 80
/** What needs more trips than these is no job for one van. */
export const MOST_TRIPS = 3
/** Above this a piece takes two people of the crew. */
export const ONE_PERSON_KG = 100
/**
 * Kilograms above which, without help, the customer is warned who lifts: the most that HSE's guidance lets one man lift
 * in the best position.
 */
export const SAY_WHO_LIFTS_KG = 25

export const WARNING_CODES = ['customer_lifts', 'needs_more_payload'] as const
export interface Warning {
  code: (typeof WARNING_CODES)[number]
  detail: string
}

export interface LoadedVan {
  category: VanCategory
  /** Payload of this very van; null uses the low end of its category, which every van of it carries. */
  payloadKg: number | null
}

/** Kilograms of things that a van may carry with its crew on board. */
export const carriedKg = ({ category, payloadKg }: LoadedVan, help: HelpLevel): number =>
  Math.max(0, (payloadKg ?? VAN_DETAILS[category].payloadMinKg) - PERSON_KG * CREW_SIZE[help])

/** In litres, so that hundredths of a cubic metre leave no crumbs. */
const litres = (m3: number) => Math.round(m3 * 1000)

/** Trips by room alone, the same for every van of a category; a van that goes with nothing goes once. */
export const tripsByVolume = ({ volumeM3 }: Pick<Load, 'volumeM3'>, category: VanCategory): number =>
  Math.max(1, Math.ceil((litres(volumeM3) * 100) / (litres(VAN_DETAILS[category].volumeM3) * PACKED_PERCENT)))

/**
 * How often that van goes full, or undefined above three trips. The search says the same in SQL (search-queries.ts); a test holds
 * both to each other.
 */
export function tripsFor(
  load: Pick<Load, 'weightKg' | 'volumeM3'>,
  van: LoadedVan,
  help: HelpLevel,
): number | undefined {
  const carried = carriedKg(van, help)
  const byWeight = load.weightKg === 0 ? 1 : carried > 0 ? Math.ceil(load.weightKg / carried) : Infinity
  const trips = Math.max(tripsByVolume(load, van.category), byWeight)
  return trips <= MOST_TRIPS ? trips : undefined
}

/**
 * The van to suggest: the smallest that every piece enters, whose seats take the crew and that goes once; else the one that goes least
 * often. Undefined where no van does it in three trips.
 */
export function suggestedVan(
  items: readonly AskedItem[],
  help: HelpLevel,
): { category: VanCategory; trips: number } | undefined {
  const load = loadOfItems(items)
  const possible = VAN_CATEGORIES.flatMap((category) => {
    const isFitting = canCarryCrew(category, help) && pieceProblems(items, category, 'two_porters').length === 0
    const trips = isFitting ? tripsFor(load, { category, payloadKg: null }, help) : undefined
    return trips === undefined ? [] : [{ category, trips }]
  })
  return possible.reduce<(typeof possible)[number] | undefined>((a, b) => (a && a.trips <= b.trips ? a : b), undefined)
}

/** The fewest trips that a van of the category could do it in: those of one with the payload of its high end. */
export const bestTripsFor = (load: Load, category: VanCategory, help: HelpLevel): number | undefined =>
  tripsFor(load, { category, payloadKg: VAN_DETAILS[category].payloadMaxKg }, help)

/**
 * Trips shown for a category as a whole: the number that every van of it needs at most, or the most of any van if only
 * strong ones can do it, so that a fuller load is never shown with fewer.
 */
export const tripsToSay = (load: Load, category: VanCategory, help: HelpLevel): number | undefined =>
  tripsFor(load, { category, payloadKg: null }, help) ??
  (bestTripsFor(load, category, help) === undefined ? undefined : MOST_TRIPS)

export interface PieceProblem {
  /** Index in the list of items. */
  index: number
  why: 'size' | 'weight'
  text: string
  /** The text without its advice on the van. */
  reason: string
  biggerVan: VanCategory | undefined
}

/** Pieces that do not enter this van, or that this crew cannot carry. */
export function pieceProblems(items: readonly AskedItem[], category: VanCategory, help: HelpLevel): PieceProblem[] {
  return items.flatMap((requestedItem, index): PieceProblem[] => {
    const item = pieceOf(requestedItem)
    if (!item) return []
    if (!entersVan(item, category)) {
      const biggerVan = biggerVans(category).find((bigger) => entersVan(item, bigger))
      const reason = tooLargeText(item, VAN_DETAILS[category])
      return [{ index, why: 'size', text: `${reason} ${sizeAdvice(biggerVan)}`, reason, biggerVan }]
    }
    if (CREW_SIZE[help] < 2 && heaviestPartKg(item) > ONE_PERSON_KG)
      return [{ index, why: 'weight', text: weightText(item), reason: weightText(item), biggerVan: undefined }]
    return []
  })
}

export const biggerVans = (category: VanCategory): VanCategory[] =>
  VAN_CATEGORIES.slice(VAN_CATEGORIES.indexOf(category) + 1)

const tooLargeText = (item: Piece, van: VanDetails): string =>
  `“${item.name}” doesn’t fit into a ${van.name}: it is ${sizeText(item)}, ` +
  `and the van is ${sizeText({ ...van, lengthCm: van.lengthCm + van.overCabLengthCm })} inside.`

const sizeAdvice = (bigger: VanCategory | undefined): string =>
  bigger ? `Choose a ${VAN_DETAILS[bigger].name}.` : 'Call us: it takes another kind of van.'

const weightText = (item: Piece): string =>
  `“${item.name}” weighs ${heaviestPartKg(item)} kg. Anything over ${ONE_PERSON_KG} kg needs two people. Choose two men or more.`

const MOST_NAMED = 5

/**
 * Warning of the customer's share of the lifting without a helper: it names the items, because booking agrees to it.
 */
export function liftingWarning(items: readonly AskedItem[], help: HelpLevel): Warning | undefined {
  if (help !== 'no_help') return undefined
  const heavy = items.flatMap((requestedItem) => {
    const item = pieceOf(requestedItem)
    return item && heaviestPartKg(item) > SAY_WHO_LIFTS_KG ? [{ item, amount: requestedItem.amount }] : []
  })
  if (heavy.length === 0) return undefined
  const named = heavy
    .slice(0, MOST_NAMED)
    .map(({ item, amount }) => `${amount > 1 ? `${amount} × ` : ''}${item.name} (${heaviestPartKg(item)} kg)`)
  const more = heavy.length > MOST_NAMED ? [`${heavy.length - MOST_NAMED} more`] : []
  return {
    code: 'customer_lifts',
    detail: `The driver won’t lift anything. You and your own helpers carry everything, including items over ${SAY_WHO_LIFTS_KG} kg: ${[...named, ...more].join('; ')}.`,
  }
}

/**
 * Suggested help level: a piece over SAY_WHO_LIFTS_KG takes two people, on stairs or not. Undefined for an empty list.
 */
export function suggestedHelp(items: readonly AskedItem[]): HelpLevel | undefined {
  const pieces = items.flatMap((item) => pieceOf(item) ?? [])
  if (pieces.length === 0) return undefined
  return pieces.some((piece) => heaviestPartKg(piece) > SAY_WHO_LIFTS_KG) ? 'one_porter' : 'driver_helps'
}

/** The heaviest piece that takes two people, and how many such pieces there are. */
export function heavyPieces(items: readonly AskedItem[]): { name: string; kg: number; count: number } | undefined {
  const heavy = items.flatMap((item) => {
    const piece = pieceOf(item)
    const kg = piece ? heaviestPartKg(piece) : 0
    return piece && kg > SAY_WHO_LIFTS_KG ? [{ name: piece.name, kg, count: item.amount }] : []
  })
  const [heaviest] = heavy.toSorted((a, b) => b.kg - a.kg)
  return heaviest && { ...heaviest, count: heavy.reduce((sum, { count }) => sum + count, 0) }
}

/** What work takes of its driver's day. Waiting is duty: the driver is there for it. */
export const hoursOfWork = (work: { travel: Minutes; duty: Minutes }, waitingMinutes: Minutes): DriversHours => ({
  drivingMinutes: work.travel,
  dutyMinutes: work.duty + waitingMinutes,
})

/** The times of an order as it is kept with a booking; an older one says nothing of waiting. */
interface OrderTimes {
  travelTime: string
  loadUnloadTime: string
  stairsTime: string
  stopsTime: string
  assemblingTime: string
  disassemblingTime: string
  declaredWaiting?: string
}

export const waitingOfOrder = ({ declaredWaiting }: Pick<OrderTimes, 'declaredWaiting'>): number =>
  declaredWaiting === undefined ? 0 : minutesOfTimeString(declaredWaiting)

/** What a booked move takes of its driver's day: all of its work, and the waiting, for which the driver is there. */
export function hoursOfOrder(order: OrderTimes): DriversHours {
  const { travelTime, loadUnloadTime, stairsTime, stopsTime, assemblingTime, disassemblingTime } = order
  const work = [travelTime, loadUnloadTime, stairsTime, stopsTime, assemblingTime, disassemblingTime]
  const workMinutes = work.reduce((sum, time) => sum + minutesOfTimeString(time), 0)
  return { drivingMinutes: minutesOfTimeString(travelTime), dutyMinutes: workMinutes + waitingOfOrder(order) }
}

/** "28 m³", "2.5 m³". */
export const roomText = ({ volumeM3 }: Load): string => `${Number(volumeM3.toFixed(1))} m³`
/** "2,800 kg". */
export const weightInText = ({ weightKg }: Load): string => `${numberText(weightKg)} kg`
