import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parseSync } from 'vite'
import { cpuMs } from '#test/support/cpu-time.ts'
import { readSources } from '../../scripts/read-sources.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Found {
  where: string
  regex: RegExp
}

/** Every regular expression that is written down in the product's code. */
function listExpressions(): Found[] {
  return readSources(root)
    .filter(({ isTest }) => !isTest)
    .flatMap(({ path, text }) =>
      regexesIn(parseSync(path, text).program).map((regex) => ({ where: `${path}: ${String(regex)}`, regex })),
    )
}

function regexesIn(node: unknown): RegExp[] {
  if (Array.isArray(node)) return node.flatMap(regexesIn)
  if (typeof node !== 'object' || node === null) return []
  const literal = (node as { regex?: { pattern: string; flags: string } | null }).regex
  return literal ? [new RegExp(literal.pattern, literal.flags)] : Object.values(node).flatMap(regexesIn)
}

const units = [
  'a',
  'A',
  '0',
  ' ',
  '\n',
  '.',
  '-',
  '_',
  '@',
  '/',
  '\\',
  '"',
  '<',
  '%',
  ',',
  ':',
  '(',
  '{',
  '*',
  '#',
  '&',
  '|',
]
const pairs = ['a.', 'a-', 'a1', '1 ', 'a ', ' \n', '../', '<a', '/*', '(a', '0,', '%2', 'a@', '{{', '..', '. ']

/** What repeats in this expression, and what everybody would try. */
const unitsFor = ({ source }: RegExp): string[] => [
  ...units,
  ...pairs,
  ...[...source.matchAll(/[A-Za-z0-9<>/@:.,#=_ -]{2,}/g)].map(([words]) => words),
]

/** With an end that does not fit, so that it is tried from everywhere. */
const hostile = (unit: string, length: number) => `${unit.repeat(Math.ceil(length / unit.length))}\u0001`

const use = (regex: RegExp, text: string) => (regex.global ? text.replaceAll(regex, '') : regex.test(text))

/** The second time it is compiled and warm. */
function msOf(regex: RegExp, text: string): number {
  const once = () => cpuMs(() => void use(regex, text))
  return Math.min(once(), once())
}

/** A handful first: what doubles with each character never ends. Then short ones: what grows with the square takes minutes over a long one. */
function slowOn(regex: RegExp): string | undefined {
  const slowest = (list: readonly string[], length: number) =>
    list.map((unit) => ({ unit, ms: msOf(regex, hostile(unit, length)) })).toSorted((a, b) => b.ms - a.ms)
  const all = unitsFor(regex)
  const found =
    (most: number) =>
    ({ ms }: { ms: number }) =>
      ms > most
  const fuse = slowest(all, 24).find(found(5))
  if (fuse) return fuse.unit
  const short = slowest(all, 5_000)
  const long = () =>
    slowest(
      short.slice(0, 3).map(({ unit }) => unit),
      100_000,
    )
  return (short.find(found(5)) ?? long().find(found(20)))?.unit
}

/** These see nothing that anybody outside writes: a setting, a number, a page of our own making. */
const OWN_INPUT = [
  'src/platform/environment.ts: /\\/+$/',
  'src/platform/http.ts: /\\/+$/',
  'src/shared/money.ts: /\\B(?=(\\d{3})+$)/g',
]

test('T-125: no regular expression takes long over a hundred thousand hostile characters', { timeout: 60_000 }, () => {
  const all = listExpressions()
  expect(all.length).toBeGreaterThan(50)
  const slow = all.flatMap(({ where, regex }) => {
    const unit = OWN_INPUT.includes(where) ? undefined : slowOn(regex)
    return unit === undefined ? [] : [`${where} on ${JSON.stringify(unit)}`]
  })
  expect(slow).toEqual([])
})

test.each([/^\w+([.-]?\w+)*@\w+([.-]?\w+)*(\.\w{2,4})+$/, /\s+$/])(
  'T-125: the control: %s, as it is written everywhere, is found out',
  (regex) => {
    expect(slowOn(regex)).toBeDefined()
  },
)
