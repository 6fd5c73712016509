import { areaOf } from '#shared/uk-postcode.ts'
import { expandOutcodes } from '../outcodes/rules.ts'

/** Which bank holidays apply. Jersey, Guernsey (with Alderney and Sark) and Man are no part of the UK, nor of its VAT. */
export const NATIONS = [
  'england',
  'wales',
  'scotland',
  'northern_ireland',
  'jersey',
  'guernsey',
  'isle_of_man',
] as const
export type Nation = (typeof NATIONS)[number]

const ISLANDS: ReadonlyMap<string, Nation> = new Map([
  ['JE', 'jersey'],
  ['GY', 'guernsey'],
  ['IM', 'isle_of_man'],
])

const SCOTTISH_AREAS = new Set('AB DD DG EH FK G HS IV KA KW KY ML PA PH TD ZE'.split(' '))
const WELSH_AREAS = new Set('CF LD LL NP SA'.split(' '))
/** Outcodes where most people live on the other side of a border from the rest of their area. */
const ACROSS_THE_BORDER = new Map<string, Nation>([
  ...expandOutcodes('CH5-8 SY15-25').map((outcode): [string, Nation] => [outcode, 'wales']),
  ['TD15', 'england'],
])

/**
 * The nation of an outcode. A country code from the open data (E92000001, W92000004, S92000003, N92000002) takes precedence, because
 * a dozen outcodes straddle a border.
 */
export function nationOf(outcode: string, countryCode: string | null = null): Nation {
  const area = areaOf(outcode) ?? outcode
  const island = ISLANDS.get(area)
  if (island) return island
  if (countryCode?.startsWith('S')) return 'scotland'
  if (countryCode?.startsWith('W')) return 'wales'
  if (countryCode?.startsWith('N')) return 'northern_ireland'
  if (countryCode?.startsWith('E')) return 'england'
  const across = ACROSS_THE_BORDER.get(outcode)
  if (across) return across
  if (area === 'BT') return 'northern_ireland'
  if (SCOTTISH_AREAS.has(area)) return 'scotland'
  return WELSH_AREAS.has(area) ? 'wales' : 'england'
}
