import { areaOf } from '#shared/uk-postcode.ts'
import { expandOutcodes } from '../outcodes/rules.ts'

/** Which bank holidays apply. The Channel Islands and the Isle of Man count as England. */
export type Nation = 'england' | 'wales' | 'scotland' | 'northern_ireland'

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
  if (countryCode?.startsWith('S')) return 'scotland'
  if (countryCode?.startsWith('W')) return 'wales'
  if (countryCode?.startsWith('N')) return 'northern_ireland'
  if (countryCode?.startsWith('E')) return 'england'
  const across = ACROSS_THE_BORDER.get(outcode)
  if (across) return across
  const area = areaOf(outcode) ?? outcode
  if (area === 'BT') return 'northern_ireland'
  if (SCOTTISH_AREAS.has(area)) return 'scotland'
  return WELSH_AREAS.has(area) ? 'wales' : 'england'
}
