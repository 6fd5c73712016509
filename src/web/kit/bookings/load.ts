// The load of an order and the van it needs, in words.
import { capHelpToVan, type HelpLevel, type VanCategory } from '#modules/fleet/rules.ts'
import { VAN_DETAILS } from '#modules/fleet/data.ts'
import {
  fitOf,
  loadOfCatalogueItems,
  suggestVan,
  type Fit,
  type Load,
  type VanSuggestion,
} from '#modules/items/rules.ts'

export interface OrderLoad {
  load: Load
  suggestion: VanSuggestion
  /** The van that was picked, otherwise the one the load suggests; null if there is neither. */
  van: VanCategory | null
  /** The help level, capped by the van's seats. */
  help: HelpLevel
}

/** The parts of an order that determine its load. */
interface Loaded {
  items: Parameters<typeof loadOfCatalogueItems>[0]
  van: VanCategory | null
  helpLevel: HelpLevel
}

export function loadOfOrder({ items, van, helpLevel }: Loaded): OrderLoad {
  const load = loadOfCatalogueItems(items)
  const suggestion = suggestVan(load)
  const shown = van ?? (load.pieces > 0 ? suggestion.category : null)
  return { load, suggestion, van: shown, help: shown ? capHelpToVan(helpLevel, shown) : helpLevel }
}

/** "9.1" of 14 m³. */
export const roomText = (load: Load): string => load.volumeM3.toFixed(1)
/** "1,000". */
export const kilogramText = (kilograms: number): string => kilograms.toLocaleString('en-GB')
/** "28 items", "1 item". */
export const itemsText = (pieces: number): string => `${kilogramText(pieces)} ${pieces === 1 ? 'item' : 'items'}`

/** What a van card says about the load: how full, or what the van lacks. */
export function fitText(fit: Fit): string {
  if (fit.shortfalls.includes('room') || fit.shortfalls.includes('weight')) return 'Too small'
  if (fit.shortfalls.includes('length')) return 'Too short inside'
  if (fit.shortfalls.includes('shape')) return 'Too narrow inside'
  return `${percentOf(fit.room)}% full`
}

/** The drawn fill: over full whenever the load does not fit, for whatever reason. */
export const drawnLoad = (fit: Fit): number => (fit.fits ? fit.room : Math.max(fit.room, 1.01))

/** Whole percent, never 0 for something or 100 for almost everything. */
export const percentOf = (share: number): number =>
  share > 0 && share < 1 ? Math.min(99, Math.max(1, Math.round(share * 100))) : Math.round(share * 100)

/** "Large Van, 65% full", or only the name while nothing is listed. */
export function vanText(van: VanCategory, load: Load): string {
  const { name } = VAN_DETAILS[van]
  return load.pieces === 0 ? name : `${name}, ${fitText(fitOf(load, van)).toLowerCase()}`
}

const menTexts: Record<HelpLevel, string> = {
  no_help: 'No help required',
  driver_helps: '1 man',
  one_porter: '2 men',
  two_porters: '3 men',
}

/** The crew in short: "2 men". */
export const liftingText = (help: HelpLevel): string => menTexts[help]
