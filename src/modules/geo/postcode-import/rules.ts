import proj4 from 'proj4'
import { normalisePostcode } from '#shared/uk-postcode.ts'

/** Which open data a file is (geography 3). */
export type SourceKind = 'code_point_open' | 'onspd' | 'nspl'

/** One row of geo.postcode. */
export interface ImportRow {
  postcode: string
  lat: number | null
  lng: number | null
  districtCode: string | null
  countryCode: string | null
}

/** What becomes of a line: a row, a line that does not count, or a line that makes no sense. */
export type Reading = ImportRow | 'skipped' | 'malformed'

export interface ReadOptions {
  /** Northern Ireland's rows are not free for commercial use, so they are left out unless asked for. */
  includeNorthernIreland: boolean
}

/** A file that we were given cannot be used; the message is for the person who gave it. */
export class UnusableFile extends Error {
  override name = 'UnusableFile'
}

export const SOURCE_NAMES: Record<SourceKind, string> = {
  code_point_open: 'Code-Point Open',
  onspd: 'ONSPD',
  nspl: 'NSPL',
}

const ATTRIBUTION =
  'Contains OS data © Crown copyright and database right. Contains Royal Mail data © Royal Mail copyright and database right. ' +
  'Contains National Statistics data. Open Government Licence v3.0.'
const NORTHERN_IRELAND_ATTRIBUTION =
  'Contains Land & Property Services (Northern Ireland) data © Crown copyright, used under its own licence.'

/** The words that pages using the data must show. */
export const attributionOf = (hasNorthernIreland: boolean): string =>
  hasNorthernIreland ? `${ATTRIBUTION} ${NORTHERN_IRELAND_ATTRIBUTION}` : ATTRIBUTION

/** What pages show: which data, how old, and the words of its licence. */
export const sourceText = (source: { name: string | null; vintage: string | null; attribution: string }): string =>
  `Places: ${source.name} ${source.vintage}. ${source.attribution}`

const OSGB36 =
  '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy ' +
  '+towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489 +units=m +no_defs'
const toWgs84 = proj4(OSGB36, 'WGS84')

/** National grid metres to degrees, within 2 m. Null for the grid's origin (how the data writes "no place") and beyond its edges. */
export function placeOfGrid(easting: number, northing: number): { lat: number; lng: number } | null {
  const isOnGrid = easting > 0 && easting < 700_000 && northing > 0 && northing < 1_300_000
  if (!isOnGrid) return null
  const [lng = Number.NaN, lat = Number.NaN] = toWgs84.forward([easting, northing])
  return placeOfDegrees(lat, lng)
}

/** The way back: degrees to easting and northing. */
export function gridOfPlace({ lat, lng }: { lat: number; lng: number }): [easting: number, northing: number] {
  const [easting = Number.NaN, northing = Number.NaN] = toWgs84.inverse([lng, lat])
  return [easting, northing]
}

/** Rounded to six decimals (11 cm); null outside the British Isles, such as the 99.999999 that means "no place". */
export function placeOfDegrees(lat: number, lng: number): { lat: number; lng: number } | null {
  if (!(lat >= 49 && lat <= 61 && lng >= -9 && lng <= 2.5)) return null
  return { lat: Math.round(lat * 1e6) / 1e6, lng: Math.round(lng * 1e6) / 1e6 }
}

/** Ten columns without a header: postcode, quality, easting, northing, country, NHS region, NHS authority, county, district, ward. */
export function readCodePointRow(fields: readonly string[]): Reading {
  const [postcode = '', quality = '', easting = '', northing = '', country = '', , , , district = ''] = fields
  const normalised = normalisePostcode(postcode.replaceAll(/\s/g, ''))
  if (fields.length < 10 || normalised === null || !/^\d+$/.test(quality)) return 'malformed'
  const place = quality === '90' ? null : placeOfGrid(Number(easting), Number(northing))
  return rowOf(normalised, place, district, country)
}

/** Whether a first line is data of Code-Point Open and not a header. */
export function looksLikeCodePoint(fields: readonly string[]): boolean {
  const [postcode = ''] = fields
  return fields.length >= 10 && normalisePostcode(postcode.replaceAll(/\s/g, '')) !== null
}

/** Positions of the columns that we read in an ONSPD or NSPL file; their names carry a year and their order changes. */
export interface DirectoryColumns {
  postcode: number
  ended: number
  easting: number
  northing: number
  district: number
  country: number
  lat: number
  lng: number
  /** Fields that a whole row has at least. */
  width: number
}

const COLUMN_NAMES: Record<Exclude<keyof DirectoryColumns, 'width'>, RegExp> = {
  postcode: /^pcds$/i,
  ended: /^doterm$/i,
  easting: /^(os)?east1m$/i,
  northing: /^(os)?(nrth|north)1m$/i,
  district: /^(oslaua|laua|lad\d\dcd)$/i,
  country: /^ctry(\d\dcd)?$/i,
  lat: /^lat$/i,
  lng: /^long$/i,
}

/** The columns of a header row, or what is missing from it. */
export function findColumns(header: readonly string[]): { columns: DirectoryColumns } | { missing: string[] } {
  const position = (name: RegExp) => header.findIndex((column) => name.test(column.trim()))
  const columns = {
    postcode: position(COLUMN_NAMES.postcode),
    ended: position(COLUMN_NAMES.ended),
    easting: position(COLUMN_NAMES.easting),
    northing: position(COLUMN_NAMES.northing),
    district: position(COLUMN_NAMES.district),
    country: position(COLUMN_NAMES.country),
    lat: position(COLUMN_NAMES.lat),
    lng: position(COLUMN_NAMES.lng),
  }
  const missing = Object.entries(columns).flatMap(([name, index]) => (index < 0 ? [name] : []))
  return missing.length > 0 ? { missing } : { columns: { ...columns, width: Math.max(...Object.values(columns)) + 1 } }
}

/** A row of ONSPD or NSPL. Ended postcodes do not count; `GIR 0AA`, which has not the form of a postcode, ended long ago. */
export function readDirectoryRow(fields: readonly string[], columns: DirectoryColumns, options: ReadOptions): Reading {
  if (fields.length < columns.width) return 'malformed'
  const at = (index: number) => (fields[index] ?? '').trim()
  if (at(columns.ended) !== '') return 'skipped'
  const postcode = normalisePostcode(at(columns.postcode).replaceAll(/\s/g, ''))
  if (postcode === null) return 'malformed'
  const country = at(columns.country)
  const isNorthernIrish = country.startsWith('N') || postcode.startsWith('BT')
  if (isNorthernIrish && !options.includeNorthernIreland) return 'skipped'
  const place =
    placeOfDegrees(numberOf(at(columns.lat)), numberOf(at(columns.lng))) ??
    // Northern Ireland's grid is the Irish one, which this is not.
    (isNorthernIrish ? null : placeOfGrid(numberOf(at(columns.easting)), numberOf(at(columns.northing))))
  return rowOf(postcode, place, at(columns.district), country)
}

const numberOf = (text: string): number => (text === '' ? Number.NaN : Number(text))

function rowOf(
  postcode: string,
  place: { lat: number; lng: number } | null,
  district: string,
  country: string,
): ImportRow {
  return {
    postcode,
    lat: place?.lat ?? null,
    lng: place?.lng ?? null,
    districtCode: codeOf(district),
    countryCode: codeOf(country),
  }
}

/** A code of the national statistics, or nothing: the pseudo codes for "elsewhere" end in nines. */
const codeOf = (text: string): string | null => (/^[A-Z]\d{8}$/.test(text) && !text.endsWith('99999999') ? text : null)

/** The line that PostgreSQL's COPY takes. Nothing in a row needs escaping: postcodes, numbers and codes only. */
export function copyLine({ postcode, lat, lng, districtCode, countryCode }: ImportRow): string {
  return `${postcode}\t${lat ?? '\\N'}\t${lng ?? '\\N'}\t${districtCode ?? '\\N'}\t${countryCode ?? '\\N'}\n`
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/** 'ONSPD_FEB_2026_UK.csv' is of 2026-02; null where a file's name does not say. */
export function vintageOfName(name: string): string | null {
  const [, month = '', year = ''] = /(?:^|[_\s-])([A-Z]{3})[A-Z]*[_\s-](20\d\d)(?:[_\s.-]|$)/i.exec(name) ?? []
  const index = MONTHS.indexOf(month.toUpperCase())
  return index < 0 ? null : `${year}-${String(index + 1).padStart(2, '0')}`
}

/** The release number in Doc/metadata.txt of Code-Point Open, such as 2025.4.0. */
export function vintageOfMetadata(text: string): string | null {
  return /DATASET VERSION NUMBER:\s*([\w.]{1,30})/i.exec(text)?.[1] ?? null
}

/** One line in a thousand may make no sense. */
export const MAX_MALFORMED_SHARE = 0.001

export function isMostlyNonsense(malformed: number, lines: number): boolean {
  return malformed > lines * MAX_MALFORMED_SHARE
}
