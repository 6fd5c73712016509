import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cameFromHost, cameFromOf, cameFromPages, cameFromWord } from './came-from.ts'
import { csvOf, momentColumn, numberColumn, poundsColumn, textColumn, type CsvColumn } from './csv.ts'
import { keyed, keysOf, mapped, ownValue, fieldsOf, oneOf } from './records.ts'
import { withoutUnseen, withoutUnseenIn } from './pasted.ts'
import { fromWire, toWire } from './wire.ts'

async function written<Row>(columns: readonly CsvColumn<Row>[], batches: readonly Row[][]): Promise<string> {
  let file = ''
  for await (const chunk of csvOf(columns, batches)) file += chunk
  return file
}

const textColumns = [textColumn<string>('Words', (text) => text)]

it('a table is UTF-8 with a mark, its lines end with CRLF, amounts are pounds with two decimals', async () => {
  const columns = [
    textColumn<{ name: string | null; pence: number | null; count: number | null }>('Name', ({ name }) => name),
    poundsColumn<{ pence: number | null }>('Fee', ({ pence }) => pence),
    numberColumn<{ count: number | null }>('Jobs', ({ count }) => count),
  ]
  const rows = [
    { name: 'Đặng & Łódź', pence: -1_234_505, count: 3 },
    { name: null, pence: null, count: null },
    { name: 'a', pence: 0, count: 0 },
  ]
  expect(await written(columns, [rows.slice(0, 1), [], rows.slice(1)])).toBe(
    '\uFEFFName,Fee (GBP),Jobs\r\nĐặng & Łódź,-12345.05,3\r\n,,\r\na,0.00,0\r\n',
  )
})

it.each([
  ['2026-10-17T06:30:00.000Z', '2026-10-17 07:30'],
  ['2026-06-30T23:30:00.000Z', '2026-07-01 00:30'],
  ['2026-12-31T23:59:59.999Z', '2026-12-31 23:59'],
  [null, ''],
])('a moment is London’s, and its heading says so: %s', async (instant, cell) => {
  const columns = [momentColumn<string | null>('Start', (one) => one)]
  expect(await written(columns, [[instant]])).toBe(`\uFEFFStart (London time)\r\n${cell}\r\n`)
})

it('an empty table has its headings', async () => {
  expect(await written(textColumns, [])).toBe('\uFEFFWords\r\n')
})

it.each([
  ['=1+1', `'=1+1`],
  ['+44 7700 900123', `'+44 7700 900123`],
  ['-2', `'-2`],
  ['@SUM(A1)', `'@SUM(A1)`],
  [' =cmd', `' =cmd`],
  ['\t=cmd', `"'\t=cmd"`],
  ['\r=cmd', `"'\r=cmd"`],
  ['＝cmd', `'＝cmd`],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ['E17 to RM1', 'E17 to RM1'],
  ['Smith, Sons & Co', '"Smith, Sons & Co"'],
  ['the "late" one', '"the ""late"" one"'],
  ['two\nlines', '"two\nlines"'],
  ['O’Neill', 'O’Neill'],
])('%j never becomes a formula and stays one cell', async (text, cell) => {
  expect(await written(textColumns, [[text]])).toBe(`\uFEFFWords\r\n${cell}\r\n`)
})

describe('pasted text', () => {
  it.each([
    ['\u202A+44 7700 900123\u202C', '+44 7700 900123'],
    ['\u200E07700\u200F 900123', '07700 900123'],
    ['jo\u200B@example.com\uFEFF', 'jo@example.com'],
    ['Ann\u202Ee', 'Anne'],
    ['O\u00ADBrien', 'OBrien'],
    ['a\u200Db', 'ab'],
    ['\u200B', ''],
    [' \u2800\u3164 ', ''],
    ['\u200D\uFE0F', ''],
    ['two\nlines\tand\u0007 a tab', 'two\nlines\tand a tab'],
    ['👩\u200D👩\u200D👧', '👩\u200D👩\u200D👧'],
    ['❤\uFE0F\u200D🔥', '❤\uFE0F\u200D🔥'],
    ['❤\uFE0F', '❤\uFE0F'],
    ['1\uFE0F\u20E3', '1\uFE0F\u20E3'],
    ['👩🏽\u200D🚒', '👩🏽\u200D🚒'],
    [
      '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
      '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    ],
    ['Jo \u{E0041}\u{E0064}Smith\u{1D173}', 'Jo Smith'],
    ['Flat\uFE0F 3\uFE0F', 'Flat 3'],
    ['👩\u200D👩\u200D', '👩\u200D👩'],
    ['می\u200Cخواهم', 'می\u200Cخواهم'],
    ['می\u200C\uFE0F خواهم', 'می خواهم'],
    ['श्री\u200Cमान', 'श्री\u200Cमान'],
    ['葛\u{E0100}城', '葛\u{E0100}城'],
    ['José Núñez-Łukasz, 12½', 'José Núñez-Łukasz, 12½'],
    ['   ', '   '],
  ])('%j is read as %j', (text, expected) => {
    expect(withoutUnseen(text)).toBe(expected)
  })

  it('cleans every text of a value and gives the same value back where there is nothing to drop', () => {
    const sent = { name: 'Jo', list: [1, 'two', null], inner: { yes: true } }
    expect(withoutUnseenIn(sent)).toBe(sent)
    expect(withoutUnseenIn({ name: '\u200BJo', list: ['\u202Ea'], inner: { phone: '\u202A0\u202C' } })).toEqual({
      name: 'Jo',
      list: ['a'],
      inner: { phone: '0' },
    })
  })

  const unseen = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((char) => /\p{Default_Ignorable_Code_Point}/u.test(char))

  it('no character that Unicode lets a reader ignore stays in a name, a house or a note', () => {
    expect(unseen.length).toBeGreaterThan(4000)
    const left = unseen.filter((char) =>
      [`Jo${char}Smith`, `${char}Jo`, `Jo${char}`, `Flat 7${char} B`, `Jo ${char}`, `${char}${char}`].some(
        (text) => withoutUnseen(text) !== text.replaceAll(char, ''),
      ),
    )
    expect(left).toEqual([])
  })

  it('cleans what is clean without a change, whatever is typed', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      fc.constantFrom(
        ...unseen.slice(0, 60),
        '❤',
        '👩',
        '🏽',
        '🏴',
        '1',
        '\u20E3',
        'م',
        'क',
        '葛',
        '\u1820',
        '\u{E0067}',
        '\u{E007F}',
        ' ',
      ),
    )
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
        const cleaned = withoutUnseen(text)
        expect(withoutUnseen(cleaned)).toBe(cleaned)
      }),
    )
  })
})

describe('mapped records', () => {
  it('a table keeps its keys, whatever they are called', () => {
    const table = { a: 1, ['__proto__']: 2, constructor: 3 }
    expect(keysOf(table)).toEqual(['a', '__proto__', 'constructor'])
    expect(Object.entries(mapped(table, (value, key) => `${key} ${value}`))).toEqual([
      ['a', 'a 1'],
      ['__proto__', '__proto__ 2'],
      ['constructor', 'constructor 3'],
    ])
    expect(keyed(['x', 'y'], (key, index) => key + index)).toEqual({ x: 'x0', y: 'y1' })
  })

  it.each([undefined, null, '', 'text', 7, true])('%j has no fields', (value) => expect(fieldsOf(value)).toEqual({}))

  it('what an error says is read, its own or not', () => {
    class CodedError extends Error {
      readonly code = 'ENOENT'
    }
    expect(fieldsOf(new CodedError('gone'))).toMatchObject({ code: 'ENOENT', message: 'gone', name: 'Error' })
  })

  it('one of a list is itself, and nothing like it', () => {
    const isStep = oneOf([1, 2])
    expect([1, '1', 3, null, [1]].map(isStep)).toEqual([true, false, false, false, false])
  })
})

describe('own values', () => {
  it('a table answers its own keys', () => {
    expect(ownValue({ a: 1 }, 'a')).toBe(1)
    expect(ownValue({ a: 1 }, 'b')).toBeUndefined()
  })

  it.each(Object.getOwnPropertyNames(Object.prototype))('%s is in no table', (name) => {
    expect(ownValue({ a: 1 }, name)).toBeUndefined()
  })
})

describe('the wire', () => {
  it('keys change their case at every depth, and back', () => {
    const wire = { first_name: 'Jo', route_points: [{ flat_and_house: '2' }], _00: true, '2x': 1 }
    const code = { firstName: 'Jo', routePoints: [{ flatAndHouse: '2' }], _00: true, '2x': 1 }
    expect(fromWire(wire)).toEqual(code)
    expect(toWire(code)).toEqual(wire)
  })

  it.each(['__proto__', 'constructor', 'to_string', 'toString'])('a key %s lends its fields to nothing', (key) => {
    const sent = JSON.parse(`{"${key}":{"is_admin":true},"b":2}`) as object
    for (const translate of [fromWire<object>, toWire]) {
      const made = translate(sent) as Record<string, unknown>
      expect(Object.getPrototypeOf(made)).toBe(Object.prototype)
      expect([made['isAdmin'], made['is_admin'], Object.keys(made).length]).toEqual([undefined, undefined, 2])
    }
  })
})

describe('where a visitor came from', () => {
  const OURS = 'https://vanfare.example'

  it.each([
    [`${OURS}/`, '', {}],
    [`${OURS}/`, 'https://www.search.example/?q=my+secret', { came_from: 'search.example' }],
    [
      `${OURS}/faq?utm_source=news&utm_campaign=spring&other=1`,
      'https://mail.example/inbox',
      { came_from: 'mail.example', utm_source: 'news', utm_campaign: 'spring' },
    ],
    // From one of our pages to the next: its words are taken along, its host is not a source.
    [`${OURS}/additional-services`, `${OURS}/?utm_source=news`, { utm_source: 'news' }],
    [`${OURS}/additional-services?came_from=agent.example`, `${OURS}/blog`, { came_from: 'agent.example' }],
    ['about:blank', 'nonsense', {}],
  ])('%s after %j', (address, referrer, expected) => {
    expect(cameFromPages(address, referrer)).toEqual(expected)
  })

  it('keeps a hundred characters that can be seen, and refuses nothing', () => {
    expect(cameFromWord('x'.repeat(5000))).toHaveLength(100)
    expect(cameFromWord(' a\u0000\u202Eb\n ')).toBe('ab')
    expect(cameFromWord('\uD800')).toBeNull()
    expect(cameFromWord(`x${'🚐'.repeat(200)}`)).toBe(`x${'🚐'.repeat(49)}`)
    expect(cameFromHost('<script>')).toBeNull()
    expect(cameFromHost('WWW.Agent.Example')).toBe('agent.example')
    expect(cameFromOf({ utm_source: ' ', came_from: 'no host at all' })).toBeNull()
    expect(cameFromOf({ utm_source: '"><b>' })).toMatchObject({ host: null, source: '"><b>' })
  })
})
