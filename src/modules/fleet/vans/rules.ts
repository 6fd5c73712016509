/** Rules for vans. Pure. */
import { formatDateUk, type LocalDay } from '#shared/local-time.ts'
import { numberText } from '#shared/texts.ts'
import { oneOf } from '#shared/records.ts'
import { VAN_DETAILS } from '../data.ts'
import { canHaveTailLift, type VanCategory, VAN_NAMES } from '../rules.ts'

export const FUELS = ['diesel', 'petrol', 'electric', 'hybrid'] as const
export type Fuel = (typeof FUELS)[number]
export const isFuel = oneOf(FUELS)

export const OLDEST_YEAR = 1960

/**
 * The first year in which a van of a Euro class can have been registered. The standards came later: these are the years in which makers
 * began to sell ahead of them, so only what cannot be is refused. Regulations (EC) 715/2007 and 595/2009 (Euro 5 and 6, VI), (EU)
 * 2024/1257 (Euro 7); Directives 98/69/EC (3 and 4), 94/12/EC (2), 91/441/EEC (1).
 */
const FIRST_YEAR_OF_EURO: Record<number, number> = { 1: 1990, 2: 1993, 3: 1997, 4: 2000, 5: 2008, 6: 2013, 7: 2024 }

export interface VanFacts {
  registration: string
  category: VanCategory
  hasTailLift: boolean
  fuel: Fuel
  euroClass: number | null
  year: number | null
}

/** Problems of a van whose fields are valid one by one, by field. */
export function vanProblems(van: VanFacts, today: LocalDay): Record<string, string[]> {
  const problems: Record<string, string[]> = {}
  const thisYear = Number(today.slice(0, 4))
  const issued = firstIssuedOn(van.registration)
  if (issued !== null && issued > today)
    problems['registration'] = [
      `Plates with this age identifier are issued from ${formatDateUk(issued)} on. Check the registration.`,
    ]
  else if (issued !== null && van.year !== null && van.year < Number(issued.slice(0, 4)))
    problems['year'] = [
      `${van.registration} was first issued in ${issued.slice(0, 4)}, and a plate can’t make a van look newer than it is. Check the year, or the registration.`,
    ]
  const firstYear = van.euroClass === null ? undefined : FIRST_YEAR_OF_EURO[van.euroClass]
  if (van.fuel !== 'electric' && van.year !== null && firstYear !== undefined && van.year < firstYear)
    problems['euro_class'] = [
      `No van of ${van.year} is Euro ${van.euroClass}: the first were sold in ${firstYear}. Check the class (V.9 on the V5C) and the year.`,
    ]
  if (van.hasTailLift && !canHaveTailLift(van.category))
    problems['has_tail_lift'] = ['Only a Luton Van can have a tail-lift.']
  if (van.year !== null && van.year > thisYear + 1) problems['year'] = ['This year is in the future.']
  if (van.fuel !== 'electric' && van.euroClass === null)
    problems['euro_class'] = ['Choose the Euro class: it decides what the van pays in clean air zones.']
  return problems
}

/** What a van weighs and may carry (decisions §11 "The load", field.md 3.6). Pure. */

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
export function declaredMasses(submitted: Masses, known: Masses): Masses {
  const grossWeightKg = submitted.grossWeightKg ?? known.grossWeightKg
  const kerbWeightKg = submitted.kerbWeightKg ?? known.kerbWeightKg
  if (grossWeightKg !== null && kerbWeightKg !== null)
    return { grossWeightKg, kerbWeightKg, payloadKg: grossWeightKg - kerbWeightKg }
  return { grossWeightKg, kerbWeightKg, payloadKg: submitted.payloadKg ?? known.payloadKg }
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
export function massProblems(submitted: Masses, masses: Masses, category: VanCategory): Record<string, string[]> {
  const { grossWeightKg: gross, kerbWeightKg: kerb, payloadKg: payload } = masses
  if (gross !== null && kerb !== null && kerb >= gross)
    return { kerb_weight_kg: ['A van weighs less empty than fully loaded: one of the two weights is wrong.'] }
  if (submitted.payloadKg !== null && payload !== submitted.payloadKg)
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
    // The payload was not typed if both weights were, so the error is shown at one of those.
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
const HEAVIEST_LIGHT_VAN_KG = 3500
/** What an electric van may weigh and still be driven on a car licence. */
const HEAVIEST_ELECTRIC_ON_B_KG = 4250

export const isHeavy = (grossWeightKg: number | null): boolean => (grossWeightKg ?? 0) > HEAVIEST_LIGHT_VAN_KG

/** What a van of this weight asks of company and driver, in words; null where it asks nothing more. */
export function heavyVanText(grossWeightKg: number | null, isElectric: boolean): string | null {
  if (!isHeavy(grossWeightKg)) return null
  const needed = 'Over 3,500 kg it needs an operator’s licence and tachograph documents, or it won’t be offered jobs.'
  return isElectric && (grossWeightKg ?? 0) <= HEAVIEST_ELECTRIC_ON_B_KG
    ? `${needed} Being electric and no heavier than 4,250 kg, it can be driven on a car licence (category B).`
    : `${needed} Anybody who drives it needs category C1 on their licence.`
}

/** Registrations of the United Kingdom, by their forms (DVLA leaflet INF104, "Vehicle registration numbers and number plates"). Pure. */

/**
 * - current, since September 2001: "AB51 ABC". The number is the age identifier. I, Q and Z begin no place, I and Q are never used.
 * - prefix, August 1983 to August 2001: "A123 ABC"; Q in front for a vehicle of unknown age.
 * - suffix, 1963 to July 1983: "ABC 123A".
 * - dateless, before 1963, and Northern Ireland to this day, there with an I or a Z: "ABC 123", "1234 AB", "AIZ 4821".
 */
const FORMS = {
  current: /^[A-HJ-PR-Y][A-HJ-PR-Y](\d{2})[A-HJ-PR-Z]{3}$/,
  prefix: /^([A-HJ-NPR-TV-Y])[1-9]\d{0,2}[A-HJ-PR-Y]{3}$/,
  q: /^Q[1-9]\d{0,2}[A-HJ-PR-Y]{3}$/,
  suffix: /^[A-HJ-PR-Y]{3}[1-9]\d{0,2}([A-HJ-NPR-TV-Y])$/,
  northernIreland: /^(?=[A-Z]*[IZ])[A-HJ-PR-Z]?[A-PR-Z]{2}[1-9]\d{0,3}$/,
  northernIrelandReversed: /^[1-9]\d{0,3}(?=[A-Z]*[IZ])[A-HJ-PR-Z]?[A-PR-Z]{2}$/,
  dateless: /^([A-PR-Z]{1,2}[1-9]\d{0,3}|[A-PR-Z]{3}[1-9]\d{0,2})$/,
  datelessReversed: /^([1-9]\d{0,3}[A-PR-Z]{1,2}|[1-9]\d{0,2}[A-PR-Z]{3})$/,
} as const

/** Text without spaces and in capitals. */
const plain = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase()

/** Form in which registrations are compared: 'LK72 VNF' → 'LK72VNF'. */
export const plateOf = (registration: string): string => plain(registration)

/** 'lk72vnf' → 'LK72 VNF'; null where no plate of the United Kingdom looks like it. */
export function parseRegistration(text: string): string | null {
  const plate = plain(text)
  if (!Object.values(FORMS).some((form) => form.test(plate))) return null
  return plate.replace(/^([A-Z]{2}\d{2})([A-Z]{3})$/, '$1 $2')
}

/** Prefix letters by the month from which they were issued. The letters changed in August, from 1999 in March and September. */
const PREFIXES = new Map<string, LocalDay>([
  ...fromAugust('A B C D E F G H J K L M N P R S', 1983),
  ['T', '1999-03-01'],
  ['V', '1999-09-01'],
  ['W', '2000-03-01'],
  ['X', '2000-09-01'],
  ['Y', '2001-03-01'],
])

/** Suffix letters: by the year until 1966, E from January 1967, from F on by August. */
const SUFFIXES = new Map<string, LocalDay>([
  ['A', '1963-01-01'],
  ['B', '1964-01-01'],
  ['C', '1965-01-01'],
  ['D', '1966-01-01'],
  ['E', '1967-01-01'],
  ...fromAugust('F G H J K L M N P R S T V W X Y', 1967),
])

function fromAugust(letters: string, year: number): [letter: string, day: LocalDay][] {
  return letters.split(' ').map((letter, index) => [letter, `${year + index}-08-01`])
}

/**
 * The first day on which a plate with this age identifier could be issued; null where it carries none. A vehicle first registered before
 * that day may not wear it: a plate may make a vehicle look older than it is, never newer (INF104).
 */
export function firstIssuedOn(registration: string): LocalDay | null {
  const plate = plain(registration)
  const age = FORMS.current.exec(plate)?.[1]
  if (age) return firstDayOfAge(Number(age))
  const prefix = FORMS.prefix.exec(plate)?.[1]
  if (prefix) return PREFIXES.get(prefix) ?? null
  const suffix = FORMS.suffix.exec(plate)?.[1]
  return (suffix && SUFFIXES.get(suffix)) || null
}

/** 02 is March 2002 and 50 March 2050; 51 is September 2001 and 99 September 2049, 00 the one after it and 01 March 2051. */
function firstDayOfAge(age: number): LocalDay {
  if (age === 0) return '2050-09-01'
  if (age === 1) return '2051-03-01'
  return age <= 50 ? `20${String(age).padStart(2, '0')}-03-01` : `20${String(age - 50).padStart(2, '0')}-09-01`
}
