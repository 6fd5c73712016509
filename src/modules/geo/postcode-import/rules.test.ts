import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { haversineMetres } from '#shared/distance.ts'
import { sendText, startStubServer, type StubServer } from '#test/support/stub-server.ts'
import { download } from './gateway.ts'
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
import {
  astrayProblem,
  isAstray,
  isExchanged,
  countIfMisplaced,
  lossProblem,
  emptyMisplacedCount,
  type AreaChange,
  type ReleaseFacts,
} from './soundness-rules.ts'

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
  it.each(['SW1A 1AA', 'SW1A1AA', 'sw1a1aa'])('reads the postcode %j', (postcode) => {
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

describe('soundness of an import', () => {
  const walthamstow = { lat: 51.586, lng: -0.019 }

  describe('isAstray: over 25 km from the middle of the district', () => {
    it.each([
      ['itself', walthamstow, false],
      ['10 km north', { lat: 51.676, lng: -0.019 }, false],
      ['24 km north', { lat: 51.8015, lng: -0.019 }, false],
      ['26 km north', { lat: 51.8205, lng: -0.019 }, true],
      ['26 km east', { lat: 51.586, lng: 0.357 }, true],
      ['Brighton', { lat: 50.838, lng: -0.139 }, true],
    ])('%s: %s', (_, place, expected) => expect(isAstray(place, walthamstow)).toBe(expected))
  })

  describe('isExchanged', () => {
    it('knows a place whose easting and northing changed places', () => {
      const swapped = placeOfGrid(189_000, 537_000)
      expect(swapped && isExchanged(swapped, walthamstow)).toBe(true)
    })
    it('leaves a place that is merely wrong', () =>
      expect(isExchanged({ lat: 50.838, lng: -0.139 }, walthamstow)).toBe(false))
  })

  describe('astrayProblem', () => {
    const judged = (near: number, far: number, place = { lat: 50.838, lng: -0.139 }) => {
      const found = emptyMisplacedCount()
      for (let index = 0; index < near; index++) countIfMisplaced(found, 'E17 4QH', walthamstow, walthamstow)
      for (let index = 0; index < far; index++) countIfMisplaced(found, 'E17 9ZZ', place, walthamstow)
      return found
    }

    it('bears one in a hundred, and what our table does not know', () => {
      expect(astrayProblem(judged(990, 10))).toBeNull()
      const found = emptyMisplacedCount()
      countIfMisplaced(found, 'E99 1AA', walthamstow, undefined)
      expect([astrayProblem(found), found.judged]).toEqual([null, 0])
    })

    it('says how many, and the first', () => {
      expect(astrayProblem(judged(989, 11))).toBe(
        '11 of 1000 located postcodes (1.1 %) lie over 25 km from their district, the first E17 9ZZ.',
      )
    })

    it('says that eastings and northings are swapped where they are', () => {
      const place = placeOfGrid(189_000, 537_000) ?? walthamstow
      expect(astrayProblem(judged(0, 300, place))).toMatch(/^Eastings and northings are swapped: 300 of 300 /)
    })
  })

  describe('lossProblem', () => {
    const release = (facts: Partial<ReleaseFacts> = {}): ReleaseFacts => ({
      kind: 'code_point_open',
      rows: 1000,
      located: 995,
      areas: new Set(['AB', 'E']),
      hasNorthernIreland: false,
      ...facts,
    })
    const change = (area: string, before: number, dropped: number, locatedBefore = before): AreaChange => ({
      area,
      before,
      dropped,
      locatedBefore,
    })
    const all = ['AB', 'E', 'BT', 'GY', 'IM', 'JE']

    it.each<[string, ReleaseFacts, AreaChange[], string | null]>([
      ['a first release with every area', release(), [], null],
      [
        'a first release without one',
        release({ areas: new Set(['E']) }),
        [],
        'This release has no postcode of the area AB.',
      ],
      [
        'a first release without any',
        release({ areas: new Set() }),
        [],
        'This release has no postcode of the areas AB, E.',
      ],
      [
        'a first directory that was asked for Northern Ireland and has it',
        release({ kind: 'onspd', hasNorthernIreland: true, areas: new Set(['AB', 'E', 'BT']) }),
        [],
        null,
      ],
      [
        'a first release with few places',
        release({ located: 899 }),
        [],
        'Only 89.9 % of the postcodes in this release have a place.',
      ],
      ['a first release with nine in ten', release({ located: 900 }), [], null],
      ['one in five of an area gone', release(), [change('AB', 100, 20), change('E', 900, 0)], null],
      [
        'more than one in five of an area gone',
        release(),
        [change('AB', 100, 21), change('E', 900, 0)],
        'This release lacks 21 of the 100 postcodes of the area AB, more than one in five.',
      ],
      [
        'an area gone',
        release(),
        [change('AB', 10, 10), change('E', 990, 0)],
        'This release lacks the whole area AB, 10 postcodes.',
      ],
      [
        'several areas gone',
        release(),
        [change('AB', 10, 10), change('E', 990, 300), change('N', 10, 9)],
        'This release lacks the whole area AB, 10 postcodes, and too many of the areas E, N.',
      ],
      [
        'areas gone that Code-Point Open never has',
        release(),
        [change('E', 990, 0), change('BT', 9, 9), change('JE', 9, 9)],
        null,
      ],
      [
        'an island gone from a directory',
        release({ kind: 'nspl' }),
        [change('E', 990, 0), change('JE', 9, 9)],
        'This release lacks the whole area JE, 9 postcodes.',
      ],
      ['one in twenty gone', release(), [change('AB', 500, 25), change('E', 500, 25)], null],
      [
        'more than one in twenty gone',
        release(),
        [change('AB', 500, 25), change('E', 500, 26)],
        'This release lacks 51 of the 1000 postcodes we have, more than one in twenty.',
      ],
      ['two in a hundred places gone', release({ located: 980 }), [change('E', 1000, 0)], null],
      [
        'more than two in a hundred places gone',
        release({ located: 979 }),
        [change('E', 1000, 0)],
        'Only 97.9 % of the postcodes in this release have a place, 100.0 % of those we have.',
      ],
    ])('%s', (_, facts, changes, expected) => expect(lossProblem(facts, changes, all)).toBe(expected))
  })
})

describe('downloading a release', () => {
  let stub: StubServer
  let folder: string
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vanfare-download-'))
    stub = await startStubServer((request, response) =>
      request.url === '/file.zip'
        ? void response.writeHead(200, { 'content-length': '8' }).end('PK..data')
        : void response.writeHead(307, { location: '/file.zip' }).end(),
    )
  })
  afterEach(async () => {
    await stub.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const save = async (stallMs?: number) => {
    const progress = { total: 0, received: 0 }
    const path = join(folder, 'saved.zip')
    await download(
      `${stub.url}/newest`,
      path,
      { started: (total) => (progress.total = total), received: (bytes) => (progress.received += bytes) },
      stallMs,
    )
    return { ...progress, text: readFileSync(path, 'utf8') }
  }

  it('follows to the file and counts its bytes', async () => {
    expect(await save()).toEqual({ total: 8, received: 8, text: 'PK..data' })
  })

  it('says so when there is no file', async () => {
    stub.answer = sendText('gone', 'text/plain', 404)
    await expect(save()).rejects.toThrow('The download was answered 404.')
  })

  it('gives up when nothing arrives', async () => {
    stub.answer = (_, response) => void response.writeHead(200).write('PK')
    await expect(save(50)).rejects.toThrow('nothing arrived for a minute')
  })

  it('says so when the connection breaks', async () => {
    stub.answer = (_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('PK')
      setTimeout(() => response.destroy(), 5)
    }
    await expect(save()).rejects.toThrow('The download failed')
  })

  it('says so when nobody answers', async () => {
    await stub.close()
    await expect(save()).rejects.toThrow('The download failed')
  })
})
