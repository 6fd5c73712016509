import { areaOf } from '#shared/uk-postcode.ts'

/** One line of the hand-written table: a postcode area or outcode, its centre and its common name. */
export interface TablePlace {
  code: string
  lat: number
  lng: number
  name: string
}

/** A row of the table: code, latitude, longitude, name. Throws on any other row, which is a mistake in the source. */
export function toPlace(row: readonly (string | number)[]): TablePlace {
  const [code, lat, lng, name, ...more] = row
  const isCode = typeof code === 'string' && /^[A-Z]{1,2}(?:[0-9][A-Z0-9]?)?$/.test(code)
  if (!isCode || typeof lat !== 'number' || typeof lng !== 'number' || typeof name !== 'string' || more.length > 0)
    throw new Error(`Not a row of the outcode table: ${row.join(' ')}`)
  return { code, lat, lng, name }
}

/** Natural order: E1, E1W, E2, E10, as people expect in a list of outcodes. */
export function compareOutcodes(a: string, b: string): number {
  const [areaA, numberA, letterA] = partsOf(a)
  const [areaB, numberB, letterB] = partsOf(b)
  if (areaA !== areaB) return areaA < areaB ? -1 : 1
  if (numberA !== numberB) return numberA - numberB
  return letterA === letterB ? 0 : letterA < letterB ? -1 : 1
}

function partsOf(code: string): [string, number, string] {
  const [, area = '', number = '-1', letter = ''] = /^([A-Z]+)(\d+)?([A-Z]?)$/.exec(code) ?? []
  return [area, Number(number), letter]
}

/** Expands a short list: `BR1-5,7 EC1/AMN SW1A` is BR1 BR2 BR3 BR4 BR5 BR7 EC1A EC1M EC1N SW1A. */
export function expandOutcodes(text: string): string[] {
  return text.split(/\s+/).filter(Boolean).flatMap(expandToken)
}

function expandToken(token: string): string[] {
  const [stem = '', letters] = token.split('/')
  if (letters) return letters.split('').map((letter) => stem + letter)
  const [, area = '', list = ''] = /^([A-Z]+)([0-9,-]+)$/.exec(token) ?? []
  if (!list) return [token]
  return list.split(',').flatMap((item) => {
    const [first = 0, last = first] = item.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => `${area}${first + index}`)
  })
}

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
