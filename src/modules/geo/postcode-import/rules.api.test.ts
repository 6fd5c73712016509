// A senseless release is refused by name, and the data in use remain. Each refusal has its control.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { releasedAreas, releaseFiles, writeZip } from '#test/support/postcode-release.ts'
import { importPostcodes, type Imported } from './commands.ts'
import { openRelease } from './release-gateway.ts'

let database: TestDatabase
let client: pg.Client
let folder: string
let fullRelease: string

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client(database.owner)
  await client.connect()
  folder = mkdtempSync(join(tmpdir(), 'vanfare-release-'))
  fullRelease = await zip('whole.zip')
})
afterAll(async () => {
  await client.end()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

type Files = Record<string, string>
const EACH = 2
const files = () => releaseFiles({ each: EACH })
const zip = (name: string, change: (files: Files) => Files = (same) => same) =>
  writeZip(join(folder, name), change(files()))

async function load(path: string): Promise<Imported> {
  const release = await openRelease(path)
  try {
    return await importPostcodes(database.owner, release, { includeNorthernIreland: false, acceptSmaller: false })
  } finally {
    release.close()
  }
}

/** Rows, a digest of all of them, and how many imports were noted. */
const served = async () =>
  (
    await client.query<Record<string, unknown>>(
      `select count(*)::int as rows, md5(string_agg(postcode || coalesce(lat::text, '') || coalesce(lng::text, ''), ',' order by postcode)) as digest,
         (select count(*)::int from geo.import) as imports from geo.postcode`,
    )
  ).rows[0]

const rewrite = (text: string, change: (fields: string[], index: number) => string[] | null): string =>
  text
    .split('\r\n')
    .flatMap((line, index) => change(line.split(','), index)?.join(',') ?? [])
    .join('\r\n')

const everyArea = (all: Files, change: (text: string, area: string) => string): Files =>
  Object.fromEntries(
    Object.entries(all).map(([name, text]) => {
      const area = /Data\/CSV\/([a-z]+)\.csv$/.exec(name)?.[1]
      return [name, area ? change(text, area.toUpperCase()) : text]
    }),
  )

const oneArea = (all: Files, area: string, change: (text: string) => string): Files =>
  everyArea(all, (text, name) => (name === area ? change(text) : text))

const swapped = (all: Files) =>
  everyArea(all, (text) =>
    rewrite(text, ([postcode = '', quality = '', east = '', north = '', ...rest]) => [
      postcode,
      quality,
      north,
      east,
      ...rest,
    ]),
  )

/** Moves every place 40 km further east, for one row in `oneIn`. */
const moved = (oneIn: number) => (all: Files) => {
  let index = 0
  return everyArea(all, (text) =>
    rewrite(text, ([postcode = '', quality = '', east = '', ...rest]) => [
      postcode,
      quality,
      String(Number(east) + (index++ % oneIn === 0 ? 40_000 : 0)),
      ...rest,
    ]),
  )
}

/** Removes the place from one row in `oneIn`. */
const unplaced = (oneIn: number) => (all: Files) => {
  let index = 0
  return everyArea(all, (text) =>
    rewrite(text, ([postcode = '', , east = '', north = '', ...rest]) =>
      index++ % oneIn === 0 ? [postcode, '90', '0', '0', ...rest] : [postcode, '10', east, north, ...rest],
    ),
  )
}

const without = (area: string) => (all: Files) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !name.endsWith(`/${area.toLowerCase()}.csv`)))

/** One row in five of an area stays, or all but one in ten. */
const thinned = (area: string, keeps: (index: number) => boolean) => (all: Files) =>
  oneArea(all, area, (text) => rewrite(text, (fields, index) => (keeps(index) ? fields : null)))

describe('over data that is served', () => {
  beforeAll(async () => {
    await client.query('truncate geo.postcode, geo.import')
    await load(fullRelease)
  })

  it.each<[string, (all: Files) => Files, RegExp]>([
    [
      'eastings and northings swapped',
      swapped,
      /^Eastings and northings are swapped: \d+ of \d+ located postcodes \(\d+\.\d %\) lie over 25 km from their district, the first [A-Z]+\d+ /,
    ],
    [
      'one unit in fifty far from its district',
      moved(50),
      /^\d+ of \d+ located postcodes \(2\.0 %\) lie over 25 km from/,
    ],
    ['an area missing', without('AB'), /^This release lacks the whole area AB, \d+ postcodes\. Nothing was changed\./],
    [
      'four fifths of an area missing',
      thinned('AB', (index) => index % 5 === 0),
      /^This release lacks \d+ of the \d+ postcodes of the area AB, more than one in five\./,
    ],
    [
      'one place in twenty missing',
      unplaced(20),
      /^Only 9[45]\.\d % of the postcodes in this release have a place, 100\.0 % of those we have\./,
    ],
  ])('%s: refused, and the old rows are served', async (name, change, message) => {
    const before = await served()
    await expect(load(await zip(`${name.replaceAll(' ', '-')}.zip`, change))).rejects.toThrow(message)
    expect(await served()).toEqual(before)
    expect((await client.query(`select 1 from pg_class where relname = 'postcode_next'`)).rowCount).toBe(0)
  })

  it.each<[string, (all: Files) => Files]>([
    ['nothing changed', (all) => all],
    ['one unit in two hundred far from its district', moved(200)],
    ['one postcode in ten of an area missing', thinned('AB', (index) => index % 10 !== 0)],
    ['one place in a hundred missing', unplaced(100)],
  ])('control: %s is taken', async (name, change) => {
    const { rows } = await load(await zip(`control-${name.replaceAll(' ', '-')}.zip`, change))
    expect(await served()).toMatchObject({ rows })
  })
})

describe('as the first data', () => {
  beforeEach(() => client.query('truncate geo.postcode, geo.import'))

  it.each<[string, (all: Files) => Files, RegExp]>([
    ['an area missing', without('ZE'), /^This release has no postcode of the area ZE\. Nothing was changed\./],
    ['eastings and northings swapped', swapped, /^Eastings and northings are swapped/],
    ['one place in five missing', unplaced(5), /^Only (79|80)\.\d % of the postcodes in this release have a place\./],
  ])('%s: refused, and nothing is served', async (name, change, message) => {
    await expect(load(await zip(`first-${name.replaceAll(' ', '-')}.zip`, change))).rejects.toThrow(message)
    expect(await served()).toEqual({ rows: 0, digest: null, imports: 0 })
  })

  it('control: the whole release is taken, and its areas are noted', async () => {
    const { rows, located } = await load(fullRelease)
    expect(await served()).toMatchObject({ rows, imports: 1 })
    expect(located).toBe(rows)
    const { rows: noted } = await client.query<{ areas: string[] }>('select areas from geo.import')
    expect(noted[0]?.areas).toEqual([...releasedAreas].sort())
    expect(noted[0]?.areas).toHaveLength(120)
  })
})

describe('one flipped bit in the zip', () => {
  beforeAll(async () => {
    await client.query('truncate geo.postcode, geo.import')
    await load(fullRelease)
  })

  const flipped = (name: string, at: number, bit = 0): string => {
    const bytes = readFileSync(fullRelease)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
    const path = join(folder, name)
    writeFileSync(path, bytes)
    return path
  }

  /** Offset of the checksum that the list at the end of the zip states for a file. */
  const statedChecksum = (name: string): number => {
    const bytes = readFileSync(fullRelease)
    let at = bytes.indexOf('PK\u0001\u0002', 0, 'latin1')
    while (at >= 0 && bytes.toString('latin1', at + 46, at + 46 + name.length) !== name)
      at = bytes.indexOf('PK\u0001\u0002', at + 4, 'latin1')
    return at + 16
  }

  it('in the checksum itself is told by the name of the file', async () => {
    const before = await served()
    await expect(load(flipped('checksum.zip', statedChecksum('Data/CSV/ab.csv')))).rejects.toThrow(
      'Data/CSV/ab.csv is damaged: it doesn’t match its checksum. Nothing was changed. Download the file again.',
    )
    expect(await served()).toEqual(before)
  })

  it('in any file, wherever it falls, changes no row', { timeout: 60_000 }, async () => {
    const before = await served()
    const bytes = readFileSync(fullRelease)
    const end = bytes.indexOf('PK\u0001\u0002', 0, 'latin1')
    const outcomes: string[] = []
    for (let index = 0; index < 24; index++) {
      const path = flipped('bit.zip', Math.floor(((index + 0.5) * end) / 24), index % 8)
      outcomes.push(
        await load(path).then(
          () => 'taken',
          (error: unknown) => String(error),
        ),
      )
      // A bit in what no reader looks at (a copy of the name, the time of day) may be taken: the rows are the same.
      expect((await served())?.['digest']).toBe(before?.['digest'])
    }
    const refused = outcomes.filter((outcome) => outcome !== 'taken')
    expect(refused.filter((text) => !/Data\/CSV\/\w+\.csv is damaged: /.test(text))).toEqual([])
    expect(refused.length).toBeGreaterThan(18)
  })
})
