import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { codePointLine, writeZip } from '#test/support/postcode-release.ts'
import { IMPORT_LOCK, importPostcodes, type ImportOptions } from './commands.ts'
import { openRelease } from './release-gateway.ts'

let database: TestDatabase
let client: pg.Client
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client(database.owner)
  await client.connect()
  folder = mkdtempSync(join(tmpdir(), 'vanfare-import-'))
})
beforeEach(() => client.query('truncate geo.postcode, geo.import'))
afterAll(async () => {
  await client.end()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const zip = (name: string, files: Record<string, string>) => writeZip(join(folder, name), files)

function plain(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

/** A part of a release, where it is not about the parts that lack. */
const loadPart = (path: string, options: Partial<ImportOptions> = {}) => load(path, { ...options, acceptSmaller: true })

async function load(path: string, options: Partial<ImportOptions> = {}) {
  const release = await openRelease(path)
  try {
    return await importPostcodes(database.owner, release, {
      includeNorthernIreland: false,
      acceptSmaller: false,
      ...options,
    })
  } finally {
    release.close()
  }
}

interface Row {
  postcode: string
  lat: number | null
  lng: number | null
  district_code: string | null
  country_code: string | null
}
const rows = async () => (await client.query<Row>('select * from geo.postcode order by postcode')).rows
const postcodes = async () => (await rows()).map(({ postcode }) => postcode)
const imports = async () => (await client.query<Record<string, unknown>>('select * from geo.import order by id')).rows

const many = (count: number, outcode = 'E17') =>
  Array.from({ length: count }, (_, index) => {
    const [first = '', second = ''] = [index % 20, Math.floor(index / 20) % 20].map((letter) =>
      'ABDEFGHJLNPQRSTUWXYZ'.charAt(letter),
    )
    return codePointLine(`${outcode} ${Math.floor(index / 400)}${second}${first}`)
  })

const unquoted = (text: string) => text.replaceAll('"', '')

describe('Code-Point Open', () => {
  const sw = [codePointLine('SW1A 1AA'), codePointLine('SW1A1AB')].join('\r\n')
  const ab = `"AB43 1AJ",90,0,0,"S92000003","","","","",""\r\n`
  const m = codePointLine('M1  1AE', '10,384757,398554', '"E92000001","","","","E08000003","E05011368"')

  it.each(['', 'codepo_gb/'])('is read from its zip, with %j before every name', async (prefix) => {
    const file = await zip('codepo_gb.zip', {
      [`${prefix}Doc/metadata.txt`]: 'PRODUCT: OS Code-Point Open\r\nDATASET VERSION NUMBER: 2025.4.0\r\n',
      [`${prefix}Doc/Code-Point_Open_Column_Headers.csv`]: 'PC,PQ,EA,NO,CY,RH,LH,CC,DC,WC\r\n',
      [`${prefix}Data/CSV/sw.csv`]: sw,
      [`${prefix}Data/CSV/ab.csv`]: ab,
      [`${prefix}Data/CSV/m.csv`]: m,
    })
    expect(await loadPart(file)).toEqual({
      kind: 'code_point_open',
      vintage: '2025.4.0',
      rows: 4,
      located: 3,
      skipped: 0,
      malformed: 0,
      added: 4,
      dropped: 0,
    })
    const [quality90, manchester, palace] = await rows()
    expect(quality90).toEqual({
      postcode: 'AB43 1AJ',
      lat: null,
      lng: null,
      district_code: null,
      country_code: 'S92000003',
    })
    expect(manchester).toMatchObject({ postcode: 'M1 1AE', district_code: 'E08000003' })
    expect(manchester?.lat).toBeCloseTo(53.4833, 3)
    expect(palace?.lat).toBeCloseTo(51.50101, 5)
    expect(palace?.lng).toBeCloseTo(-0.14159, 5)
  })

  it('tells its age by its files where the metadata does not', async () => {
    expect((await loadPart(await zip('old.zip', { 'Data/CSV/sw.csv': sw }))).vintage).toBe('2025-11')
  })

  it.each([
    ['LF', sw.replaceAll('\r\n', '\n')],
    ['no quotes', sw.replaceAll('"', '')],
    [
      'quotes everywhere',
      sw
        .split('\r\n')
        .map((line) =>
          line
            .split(',')
            .map((field) => (field.startsWith('"') ? field : `"${field}"`))
            .join(','),
        )
        .join('\r\n'),
    ],
    ['a byte order mark', `\uFEFF${sw}`],
    [
      'mixed line ends and an empty line',
      `${sw.replaceAll('\r\n', '\n')}\r\n\r\n${codePointLine('SW1A 1AA').replace('1AA', '1AD')}\n`,
    ],
  ])('is read from a plain file with %s', async (_, text) => {
    expect(await loadPart(plain('sw.csv', text))).toMatchObject({ kind: 'code_point_open', malformed: 0 })
    expect(await postcodes()).toEqual(expect.arrayContaining(['SW1A 1AA', 'SW1A 1AB']))
  })

  it('is noted with its vintage and the words its licence asks for', async () => {
    await loadPart(await zip('noted.zip', { 'Data/CSV/sw.csv': sw }))
    expect(await imports()).toEqual([
      expect.objectContaining({
        source_kind: 'code_point_open',
        vintage: '2025-11',
        row_count: 2,
        located_count: 2,
        has_northern_ireland: false,
        attribution: expect.stringContaining('Contains Royal Mail data © Royal Mail copyright'),
      }),
    ])
  })
})

describe('ONSPD and NSPL', () => {
  const header =
    '"pcd","pcd2","pcds","dointr","doterm","oscty","oslaua","oseast1m","osnrth1m","ctry","rgn","lat","long"'
  const lines = [
    '"SW1A1AA","SW1A 1AA","SW1A 1AA","198001","","E99999999","E09000033",529090,0179645,"E92000001","E12000007",51.501009,-0.141588',
    '"AB1 0AA","AB1  0AA","AB1 0AA","198001","199606","S99999999","S12000033",385386,0801193,"S92000003","S99999999",57.101474,-2.242851',
    '"BT1 1AA","BT1  1AA","BT1 1AA","198001","","N99999999","N09000003",333600,0374500,"N92000002","N99999999",54.602297,-5.926932',
    '"JE2 3AB","JE2  3AB","JE2 3AB","198001","","","L99999999",,,"L93000001","L99999999",99.999999,0.000000',
    '"GIR0AA","GIR  0AA","GIR 0AA","198001","199801","","",,,"E92000001","",99.999999,0.000000',
  ]

  it.each([
    ['quotes and CRLF', [header, ...lines].join('\r\n')],
    ['no quotes and LF', unquoted([header, ...lines, ''].join('\n'))],
  ])('is read from its zip with %s', async (_, text) => {
    const file = await zip('ONSPD_FEB_2026.zip', {
      'User Guide/ONSPD User Guide.txt': 'words',
      'Documents/LA_UA names and codes UK as at 04_23.csv': 'LAD23CD,LAD23NM\nE09000033,Westminster\n',
      'Data/ONSPD_FEB_2026_UK.csv': text,
      'Data/multi_csv/ONSPD_FEB_2026_UK_SW.csv': text,
    })
    expect(await loadPart(file)).toMatchObject({ kind: 'onspd', vintage: '2026-02', rows: 2, located: 1, skipped: 3 })
    expect(await rows()).toEqual([
      { postcode: 'JE2 3AB', lat: null, lng: null, district_code: null, country_code: 'L93000001' },
      { postcode: 'SW1A 1AA', lat: 51.50101, lng: -0.141588, district_code: 'E09000033', country_code: 'E92000001' },
    ])
  })

  it('takes Northern Ireland when asked, and says so', async () => {
    const file = plain('ONSPD_FEB_2026_UK.csv', [header, ...lines].join('\n'))
    expect(await loadPart(file, { includeNorthernIreland: true })).toMatchObject({ rows: 3, skipped: 2 })
    expect(await postcodes()).toEqual(['BT1 1AA', 'JE2 3AB', 'SW1A 1AA'])
    expect(await imports()).toEqual([
      expect.objectContaining({ has_northern_ireland: true, attribution: expect.stringContaining('Northern Ireland') }),
    ])
  })

  it('maps columns by name, whatever their order and year', async () => {
    const file = plain(
      'NSPL_AUG_2025_UK.csv',
      'LONG,LAT,lad25cd,CTRY25CD,north1m,east1m,DOTERM,note,PCDS\n-0.141588,51.501009,E09000033,E92000001,179645,529090,,"a, ""b""\nc",SW1A 1AA\n',
    )
    expect(await loadPart(file)).toMatchObject({ kind: 'nspl', vintage: '2025-08', rows: 1 })
  })
})

describe('a release that cannot be used changes nothing', () => {
  beforeEach(async () => void (await loadPart(plain('e.csv', many(400).join('\n')))))

  it.each<[string, () => Promise<string> | string, string]>([
    ['an absent file', () => join(folder, 'absent.zip'), 'There is no file'],
    ['half a zip', () => plain('half.zip', 'PK\u0003\u0004 and then nothing'), 'isn’t a whole zip file'],
    ['a zip of something else', () => zip('other.zip', { 'photo.jpg': 'x', 'Data/notes.csv': 'a,b' }), 'holds neither'],
    [
      'a CSV of something else',
      () => plain('other.csv', 'name,price\nSofa,30\n'),
      'neither Code-Point Open nor ONSPD or NSPL',
    ],
    ['an empty file', () => plain('empty.csv', ''), 'no live postcodes'],
    [
      'ended postcodes only',
      () => plain('ended.csv', 'pcds,doterm,oseast1m,osnrth1m,oslaua,ctry,lat,long\nE17 1AA,202001,,,,,51.5,0\n'),
      'no live postcodes',
    ],
    ['a quote that never ends', () => plain('quote.csv', `${many(400).join('\n')}\n"E17 9ZZ,10`), 'Quote Not Closed'],
    [
      'a postcode twice',
      () => plain('twice.csv', [...many(400), codePointLine('E17 0AA')].join('\n')),
      'names E17 0AA more than once',
    ],
    [
      'lines that make no sense',
      () =>
        plain(
          'bad.csv',
          [...many(400), ...Array.from({ length: 5 }, () => '"nonsense",10,1,1,"","","","","",""')].join('\n'),
        ),
      '5 of 405 lines make no sense, the first at bad.csv, line 401',
    ],
    ['one postcode in ten gone', () => plain('few.csv', many(360).join('\n')), 'lacks 40 of the 400 postcodes'],
    [
      'as many postcodes, but others',
      () => plain('others.csv', [...many(360), ...many(40, 'E18')].join('\n')),
      'lacks 40 of the 400 postcodes',
    ],
  ])('%s', async (_, make, message) => {
    await expect(
      make().constructor === Promise ? (make() as Promise<string>).then(load) : load(make() as string),
    ).rejects.toThrow(message)
    expect(await postcodes()).toHaveLength(400)
    expect(await imports()).toHaveLength(1)
    const { rows: left } = await client.query(`select 1 from pg_class where relname = 'postcode_next'`)
    expect(left).toEqual([])
  })

  it('accepts one unreadable line in a thousand', async () => {
    const file = plain('nearly.csv', [...many(1200), '"nonsense",10,1,1,"","","","","",""'].join('\n'))
    expect(await load(file)).toMatchObject({ rows: 1200, malformed: 1, added: 800, dropped: 0 })
  })

  it('accepts a loss of one postcode in twenty', async () => {
    expect(await load(plain('fewer.csv', many(380).join('\n')))).toMatchObject({ rows: 380, added: 0, dropped: 20 })
  })

  it('accepts a greater loss when told to', async () => {
    expect(await loadPart(plain('few.csv', many(40).join('\n')))).toMatchObject({
      rows: 40,
      dropped: 360,
    })
  })
})

/** What holds of geo.postcode, by name. */
const shape = async () =>
  (
    await client.query<{ name: string; definition: string }>(`
  select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
  where conrelid = 'geo.postcode'::regclass order by conname`)
  ).rows

describe('repeating', () => {
  it('the same release gives the same rows', async () => {
    const file = plain('again.csv', many(100).join('\n'))
    const first = await loadPart(file).then(rows)
    expect(await load(file)).toMatchObject({ rows: 100, added: 0, dropped: 0 })
    expect(await rows()).toEqual(first)
    expect(await imports()).toHaveLength(2)
  })

  it('leaves the table as the migration made it', async () => {
    const before = await shape()
    await loadPart(plain('shape.csv', many(10).join('\n')))
    expect(await shape()).toEqual(before)
  })

  it('waits for nobody: while one import runs, another is told so', async () => {
    const file = plain('one.csv', many(400).join('\n'))
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [IMPORT_LOCK])
    await expect(load(file)).rejects.toThrow('Another import is running')
    await client.query('rollback')
    expect(await loadPart(file)).toMatchObject({ rows: 400 })
  })

  it('readers see the old rows until the new ones are whole', async () => {
    await loadPart(plain('old.csv', many(50).join('\n')))
    const seen = new Set<number>()
    const loading = { isDone: false }
    const reading = (async () => {
      while (!loading.isDone) seen.add((await postcodes()).length)
    })()
    await load(plain('new.csv', many(4000).join('\n')))
    loading.isDone = true
    await reading
    expect([...seen].every((count) => count === 50 || count === 4000)).toBe(true)
  })
})
