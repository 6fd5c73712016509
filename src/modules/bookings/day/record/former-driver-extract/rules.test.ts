import { expect, it } from 'vitest'
import type { RecordedEntry } from '../rules.ts'
import { ownPart } from './rules.ts'

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
  ownPart(entries, {
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
