import { describe, expect, it } from 'vitest'
import {
  extractForUnit,
  canonical,
  digestOfEntry,
  digestOfPayload,
  FIRST_DIGEST,
  verifyRecord,
  writeRecord,
  type Payload,
  type RecordedEntry,
} from './rules.ts'
import { recordPublicKey, recordSigner } from './gateway.ts'

const config = { secretKey: 'a secret that is long enough for this test' } as Parameters<
  typeof recordSigner
>[0]['config']
const signer = recordSigner({ config })
const bookingId = '019a0000-0000-7000-8000-000000000001'

const entryInputs: [RecordedEntry['kind'], Payload][] = [
  ['set_off', { name: 'Zoë' }],
  ['started', { name: 'Zoë' }],
  ['paused', { name: 'Zoë', reason: 'keys_not_released', note: 'The agent’s phone is off' }],
  ['photos', { name: 'Zoë', stage: 'before', photos: ['ab12', 'cd34'] }],
  ['finished', { name: 'Zoë' }],
]

function chain(): RecordedEntry[] {
  let prevDigest = FIRST_DIGEST
  return entryInputs.map(([kind, payload], index) => {
    const salt = `${index}`.repeat(32)
    const at = `2026-11-28T09:0${index}:00.000Z`
    const entry = {
      seq: index + 1,
      kind,
      who: 'driver',
      at,
      happenedAt: at,
      isShifted: false,
      isConflict: false,
      payloadDigest: digestOfPayload(signer.sha256, salt, payload),
      prevDigest,
    } as const
    const digest = digestOfEntry(signer.sha256, bookingId, entry)
    prevDigest = digest
    return { ...entry, digest, salt, payload }
  })
}

const head = {
  format: 'vanfare-day-record-1',
  bookingId,
  madeAt: '2026-11-28T12:00:00.000Z',
  publicKey: recordPublicKey({ config }),
} as const
const file = writeRecord(head, chain(), signer)

/** The file with one bit of a byte turned over. */
const flipped = (index: number, bit = 1): string => {
  const bytes = Buffer.from(file)
  bytes[index] = (bytes[index] ?? 0) ^ bit
  return bytes.toString()
}
/** Byte range of each line of the file, its end included. */
const lines = file.split('\n').reduce<{ from: number; to: number }[]>((found, line) => {
  const from = found.at(-1)?.to ?? 0
  return [...found, { from, to: from + Buffer.byteLength(line) + 1 }]
}, [])

describe('a day’s record', () => {
  it('is JSON, and valid as it was written', () => {
    expect(JSON.parse(file)).toMatchObject({
      head: { booking_id: bookingId },
      entries: entryInputs.map(([kind]) => ({ kind })),
    })
    expect(verifyRecord(file, signer)).toEqual({ isValid: true, entries: entryInputs.length, bookingId, wrong: null })
  })

  it('without entries is valid too', () => {
    expect(verifyRecord(writeRecord(head, [], signer), signer)).toMatchObject({ isValid: true, entries: 0 })
  })

  it.each(entryInputs.map((_, index) => index + 1))('names entry %i, whichever of its bytes is changed', (seq) => {
    const line = lines[seq + 1]
    if (!line) throw new Error('There is no such line')
    for (let index = line.from; index < line.to - 1; index++)
      for (const bit of [1, 0x20])
        expect([index, verifyRecord(flipped(index, bit), signer).wrong]).toEqual([
          index,
          { part: 'entry', seq, reason: expect.any(String) },
        ])
  })

  it('is not valid with any other byte changed', () => {
    const of = (index: number) => verifyRecord(flipped(index), signer).isValid
    expect(Array.from({ length: Buffer.byteLength(file) }, (_, index) => index).filter(of)).toEqual([])
  })

  it('is not valid with an entry taken away, added or moved, although the others are whole', () => {
    const all = chain()
    const [a, b, c, d, e] = all as [RecordedEntry, RecordedEntry, RecordedEntry, RecordedEntry, RecordedEntry]
    const parts = ([entries, from]: [RecordedEntry[], RecordedEntry[]]) => {
      const mine = writeRecord(head, entries, signer).split('\n').slice(0, -3)
      return [...mine, ...writeRecord(head, from, signer).split('\n').slice(-3)].join('\n')
    }
    expect(verifyRecord(parts([[a, b, c, d], all]), signer).wrong?.part).toBe('signature')
    expect(verifyRecord(parts([[a, c, d, e], all]), signer).wrong).toMatchObject({ part: 'entry', seq: 2 })
    expect(verifyRecord(parts([[a, c, b, d, e], all]), signer).wrong).toMatchObject({ part: 'entry', seq: 2 })
  })

  it('is not valid with another’s signature', () => {
    const other = recordSigner({ config: { ...config, secretKey: 'another secret, as long as the first one' } })
    expect(verifyRecord(writeRecord(head, chain(), other), signer)).toMatchObject({
      isValid: false,
      wrong: { part: 'head' },
    })
  })

  it('stays valid when the words of an entry are erased', () => {
    const erased = chain().map((entry, index) => (index === 2 ? { ...entry, salt: null, payload: null } : entry))
    const text = writeRecord(head, erased, signer)
    expect(text).not.toContain('phone is off')
    expect(verifyRecord(text, signer).isValid).toBe(true)
  })

  it.each(['', '{}', 'null', '[]', 'hello', '\n\n\n\n\n\n', '{"head":\n\n\n\n\n'])('is not %j', (text) => {
    expect(verifyRecord(text, signer).isValid).toBe(false)
  })

  it('spells an object one way', () => {
    expect(canonical({ b: [1, 'x'], a: null })).toBe(canonical({ a: null, b: [1, 'x'] }))
  })
})

const entry = (seq: number, clock: string, isConflict = false): RecordedEntry => ({
  seq,
  kind: 'started',
  who: 'driver',
  at: `2026-11-28T${clock}:00.000Z`,
  happenedAt: `2026-11-28T${clock}:00.000Z`,
  isShifted: false,
  isConflict,
  payloadDigest: '',
  prevDigest: '',
  digest: '',
  salt: 'salt',
  payload: { note: `of ${seq}` },
})

const at = (clock: string) => new Date(`2026-11-28T${clock}:00.000Z`)
const confirmed = [
  { unitId: 'first', at: at('08:00') },
  { unitId: 'second', at: at('10:00') },
]
const entries = [entry(1, '09:00'), entry(2, '11:00'), entry(3, '12:00', true), entry(4, '13:00')]

const shown = (unitId: string, sentLater: number[] = [], cancelled = false) =>
  extractForUnit(entries, {
    unitId,
    confirmed: cancelled ? confirmed.slice(0, 1) : confirmed,
    sentLater: new Set(sentLater),
  }).map(({ seq, payload }) => [seq, payload !== null])

it.each([
  ['ends where another took over', shown('first'), [[1, true]]],
  [
    'goes on to what was sent late, without the words of others',
    shown('first', [3]),
    [
      [1, true],
      [2, false],
      [3, true],
    ],
  ],
  [
    'of the later one has nothing of what came before, or was sent late by the other',
    shown('second'),
    [
      [1, false],
      [2, true],
      [3, false],
      [4, true],
    ],
  ],
  [
    'is all of it if nobody took over, but for what somebody else sent',
    shown('first', [], true),
    [
      [1, true],
      [2, true],
      [3, false],
      [4, true],
    ],
  ],
  ['is nothing for anybody who never had it', shown('third'), []],
])('the part %s', (_name, found, expected) => expect(found).toEqual(expected))
