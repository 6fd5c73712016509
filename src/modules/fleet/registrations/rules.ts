/** Registrations of the United Kingdom, by their forms (DVLA leaflet INF104, "Vehicle registration numbers and number plates"). Pure. */
import type { LocalDay } from '#shared/local-time.ts'

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

/** Without spaces and in capitals. */
const plain = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase()

/** As registrations are compared: 'LK72 VNF' → 'LK72VNF'. */
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
