// The load of an order and the van it needs, in words. Trips are counted by the server's own rules, so that both agree.
import { VAN_DETAILS } from '#modules/fleet/data.ts'
import { capHelpToVan, type HelpLevel, type VanCategory } from '#modules/fleet/rules.ts'
import { loadOfItems, longestInsideCm, type AskedItem, type Load, type OwnItem } from '#modules/items/rules.ts'
import { MOST_DAYS, MOST_VANS } from '#modules/quoting/plans/rules.ts'
import {
  biggerVans,
  carriedKg,
  MOST_TRIPS,
  pieceProblems,
  suggestedVan,
  tripsFor,
  tripsToSay,
  type PieceProblem,
  PACKED_PERCENT,
} from '#modules/quoting/load/rules.ts'
import { numberText, countOf } from '#shared/texts.ts'
import { tripsText } from './booking-texts.ts'

/** How a load fits vans of one category, before drivers' hours are known. */
export interface VanFit {
  category: VanCategory
  /** Share of the van's volume, 1 is full. Not capped. */
  room: number
  /** The kilograms that every van of the category carries at a time with this crew (or, where that isn't enough, the strongest), and the load's share of them. */
  carriedKg: number
  weight: number
  /** A piece that does not enter the van. */
  tooLarge: PieceProblem | undefined
  /** Undefined if no van of the category can carry it in three trips. */
  trips: number | undefined
  /** Whether every van of the category can do it in `trips`, not only those with more payload. */
  isUsual: boolean
}

export interface OrderLoad {
  load: Load
  fits: Record<VanCategory, VanFit>
  suggestion: VanFit
  /** What was picked, else what the load asks for; none while there is neither. */
  van: VanCategory | null
  /** How the load fits that van. */
  fit: VanFit | null
  /** The help level, capped by the van's seats. */
  help: HelpLevel
  /** A piece that this crew cannot carry. */
  tooHeavy: PieceProblem | undefined
}

/** What of an order decides its load. */
export interface Loaded {
  items: readonly { id: number; amount: number; own?: OwnItem }[]
  van: VanCategory | null
  helpLevel: HelpLevel
}

export function loadOfOrder({ items, van, helpLevel }: Loaded): OrderLoad {
  const requestedItems = askedItems(items)
  const load = loadOfItems(requestedItems)
  const fitIn = (category: VanCategory) => fitOf(load, requestedItems, category, capHelpToVan(helpLevel, category))
  const fits = {
    small_van: fitIn('small_van'),
    medium_van: fitIn('medium_van'),
    large_van: fitIn('large_van'),
    luton_van: fitIn('luton_van'),
  }
  const suggestion = fits[suggestedVan(requestedItems, helpLevel)?.category ?? 'luton_van']
  const shown = van ?? (load.pieces > 0 ? suggestion.category : null)
  const help = shown ? capHelpToVan(helpLevel, shown) : helpLevel
  const tooHeavy = shown ? pieceProblems(requestedItems, shown, help).find(({ why }) => why === 'weight') : undefined
  return { load, fits, suggestion, van: shown, fit: shown && fits[shown], help, tooHeavy }
}

/** The items in the shape that the rules of the load take. */
export const askedItems = (items: Loaded['items']): AskedItem[] =>
  items.map((item) => ({ ...askedItem(item), amount: item.amount }))

/** A thing of the list by its id; one of the customer's own by its size. */
export const askedItem = ({
  id,
  own,
}: Pick<Loaded['items'][number], 'id' | 'own'>): Pick<AskedItem, 'movingItem' | 'ownItem'> =>
  own ? { movingItem: null, ownItem: own } : { movingItem: id }

function fitOf(load: Load, requestedItems: readonly AskedItem[], category: VanCategory, help: HelpLevel): VanFit {
  const tooLarge = pieceProblems(requestedItems, category, help).find(({ why }) => why === 'size')
  const usual = tripsFor(load, { category, payloadKg: null }, help)
  const trips = tooLarge ? undefined : tripsToSay(load, category, help)
  const isStrong = usual === undefined && trips !== undefined
  const carried = carriedKg({ category, payloadKg: isStrong ? VAN_DETAILS[category].payloadMaxKg : null }, help)
  return {
    category,
    room: load.volumeM3 / VAN_DETAILS[category].volumeM3,
    carriedKg: carried,
    weight: load.weightKg / carried,
    tooLarge,
    trips,
    isUsual: usual !== undefined,
  }
}

/** The bigger van with the fewest trips, if it needs fewer. Vans whose payload only sometimes suffices come last. */
export function betterVan({ fits, fit }: OrderLoad): VanFit | undefined {
  if (!fit) return undefined
  const rank = ({ trips = Infinity, isUsual }: VanFit) => (isUsual ? trips : trips + MOST_TRIPS)
  const [better] = biggerVans(fit.category)
    .map((category) => fits[category])
    .toSorted((a, b) => rank(a) - rank(b))
  return better?.trips !== undefined && better.trips < (fit.trips ?? Infinity) ? better : undefined
}

/** "9.1" of 14 m³. */
export const roomText = (load: Load): string => load.volumeM3.toFixed(1)
/** "28 items", "1 item". */
export const itemsText = (pieces: number): string => countOf(pieces, 'item')

/** What a van card says of the load: how full, how many trips, or what the van lacks. */
export function fitText(fit: VanFit, load: Load): string {
  if (fit.tooLarge) {
    const isTooShort = load.longestCm > longestInsideCm(VAN_DETAILS[fit.category])
    return isTooShort ? 'Too short inside' : 'Too narrow inside'
  }
  if (fit.trips === undefined) return 'Too small'
  return fit.trips > 1 ? tripsText(fit.trips) : `${percentOf(fit.room)}% full`
}

/**
 * "Two vans or two days": what a load calls for that no usual van carries in three trips, before its drives are known; nothing for a smaller
 * one. The server lays out the plan once it knows the places.
 */
export function severalText({ fits, van }: Pick<OrderLoad, 'fits' | 'van'>): string {
  const largest = fits.luton_van
  if (van === null || largest.tooLarge || largest.trips !== undefined) return ''
  const loads = Math.ceil(Math.max((largest.room * 100) / PACKED_PERCENT, largest.weight))
  if (loads > MOST_TRIPS * MOST_VANS * MOST_DAYS) return 'Our office plans this'
  return loads > MOST_TRIPS * 2 ? 'Three vans or two days' : 'Two vans or two days'
}

/** The drawn fill: full if the van makes several trips, over full if it cannot do it. */
export const drawnLoad = ({ room, trips }: VanFit): number =>
  trips === undefined ? Math.max(room, 1.01) : trips > 1 ? 1 : Math.min(room, 1)

/** Whole percent, never 0 for something or 100 for almost everything. */
export const percentOf = (share: number): number =>
  share > 0 && share < 1 ? Math.min(99, Math.max(1, Math.round(share * 100))) : Math.round(share * 100)

/** "Large Van, 65% full", or the name alone where nothing is listed, or the van goes more than once: each company's own says how often. */
export function vanText({ load, fit }: Pick<OrderLoad, 'load' | 'fit'>): string {
  if (!fit) return ''
  const { name } = VAN_DETAILS[fit.category]
  return load.pieces === 0 || (fit.trips ?? 0) > 1 ? name : `${name}, ${fitText(fit, load).toLowerCase()}`
}

const menTexts: Record<HelpLevel, string> = {
  no_help: 'No help required',
  driver_helps: '1 man',
  one_porter: '2 men',
  two_porters: '3 men',
}

/** The crew in short: "2 men". */
export const liftingText = (help: HelpLevel): string => menTexts[help]

// Advice on the van that was chosen for a load, and on the alternatives.

interface LoadAdvice {
  title: string
  text: string
  /** The van to take instead. */
  better: VanFit | undefined
  /** No van of this category can do it. */
  isImpossible: boolean
  /** No van of any category can do it, so the help call is offered. */
  needsCall: boolean
}

/** Undefined if every van of the category takes the load in one trip. */
export function loadAdvice(orderLoad: OrderLoad): LoadAdvice | undefined {
  const { load, fit } = orderLoad
  if (!fit || load.pieces === 0 || (fit.trips === 1 && fit.isUsual)) return undefined
  const { name } = VAN_DETAILS[fit.category]
  const better = betterVan(orderLoad)
  // What is too much for one van of any size may go in several.
  const isImpossible = fit.tooLarge !== undefined || (fit.trips === undefined && better !== undefined)
  const advice = { better, isImpossible, needsCall: isImpossible && !better }
  if (fit.tooLarge)
    return {
      ...advice,
      title: `A ${name} is too small for one piece`,
      text: better ? `${fit.tooLarge.reason} ${takesItText(better)}` : fit.tooLarge.text,
    }
  const what = `Your load takes ${roomText(load)} m³ and weighs ${numberText(load.weightKg)} kg`
  if (fit.trips === undefined) {
    const text = `${what}: more than a ${name} with its crew carries in three trips. ${better ? betterText(better) : 'We’ll look for companies that come with two or three vans, or on two days.'}`
    return { ...advice, title: `Too much for ${better ? `a ${name}` : 'one van'}`, text }
  }
  const payload = fit.isUsual ? '' : ` Only a ${name} that carries more than most can do it.`
  if (fit.trips === 1) return { ...advice, title: 'A heavy load', text: `${what}.${payload}` }
  const text =
    `${what}. ${fit.isUsual ? 'A' : 'The strongest'} ${name} takes about ${packedRoom(fit)} m³ and ${numberText(fit.carriedKg)} kg at a time with its crew on board. ` +
    `Each further trip adds the loading, the drive there and the drive back; the price counts them.${payload}${better ? ` ${betterText(better)}` : ''}`
  return { ...advice, title: `${tripsText(fit.trips)} in a ${name}`, text }
}

const betterText = ({ category, trips = 1 }: VanFit): string =>
  `A ${VAN_DETAILS[category].name} does it in ${trips === 1 ? 'one trip' : tripsText(trips)}.`

const takesItText = ({ category, trips = 1 }: VanFit): string =>
  `A ${VAN_DETAILS[category].name} takes everything in ${trips === 1 ? 'one trip' : tripsText(trips)}.`

/** "17", "5.1": the van's volume less the packing loss. */
const packedRoom = ({ category }: VanFit): string =>
  String(Number(((VAN_DETAILS[category].volumeM3 * PACKED_PERCENT) / 100).toFixed(1)))
