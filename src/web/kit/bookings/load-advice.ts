// Advice on the van that was chosen for a load, and on the alternatives.
import { numberText } from '#shared/number-text.ts'
import { VAN_DETAILS } from '#modules/fleet/data.ts'
import { PACKED_PERCENT } from '#modules/quoting/load/rules.ts'
import { betterVan, roomText, type OrderLoad, type VanFit } from './load.ts'
import { tripsText } from './trip-texts.ts'

export interface LoadAdvice {
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
  const advice = { better, isImpossible: fit.trips === undefined, needsCall: fit.trips === undefined && !better }
  if (fit.tooLarge)
    return {
      ...advice,
      title: `A ${name} is too small for one piece`,
      text: better ? `${fit.tooLarge.reason} ${takesItText(better)}` : fit.tooLarge.text,
    }
  const what = `Your load takes ${roomText(load)} m³ and weighs ${numberText(load.weightKg)} kg`
  if (fit.trips === undefined) {
    const text = `${what}: more than a ${name} with its crew carries in three trips. ${better ? betterText(better) : callText}`
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

const callText = 'One van can’t do it. List fewer things, or call us and we’ll plan it with several vans.'

/** "17", "5.1": the van's volume less the packing loss. */
const packedRoom = ({ category }: VanFit): string =>
  String(Number(((VAN_DETAILS[category].volumeM3 * PACKED_PERCENT) / 100).toFixed(1)))
