import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parseSync } from 'vite'
import { leastCpuMs } from '#test/support/cpu-time.ts'
import { allNodes, isNode, type Node } from '#test/support/syntax.ts'
import { readSources } from '../../scripts/read-sources.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Found {
  where: string
  regex: RegExp
}

/** Every regular expression of the product's code: written down, or built with `RegExp`. */
function listExpressions(): Found[] {
  return readSources(root)
    .filter(({ isTest }) => !isTest)
    .flatMap(({ path, text }) =>
      expressionsIn(path, text).map((regex) => ({ where: `${path}: ${String(regex)}`, regex })),
    )
}

function expressionsIn(path: string, text: string): RegExp[] {
  const { program } = parseSync(path, text)
  const texts = new Map(allNodes(program).flatMap(declaredIn))
  return allNodes(program).flatMap((node) => regexOf(node, texts))
}

const named = (value: unknown): string | undefined =>
  isNode(value) && value.type === 'Identifier' ? (value.name as string) : undefined

const declaredIn = ({ type, id, init }: Node): [string, unknown][] => {
  const name = type === 'VariableDeclarator' && isNode(init) ? named(id) : undefined
  return name === undefined ? [] : [[name, init]]
}

function regexOf({ type, regex, callee, arguments: given }: Node, texts: ReadonlyMap<string, unknown>): RegExp[] {
  const literal = regex as { pattern: string; flags: string } | null | undefined
  if (literal) return [new RegExp(literal.pattern, literal.flags)]
  if ((type !== 'NewExpression' && type !== 'CallExpression') || named(callee) !== 'RegExp') return []
  const [pattern, flags] = given as unknown[]
  return [new RegExp(textOf(pattern, texts), flags ? textOf(flags, texts) : '')]
}

/** What only a running program knows, such as a parameter: it does as a name and as a number. */
const UNKNOWN = '9'

/** The text that an expression stands for. */
function textOf(node: unknown, texts: ReadonlyMap<string, unknown>): string {
  if (!isNode(node)) return UNKNOWN
  const { type } = node
  if (type === 'Literal') return String(node.value)
  if (type === 'Identifier') return textOf(texts.get(node.name as string), texts)
  if (type === 'BinaryExpression') return textOf(node.left, texts) + textOf(node.right, texts)
  if (type === 'TemplateLiteral') return joined(node, 'cooked', texts)
  if (type === 'TaggedTemplateExpression' && isNode(node.quasi)) return joined(node.quasi, 'raw', texts)
  return UNKNOWN
}

function joined({ quasis, expressions }: Node, kind: 'cooked' | 'raw', texts: ReadonlyMap<string, unknown>): string {
  const parts = (quasis as { value: { cooked: string; raw: string } }[]).map(({ value }) => value[kind])
  const between = (expressions as unknown[]).map((node) => textOf(node, texts))
  return parts.map((part, index) => part + (between[index] ?? '')).join('')
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
  ...[...source.matchAll(/(?:\\[^\w\s]|[A-Za-z0-9<>/@:.,#=_ -]){2,}/g)].map(([words]) =>
    words.replaceAll(/\\(.)/g, '$1'),
  ),
  ...[...source.matchAll(/[A-Za-z0-9<>/@:.,#=_ -]{2,}/g)].map(([words]) => words),
]

/** With an end that does not fit, so that it is tried from everywhere. */
const hostile = (unit: string, length: number) => `${unit.repeat(Math.ceil(length / unit.length))}\u0001`

const use = (regex: RegExp, text: string) => (regex.global ? text.replaceAll(regex, '') : regex.test(text))

function msOf(regex: RegExp, text: string): number {
  return leastCpuMs(() => void use(regex, text))
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
  const built = 'src/modules/bookings/thread/rules.ts: /(?<![a-z0-9._%+-])[a-z0-9._%+-]{1,64}'
  expect(all.some(({ where }) => where.startsWith(built))).toBe(true)
  const slow = all.flatMap(({ where, regex }) => {
    const unit = OWN_INPUT.includes(where) ? undefined : slowOn(regex)
    return unit === undefined ? [] : [`${where} on ${JSON.stringify(unit)}`]
  })
  expect(slow).toEqual([])
})

test('T-125: an expression is read as it is built', () => {
  const text = [
    'const AT = String.raw`\\s*@\\s*`',
    'const ENDS = "(?:com" + "|uk)"',
    'const MAIL = new RegExp(String.raw`\\w+${AT}\\w+\\.${ENDS}`, "giu")',
    'const atMost = (most: number) => RegExp(`^.{1,${most}}$`)',
  ].join('\n')
  expect(expressionsIn('read.ts', text)).toEqual([/\w+\s*@\s*\w+\.(?:com|uk)/giu, /^.{1,9}$/])
})

test.each([
  /^\w+([.-]?\w+)*@\w+([.-]?\w+)*(\.\w{2,4})+$/,
  /\s+$/,
  // Built with `RegExp`, and once the one that hides addresses in messages.
  ...expressionsIn(
    'built.ts',
    'const AT = "(?:@|\\\\s+at\\\\s+)"; new RegExp(String.raw`[a-z0-9][a-z0-9._%+-]*(?:\\s+dot\\s+[a-z0-9_%+-]+)?${AT}[a-z0-9-]+\\.com\\b`, "giu")',
  ),
])('T-125: the control: %s is found out', (regex) => {
  expect(slowOn(regex)).toBeDefined()
})
