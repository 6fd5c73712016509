import type { Random } from '../../db/seed/random.ts'
import { hostileJson } from '#test/support/hostile-corpus.ts'
import type { Schema } from '#test/support/samples.ts'

/** What is put in the place of one value, as JSON text: what its schema just refuses, what it just takes, and what nobody expects. */

const json = (value: unknown): string => JSON.stringify(value)

const DAYS = [
  '2026-02-30',
  '0000-00-00',
  '0001-01-01',
  '1582-10-10',
  '1900-01-01',
  '1970-01-01',
  '2024-02-29',
  '2026-10-25',
  '2027-03-28',
  '2026-11-19',
  '2026-11-20',
  '2027-12-31',
  '2099-12-31',
  '9999-12-31',
  '+275760-09-13',
  '2026-11-20T09:00:00Z',
  '20/11/2026',
  '2026-1-1',
  '٢٠٢٦-١١-٢٠',
]
const TIMES = ['00:00', '24:00', '23:59:59', '25:00', '09:30', '9:30', '09:10', '00:60', '-01:00', '٠٩:٠٠', '12:00 pm']
const TEXTS = [
  'Łódź 🚚',
  'é',
  'é',
  '​',
  '‮evil',
  '﻿',
  'ß',
  'İ',
  'ﬁ',
  '\0',
  'a\0',
  '\r\nBcc: x@example.com',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'true',
  '0',
  '-1',
  '1e3',
  'NaN',
  "Robert'); drop table x;--",
  '%',
  '_',
  '\\',
  '{{7*7}}',
  '<b>x</b>',
  'javascript:alert(1)',
  '../../etc/passwd',
  '+447700900123',
  '07700 900123',
  'jo@example.com',
  'JO@EXAMPLE.COM ',
  'e17 4qh',
  'E174QH',
  'ZZ99 9ZZ',
  'BT1 5GS',
]
const NUMBERS = [0, -0, -1, 1, 2, 9, 10, 1.5, 0.1, 1e-7, 1e21, 2 ** 31 - 1, 2 ** 31, 2 ** 53, -(2 ** 31) - 1, 1e308]

function bounds({ minimum, maximum, exclusiveMinimum }: Schema): number[] {
  return [minimum, maximum, exclusiveMinimum].flatMap((at) => (at === undefined ? [] : [at - 1, at, at + 1]))
}

function lengths({ minLength, maxLength }: Schema): string[] {
  return [minLength, maxLength].flatMap((at) =>
    at === undefined ? [] : [Math.max(0, at - 1), at, at + 1].map((length) => 'x'.repeat(length)),
  )
}

const choicesOf = (schema: Schema): Schema[] => [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]

/** `words`: ids, names and secrets of everybody in the world. */
export function valueFor(random: Random, value: unknown, schema: Schema | undefined, words: readonly string[]): string {
  const choices = choicesOf(schema ?? {})
  const kinds: (readonly [() => string, number])[] = [
    [() => random.pick(hostileJson), 4],
    [() => 'null', 1],
    [() => json(random.pick(TEXTS)), 2],
    [() => json(random.pick(words)), 2],
    [() => json([value]), 1],
    [() => json({ value }), 1],
  ]
  const add = (list: readonly unknown[], weight: number) => {
    if (list.length > 0) kinds.push([() => json(random.pick(list)), weight])
  }
  add(
    choices.flatMap((choice) => choice.enum ?? []),
    3,
  )
  add(choices.flatMap(bounds), 4)
  add(choices.flatMap(lengths), 3)
  if (typeof value === 'number') add(NUMBERS, 4)
  if (typeof value === 'boolean') add([!value, 'true', 0, 1], 4)
  if (typeof value === 'string')
    add([value.toUpperCase(), ` ${value} `, `${value}x`, value.slice(1), value.repeat(30)], 3)
  if (/^\d{4}-\d\d-\d\d/.test(String(value))) add(DAYS, 6)
  if (/^\d\d:\d\d/.test(String(value))) add(TIMES, 6)
  if (Array.isArray(value)) kinds.push(...listsLike(random, value).map((text) => [() => text, 2] as const))
  return random.weighted(kinds)()
}

function listsLike(random: Random, list: readonly unknown[]): string[] {
  const doubled = [...list, ...list]
  return [
    json([]),
    json(doubled),
    json(list.slice(1)),
    json(random.shuffle(doubled)),
    json(Array(1000).fill(list[0] ?? 0)),
  ]
}

/** Fields that somebody would like to set. */
export const FIELD_NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'id',
  'user_role',
  'status',
  'company_id',
  'customer_id',
  'is_admin',
  'isAdmin',
  'email_verified_at',
  'commission_percent',
  'total_pence',
  'version',
  'unit_id',
  'owner_user_id',
  'hash',
  'x.y',
  '',
  '🚚',
]
