import { describe, expect, it } from 'vitest'
import { haversineMetres } from '#shared/distance.ts'
import {
  attributionOf,
  copyLine,
  findColumns,
  gridOfPlace,
  isMostlyNonsense,
  looksLikeCodePoint,
  placeOfDegrees,
  placeOfGrid,
  readCodePointRow,
  readDirectoryRow,
  vintageOfMetadata,
  vintageOfName,
  type DirectoryColumns,
} from './rules.ts'

describe('placeOfGrid', () => {
  // Published pairs: Caister water tower (OS guide to coordinate systems) and well-known spots.
  it.each([
    ['Caister water tower', 651_409.903, 313_177.27, 52.657_977, 1.716_038],
    ['Buckingham Palace', 529_090, 179_645, 51.501_01, -0.141_588],
    ['Edinburgh Castle', 325_120, 673_480, 55.948_6, -3.2],
  ])('%s', (_, easting, northing, lat, lng) => {
    const place = placeOfGrid(easting, northing)
    expect(place && haversineMetres(place, { lat, lng })).toBeLessThan(_ === 'Edinburgh Castle' ? 100 : 3)
  })

  it.each([
    [0, 0],
    [529_090, 0],
    [-1, 179_645],
    [999_999, 179_645],
    [Number.NaN, 179_645],
  ])('%d, %d is nowhere', (easting, northing) => expect(placeOfGrid(easting, northing)).toBeNull())
})

it('gridOfPlace is the way back, to the metre', () => {
  const [easting, northing] = gridOfPlace({ lat: 51.501_01, lng: -0.141_588 })
  expect([Math.round(easting), Math.round(northing)]).toEqual([529_090, 179_645])
})

describe('placeOfDegrees', () => {
  it.each([
    [99.999_999, 0],
    [51.5, 12],
    [0, 0],
    [Number.NaN, -0.1],
    [Number.POSITIVE_INFINITY, -0.1],
  ])('%d, %d is nowhere', (lat, lng) => expect(placeOfDegrees(lat, lng)).toBeNull())
  it('keeps eleven centimetres', () =>
    expect(placeOfDegrees(51.501_009_4, -0.141_587_6)).toEqual({ lat: 51.501_009, lng: -0.141_588 }))
})

const codePoint = (postcode: string, quality = '10', easting = '529090', northing = '179645') => [
  postcode,
  quality,
  easting,
  northing,
  'E92000001',
  'E19000003',
  'E18000007',
  '',
  'E09000033',
  'E05013806',
]

describe('readCodePointRow', () => {
  it.each(['SW1A 1AA', 'SW1A1AA', 'sw1a1aa'])('reads %j', (postcode) => {
    expect(readCodePointRow(codePoint(postcode))).toEqual({
      postcode: 'SW1A 1AA',
      lat: 51.501_009,
      lng: -0.141_588,
      districtCode: 'E09000033',
      countryCode: 'E92000001',
    })
  })

  it('strips the padding of older releases', () => {
    expect(readCodePointRow(codePoint('M1  1AE'))).toMatchObject({ postcode: 'M1 1AE' })
    expect(readCodePointRow(codePoint('E1   7AA'))).toMatchObject({ postcode: 'E1 7AA' })
  })

  it('keeps a postcode of quality 90, without a place', () => {
    expect(readCodePointRow(['AB43 1AJ', '90', '0', '0', 'S92000003', '', '', '', '', ''])).toEqual({
      postcode: 'AB43 1AJ',
      lat: null,
      lng: null,
      districtCode: null,
      countryCode: 'S92000003',
    })
  })

  it.each([
    ['too few columns', ['SW1A 1AA', '10', '529090']],
    ['no postcode', codePoint('nonsense')],
    ['a quality that is none', codePoint('SW1A 1AA', 'x')],
    ['nothing', []],
  ])('makes no sense of %s', (_, fields) => expect(readCodePointRow(fields)).toBe('malformed'))

  it('is told from a header', () => {
    expect(looksLikeCodePoint(codePoint('M1  1AE'))).toBe(true)
    expect(looksLikeCodePoint(['pcd', 'pcd2', 'pcds', 'dointr', 'doterm', 'a', 'b', 'c', 'd', 'e'])).toBe(false)
  })
})

describe('findColumns', () => {
  it.each([
    [
      'ONSPD until 2024',
      'pcd,pcd2,pcds,dointr,doterm,oscty,oslaua,osward,oseast1m,osnrth1m,osgrdind,ctry,rgn,lat,long',
    ],
    ['ONSPD with years', 'pcd7,pcd8,pcds,dointr,doterm,lad25cd,ctry25cd,rgn25cd,east1m,north1m,lat,long'],
    ['NSPL', 'PCD,PCD2,PCDS,DOINTR,DOTERM,OSEAST1M,OSNRTH1M,LAUA,CTRY,RGN,LAT,LONG'],
  ])('%s', (_, header) => expect(findColumns(header.split(','))).toHaveProperty('columns'))

  it('says what is missing', () => {
    expect(findColumns('pcd,pcds,doterm,oseast1m,osnrth1m,ctry,lat'.split(','))).toEqual({
      missing: ['district', 'lng'],
    })
  })
})

describe('readDirectoryRow', () => {
  const found = findColumns('pcds,doterm,oseast1m,osnrth1m,oslaua,ctry,lat,long'.split(','))
  const columns = 'columns' in found ? found.columns : ({} as DirectoryColumns)
  const read = (line: string, includeNorthernIreland = false) =>
    readDirectoryRow(line.split(','), columns, { includeNorthernIreland })

  it('reads latitude and longitude', () => {
    expect(read('SW1A 1AA,,529090,179645,E09000033,E92000001,51.501009,-0.141588')).toEqual({
      postcode: 'SW1A 1AA',
      lat: 51.501_009,
      lng: -0.141_588,
      districtCode: 'E09000033',
      countryCode: 'E92000001',
    })
  })

  it('falls back to the national grid', () => {
    expect(read('SW1A 1AA,,529090,179645,E09000033,E92000001,,')).toMatchObject({ lat: 51.501_009 })
  })

  it('knows that 99.999999 is no place', () => {
    expect(read('JE2 3AB,,,,L99999999,L93000001,99.999999,0.000000')).toEqual({
      postcode: 'JE2 3AB',
      lat: null,
      lng: null,
      districtCode: null,
      countryCode: 'L93000001',
    })
  })

  it('skips ended postcodes, whatever their form', () => {
    expect(read('AB1 0AA,199606,385386,801193,S12000033,S92000003,57.101474,-2.242851')).toBe('skipped')
    expect(read('GIR 0AA,199801,,,,,99.999999,0')).toBe('skipped')
  })

  it('takes Northern Ireland only when asked, and never by the wrong grid', () => {
    const line = 'BT1 1AA,,333600,374500,N09000003,N92000002,54.602297,-5.926932'
    expect(read(line)).toBe('skipped')
    expect(read(line, true)).toMatchObject({ postcode: 'BT1 1AA', lat: 54.602_297 })
    expect(read('BT1 1AA,,333600,374500,N09000003,N92000002,99.999999,0', true)).toMatchObject({ lat: null })
  })

  it('makes no sense of half a row', () => {
    expect(read('SW1A 1AA,,529090')).toBe('malformed')
    expect(read('nonsense,,529090,179645,E09000033,E92000001,51.5,-0.1')).toBe('malformed')
  })
})

it('copyLine: tabs, and \\N for nothing', () => {
  expect(copyLine({ postcode: 'AB43 1AJ', lat: null, lng: null, districtCode: null, countryCode: 'S92000003' })).toBe(
    'AB43 1AJ\t\\N\t\\N\t\\N\tS92000003\n',
  )
})

describe('vintage', () => {
  it.each([
    ['ONSPD_FEB_2026_UK.csv', '2026-02'],
    ['NSPL_AUG_2025_UK.csv', '2025-08'],
    ['ONSPD_November_2025.zip', '2025-11'],
    ['codepo_gb.zip', null],
    ['ab.csv', null],
  ])('%s: %s', (name, vintage) => expect(vintageOfName(name)).toBe(vintage))

  it('is read from the metadata of Code-Point Open', () => {
    expect(vintageOfMetadata('PRODUCT: OS Code-Point Open\r\nDATASET VERSION NUMBER: 2025.4.0\r\n')).toBe('2025.4.0')
    expect(vintageOfMetadata('nothing of the kind')).toBeNull()
  })
})

it('bears one nonsensical line in a thousand', () => {
  expect([isMostlyNonsense(0, 10), isMostlyNonsense(1, 1000), isMostlyNonsense(2, 1000)]).toEqual([false, false, true])
})

it('names Northern Ireland only where it is in', () => {
  expect(attributionOf(false)).toContain('Contains OS data © Crown copyright and database right.')
  expect(attributionOf(true)).toContain('Northern Ireland')
})
