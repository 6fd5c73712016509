// Van, crew and stairs vocabulary used by every slice and the screens (spec §3, §9).
import { oneOf } from '#shared/records.ts'

/** Smallest first; the position is the `value` of the specification (0 to 3). */
export const VAN_CATEGORIES = ['small_van', 'medium_van', 'large_van', 'luton_van'] as const
export type VanCategory = (typeof VAN_CATEGORIES)[number]

/** Levels of help, from none to a crew of three, in ascending order. */
export const HELP_LEVELS = ['no_help', 'driver_helps', 'one_porter', 'two_porters'] as const
export type HelpLevel = (typeof HELP_LEVELS)[number]

export const FURNITURE_TYPES = ['sofa', 'bed', 'wardrobe', 'table'] as const
export type FurnitureType = (typeof FURNITURE_TYPES)[number]

/** Stairs at an address as on the wire: 0 none, 1 to 8 flights (8 means 8 or more), 9 a lift. */
export const STAIRS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const
export type Stairs = (typeof STAIRS)[number]

export const NO_STAIRS: Stairs = 0
export const LIFT: Stairs = 9

export const DEFAULT_HELP_LEVEL: HelpLevel = 'no_help'

export const VAN_NAMES: Record<VanCategory, string> = {
  small_van: 'Small Van',
  medium_van: 'Medium Van',
  large_van: 'Large Van',
  luton_van: 'Luton Van',
}

export const HELP_LEVEL_LABELS: Record<HelpLevel, string> = {
  no_help: 'No help required',
  driver_helps: '1 man (driver helps)',
  one_porter: '2 men (driver helps + 1 helper)',
  two_porters: '3 men (driver helps + 2 helpers)',
}

/** In the order of the select box: the lift comes after "no stairs", as in spec §3. */
export const STAIRS_OPTIONS: ReadonlyArray<{ value: Stairs; label: string }> = [
  { value: 0, label: 'No stairs (5 steps or less)' },
  { value: 9, label: 'There is a lift' },
  { value: 1, label: '1 flight' },
  { value: 2, label: '2 flights' },
  { value: 3, label: '3 flights' },
  { value: 4, label: '4 flights' },
  { value: 5, label: '5 flights' },
  { value: 6, label: '6 flights' },
  { value: 7, label: '7 flights' },
  { value: 8, label: '8 flights or more' },
]

/** Seats in the cab, including the driver's (spec §3). */
export const SEATS: Record<VanCategory, number> = { small_van: 2, medium_van: 3, large_van: 3, luton_van: 3 }

/** People who come with the van, including the driver, whether or not the driver lifts. */
export const CREW_SIZE: Record<HelpLevel, number> = { no_help: 1, driver_helps: 1, one_porter: 2, two_porters: 3 }

/** Number of people who carry, dismantle and assemble: none with "no help". */
export const LIFTING_PEOPLE: Record<HelpLevel, number> = { no_help: 0, driver_helps: 1, one_porter: 2, two_porters: 3 }

export const isVanCategory = oneOf(VAN_CATEGORIES)
export const isHelpLevel = oneOf(HELP_LEVELS)
export const isStairs = oneOf(STAIRS)

export const stairsLabel = (stairs: Stairs): string =>
  STAIRS_OPTIONS.find((option) => option.value === stairs)?.label ?? ''

/** Flights to climb: a lift has none. */
export const flightsOf = (stairs: Stairs): number => (stairs === LIFT ? 0 : stairs)

/** Only a Luton van can have a tail-lift (spec §3). */
export const canHaveTailLift = (van: VanCategory | null): boolean => van === 'luton_van'

/** A crew has to fit the cab: a crew of three does not fit on two seats (decisions §3). */
export const canCarryCrew = (van: VanCategory, help: HelpLevel): boolean => CREW_SIZE[help] <= SEATS[van]

/** The help levels offered with a van, in ascending order. */
export const helpLevelsFor = (van: VanCategory): HelpLevel[] => HELP_LEVELS.filter((help) => canCarryCrew(van, help))

/** `help`, or the most help below it that the van's seats allow. */
export const capHelpToVan = (help: HelpLevel, van: VanCategory): HelpLevel =>
  canCarryCrew(van, help) ? help : (helpLevelsFor(van).at(-1) ?? 'no_help')

export const atLeastHelp = (help: HelpLevel, required: HelpLevel): boolean =>
  HELP_LEVELS.indexOf(help) >= HELP_LEVELS.indexOf(required)

/** The smaller of two help levels: help with furniture is capped by the help level of the move (decisions §3). */
export const lesserHelp = (a: HelpLevel, b: HelpLevel): HelpLevel => (atLeastHelp(a, b) ? b : a)

/** Statuses of a unit's bookings for the slices before `bookings`, which read them through views; a test holds them to the sets of its rules. */
const HELD_NEW = ['new_booking'] as const
export const HELD_CONFIRMED = ['confirmed'] as const
export const HELD_UNDER_WAY = ['in_progress'] as const
const HELD_DONE = ['completed'] as const
export const HELD_NOT_BEGUN = [...HELD_NEW, ...HELD_CONFIRMED] as const
/** Statuses on a unit's calendar. */
export const HELD = [...HELD_NOT_BEGUN, ...HELD_UNDER_WAY, ...HELD_DONE] as const
export type HeldStatus = (typeof HELD)[number]

const amongHeld =
  (set: readonly HeldStatus[]) =>
  (status: HeldStatus): boolean =>
    set.includes(status)

export const isHeldNew = amongHeld(HELD_NEW)
export const isHeldAgreed = amongHeld([...HELD_CONFIRMED, ...HELD_UNDER_WAY])
export const isHeldDone = amongHeld(HELD_DONE)

/**
 * A page's address with the unit that it is about: the one way to write it, in links and in mails. An address that names a unit keeps it;
 * a place on the page stays behind it.
 */
export function unitPath(path: string, unitId: string): string {
  const [address = '', place] = path.split('#')
  if (/[?&]unit=/.test(address)) return path
  const named = `${address}${address.includes('?') ? '&' : '?'}unit=${unitId}`
  return place === undefined ? named : `${named}#${place}`
}
