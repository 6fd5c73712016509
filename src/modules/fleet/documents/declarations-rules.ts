/**
 * Facts of a van that the office approves, and the effect of a change on its unit until the office has decided (ADR
 * 0028). Pure.
 */
import type { Standing } from './rules.ts'
import { isHeavy, payloadOf, type Masses, type Fuel, type VanFacts } from '../vans/rules.ts'
import { VAN_CATEGORIES, VAN_NAMES } from '../rules.ts'
import { numberText, capitalise } from '#shared/texts.ts'

/** All that the office compares with the log book. */
export interface ApprovedFacts extends VanFacts, Masses {
  make: string
  model: string
}

/** Facts in the order in which the office reads them. */
export const FACTS = [
  'registration',
  'make',
  'model',
  'category',
  'hasTailLift',
  'fuel',
  'euroClass',
  'year',
  'grossWeightKg',
  'kerbWeightKg',
  'payloadKg',
] as const satisfies readonly (keyof ApprovedFacts)[]
export type Fact = (typeof FACTS)[number]

export const FACT_LABELS: Record<Fact, string> = {
  registration: 'Registration',
  make: 'Make',
  model: 'Model',
  category: 'Category',
  hasTailLift: 'Tail-lift',
  fuel: 'Fuel',
  euroClass: 'Euro class',
  year: 'Year of registration',
  grossWeightKg: 'Gross weight',
  kerbWeightKg: 'Kerb weight',
  payloadKg: 'Payload',
}

/** Anchor of the details on the page of their unit: emails link there. */
export const VAN_PLACE = 'your-van'

/** The facts that are not the same; null for a van that nothing was known of. */
export const changedFacts = (before: ApprovedFacts | null, after: ApprovedFacts): Fact[] =>
  FACTS.filter((fact) => before?.[fact] !== after[fact])

export const isSameVan = (a: ApprovedFacts, b: ApprovedFacts): boolean => changedFacts(a, b).length === 0

/** Fuels from the one that most zones admit to the one that fewest do. */
const CLEANEST_FIRST: readonly Fuel[] = ['electric', 'hybrid', 'petrol', 'diesel']

type Judge = (approved: ApprovedFacts, declared: ApprovedFacts) => boolean
const never: Judge = () => false

/**
 * Whether a change makes the van do less than its bookings were promised, cost the customer more or not be allowed somewhere. Of the others
 * the old facts hold: a van that carries more is offered as it was. An older year asks for an MOT at once, which the documents see to, and a
 * kerb weight counts by the payload that it leaves.
 */
const PAUSES: Record<Fact, Judge> = {
  // A changed registration is another vehicle.
  registration: () => true,
  make: never,
  model: never,
  category: (approved, declared) =>
    VAN_CATEGORIES.indexOf(declared.category) < VAN_CATEGORIES.indexOf(approved.category),
  hasTailLift: (_approved, declared) => !declared.hasTailLift,
  fuel: (approved, declared) => CLEANEST_FIRST.indexOf(declared.fuel) > CLEANEST_FIRST.indexOf(approved.fuel),
  euroClass: (approved, declared) =>
    approved.euroClass !== null && declared.euroClass !== null && declared.euroClass < approved.euroClass,
  year: never,
  grossWeightKg: (approved, declared) =>
    isHeavy(declared.grossWeightKg) && (declared.grossWeightKg ?? 0) > (approved.grossWeightKg ?? 0),
  kerbWeightKg: never,
  payloadKg: (approved, declared) => payloadOf(declared) < payloadOf(approved),
}

/** The changes for which a unit takes no jobs until the office has decided. */
export const pausingFacts = (approved: ApprovedFacts, declared: ApprovedFacts): Fact[] =>
  changedFacts(approved, declared).filter((fact) => PAUSES[fact](approved, declared))

/** Whether a van can go on under what was approved of it until the office has decided. */
export const isSafeUntilDecided = (approved: ApprovedFacts, declared: ApprovedFacts): boolean =>
  pausingFacts(approved, declared).length === 0

export interface Declaration extends ApprovedFacts {
  id: string
  status: 'pending' | 'refused'
  /** Why it was refused; while it waits, why the office asks again. */
  reason: string | null
}

/** A van and its later declarations. Until the office has approved it once, both are the same. */
export interface DeclaredVan {
  isApproved: boolean
  inForce: ApprovedFacts
  declared: Declaration | null
}

/** What the facts of a van are worth to its unit, as though they were a document. */
export function factsStanding({ isApproved, inForce, declared }: DeclaredVan): Standing {
  if (!isApproved) return declared?.status === 'refused' ? 'refused' : 'pending'
  return declared?.status === 'pending' && !isSafeUntilDecided(inForce, declared) ? 'pending' : 'approved'
}

const kilograms = (kg: number | null): string => (kg === null ? 'Not given' : `${numberText(kg)} kg`)

const FUEL_TEXTS: Record<Fuel, string> = { electric: 'Electric', hybrid: 'Hybrid', petrol: 'Petrol', diesel: 'Diesel' }

/** Text of a single fact, as people read it. */
export function factText(facts: ApprovedFacts, fact: Fact): string {
  switch (fact) {
    case 'category':
      return VAN_NAMES[facts.category]
    case 'hasTailLift':
      return facts.hasTailLift ? 'Yes' : 'No'
    case 'euroClass':
      if (facts.euroClass === null) return 'None'
      return facts.euroClass === 0 ? 'Older than Euro 1' : `Euro ${facts.euroClass}`
    case 'year':
      return facts.year === null ? 'Not given' : String(facts.year)
    case 'grossWeightKg':
    case 'kerbWeightKg':
    case 'payloadKg':
      return kilograms(facts[fact])
    case 'fuel':
      return FUEL_TEXTS[facts.fuel]
    default:
      return facts[fact]
  }
}

/** Names stay as they are: "Large Van", "Euro 6". */
const inSentence = (text: string): string =>
  text.replace(/^(Yes|No|None|Not given|Older|Electric|Hybrid|Petrol|Diesel)\b/, (word) => word.toLowerCase())

/** "Category from Large Van to Small Van, payload from 1,000 kg to 500 kg" */
const changesText = (before: ApprovedFacts, after: ApprovedFacts, facts: readonly Fact[]): string => {
  const text = facts
    .map((fact) => {
      // A plate identifies a person, so it is left out of texts that are kept.
      if (fact === 'registration') return 'another registration'
      const name = FACT_LABELS[fact].toLowerCase().replace('euro', 'Euro')
      return `${name} from ${inSentence(factText(before, fact))} to ${inSentence(factText(after, fact))}`
    })
    .join(', ')
  return capitalise(text)
}

/** Why a unit waits for the office, as its driver reads it; null while it does not wait because of its van's facts. */
export function waitingReason(van: DeclaredVan): string | null {
  const { isApproved, inForce, declared } = van
  if (declared?.status !== 'pending' || factsStanding(van) !== 'pending') return null
  if (!isApproved) return declared.reason
  const changes = changesText(inForce, declared, pausingFacts(inForce, declared))
  return `${changes}: we are checking this, and no jobs are offered until then.`
}

/** What saving a change will do, said before: to a van that the office has approved. Null where nothing has changed. */
export function changeNotice(approved: ApprovedFacts, declared: ApprovedFacts): string | null {
  if (isSameVan(approved, declared)) return null
  if (approved.registration !== declared.registration)
    return `Another registration is another vehicle. ${approved.registration} takes no jobs from now on, and ${declared.registration} none until we have checked it: send its V5C, insurance and MOT as well. The documents of ${approved.registration} will be removed once we have. Bookings you already have still go ahead.`
  const pausing = pausingFacts(approved, declared)
  if (pausing.length > 0)
    return `${changesText(approved, declared, pausing)}: your van takes no jobs until we have checked this. Bookings you already have still go ahead.`
  return `Your van keeps working as approved (${VAN_NAMES[approved.category]}) until we have checked this.`
}
