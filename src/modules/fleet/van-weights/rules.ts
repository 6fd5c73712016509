/** What a van weighs and may carry (decisions §11 "The load", field.md 3.6). Pure. */
import { VAN_DETAILS } from '../data.ts'
import { numberText } from '#shared/number-text.ts'
import { VAN_NAMES, type VanCategory } from '../rules.ts'

/** Kilograms, each null where it is not known. */
export interface Masses {
  /** The most that van and load may weigh: F.1 on the V5C, its "revenue weight" where it has one. */
  grossWeightKg: number | null
  /** The van itself, ready to drive: G on the V5C, "mass in service". */
  kerbWeightKg: number | null
  payloadKg: number | null
}

export const NO_MASSES: Masses = { grossWeightKg: null, kerbWeightKg: null, payloadKg: null }

const MASSES = ['grossWeightKg', 'kerbWeightKg', 'payloadKg'] as const

export const isSameMass = (a: Masses, b: Masses): boolean => MASSES.every((name) => a[name] === b[name])
export const isUnknown = (masses: Masses): boolean => isSameMass(masses, NO_MASSES)

/** What a driver says, over what is known: whatever they leave open stays as it is, and with both weights the payload is what is between them. */
export function declaredMasses(said: Masses, known: Masses): Masses {
  const grossWeightKg = said.grossWeightKg ?? known.grossWeightKg
  const kerbWeightKg = said.kerbWeightKg ?? known.kerbWeightKg
  if (grossWeightKg !== null && kerbWeightKg !== null)
    return { grossWeightKg, kerbWeightKg, payloadKg: grossWeightKg - kerbWeightKg }
  return { grossWeightKg, kerbWeightKg, payloadKg: said.payloadKg ?? known.payloadKg }
}

type Range = readonly [least: number, most: number]

/**
 * Between the lightest and the heaviest that makers sell in a category, with room on both sides: a figure outside is a slip of the pen or
 * another category. From makers' tables: the small ones from the Fiat Fiorino (1,700 kg gross) to the Volkswagen Caddy Maxi and Kangoo
 * E-Tech (2,500), the medium ones from the Dispatch (2,400) to the eVito (3,500), large ones and Lutons up to the 7.2-tonne Daily and
 * the 7.5-tonne LF and TGL.
 */
const RANGES: Record<VanCategory, Record<keyof Masses, Range>> = {
  small_van: { grossWeightKg: [1500, 2800], kerbWeightKg: [900, 2100], payloadKg: [300, 1100] },
  medium_van: { grossWeightKg: [2200, 3500], kerbWeightKg: [1400, 2700], payloadKg: [450, 1600] },
  large_van: { grossWeightKg: [2600, 7500], kerbWeightKg: [1600, 4500], payloadKg: [450, 4500] },
  luton_van: { grossWeightKg: [2800, 7500], kerbWeightKg: [1800, 5500], payloadKg: [400, 4500] },
}

const NAMES: Record<keyof Masses, { field: string; says: string; where: string }> = {
  grossWeightKg: { field: 'gross_weight_kg', says: 'weighs', where: 'gross (F.1 on the V5C)' },
  kerbWeightKg: { field: 'kerb_weight_kg', says: 'weighs', where: 'empty (G on the V5C)' },
  payloadKg: { field: 'payload_kg', says: 'carries', where: 'of load' },
}

/** What is wrong with what a driver says, by field as on the wire. `said` is what was sent, `masses` what it comes to. */
export function massProblems(said: Masses, masses: Masses, category: VanCategory): Record<string, string[]> {
  const { grossWeightKg: gross, kerbWeightKg: kerb, payloadKg: payload } = masses
  if (gross !== null && kerb !== null && kerb >= gross)
    return { kerb_weight_kg: ['A van weighs less empty than fully loaded: one of the two weights is wrong.'] }
  if (said.payloadKg !== null && payload !== said.payloadKg)
    return {
      payload_kg: [
        `Gross less kerb weight is ${numberText(payload ?? 0)} kg. Correct one of the weights, or leave the payload blank.`,
      ],
    }
  const problems: Record<string, string[]> = {}
  for (const name of MASSES) {
    const kg = masses[name]
    const [least, most] = RANGES[category][name]
    if (kg === null || (kg >= least && kg <= most)) continue
    const { field, says, where } = NAMES[name]
    // Whoever gave both weights has not typed the payload: what is wrong stands in one of those.
    const shownAt = name === 'payloadKg' && gross !== null && kerb !== null ? 'kerb_weight_kg' : field
    problems[shownAt] ??= [
      name === 'payloadKg' && shownAt !== field
        ? `That leaves ${numberText(kg)} kg for the load; a ${VAN_NAMES[category]} carries ${numberText(least)} to ${numberText(most)} kg. Check both weights.`
        : `A ${VAN_NAMES[category]} ${says} ${numberText(least)} to ${numberText(most)} kg ${where}. Check the figure, or the category.`,
    ]
  }
  return problems
}

/** What a van carries: its own payload, else the low end of its category, which every van of it carries. */
export const payloadOf = ({ category, payloadKg }: { category: VanCategory; payloadKg: number | null }): number =>
  payloadKg ?? VAN_DETAILS[category].payloadMinKg

/** Above this a van needs an operator's licence, a tachograph and a licence of a further category. */
export const HEAVIEST_LIGHT_VAN_KG = 3500
/** What an electric van may weigh and still be driven on a car licence. */
const HEAVIEST_ELECTRIC_ON_B_KG = 4250

export const isHeavy = (grossWeightKg: number | null): boolean => (grossWeightKg ?? 0) > HEAVIEST_LIGHT_VAN_KG

/** What a van of this weight asks of company and driver, in words; null where it asks nothing more. */
export function heavyVanText(grossWeightKg: number | null, isElectric: boolean): string | null {
  if (!isHeavy(grossWeightKg)) return null
  const needed = 'Over 3,500 kg it needs an operator’s licence and tachograph papers, or it is offered no jobs.'
  return isElectric && (grossWeightKg ?? 0) <= HEAVIEST_ELECTRIC_ON_B_KG
    ? `${needed} Being electric and no heavier than 4,250 kg, it can be driven on a car licence (category B).`
    : `${needed} Anybody who drives it needs category C1 on their licence.`
}
