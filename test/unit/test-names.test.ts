import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { allNodes, isNode, type Node } from '#test/support/syntax.ts'

/** The name of a test is a full clause, which its `describe` may begin. Rows of a table have theirs in their first column. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const files = globSync(['src/**/*.test.ts', 'test/**/*.{test,e2e}.ts'], { cwd: root }).map((path) =>
  path.replaceAll('\\', '/'),
)

const PLACE = '%s'

/** `it` of `it.each([…])(…)` and of `it.runIf(…)(…)` too. */
function nameOfCallee(callee: unknown): string {
  if (!isNode(callee)) return ''
  if (callee.type === 'Identifier') return String(callee['name'])
  return nameOfCallee(callee['object'] ?? callee['callee'] ?? callee['tag'])
}

function titleOf({ type, callee, arguments: given }: Node): string[] {
  if (type !== 'CallExpression' || !['it', 'test'].includes(nameOfCallee(callee))) return []
  const [title, ...more] = given as Node[]
  if (!title || more.length === 0 || isPart(callee as Node)) return []
  if (title.type === 'Literal' && typeof title['value'] === 'string') return [title['value']]
  if (title.type !== 'TemplateLiteral') return []
  return [(title['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(PLACE)]
}

/** `test.describe('…', …)`, `test.use(…)` and the rest that names no test. */
const isPart = ({ type, property }: Node): boolean =>
  type === 'MemberExpression' && !['only', 'skip', 'fails'].includes(String((property as Node)['name']))

const titlesIn = (path: string, source: string): string[] => allNodes(parseSync(path, source).program).flatMap(titleOf)

/** Without the number of a threat, and without the word that says it is a control. */
const clauseOf = (title: string): string => title.replace(/^T-\d+(?:, T-\d+)*: /, '').replace(/^(?:the )?control: /, '')

const isOfTable = (title: string): boolean => !/[a-z]{2}/i.test(title.replaceAll(/%[.\d]*[a-z#]|\$\w+/gi, ''))

const BEGINNINGS: [string, RegExp, string][] = [
  ['“works” or “should”', /^(?:works|should)\b/i, 'works once'],
  ['a conjunction', /^(?:and|nor|but|also|so)\b/i, 'and one that did would be found'],
]

/** Beginnings that only go on with what the `describe` says. They may become fewer: then the figure is lowered. */
const FRAGMENT = /^(?:of|by|with|in|at|on|as|from|to|for)\b/i
const MOST_FRAGMENTS = 162

describe('the name of a test', () => {
  const titles = files.flatMap((path) =>
    titlesIn(path, readFileSync(join(root, path), 'utf8')).map((title) => ({ path, clause: clauseOf(title) })),
  )
  const found = (isWrong: (clause: string) => boolean) =>
    titles.filter(({ clause }) => isWrong(clause)).map(({ path, clause }) => `${path}: ${clause}`)

  it('is read in every file', () => {
    expect(titles.length).toBeGreaterThan(3000)
  })

  it('has at least three words', () => {
    expect(found(isShort)).toEqual([])
  })

  it.each(BEGINNINGS)('does not begin with %s', (_, pattern) => {
    expect(found((clause) => pattern.test(clause))).toEqual([])
  })

  it('begins no more often than before in the middle of a sentence', () => {
    expect(found((clause) => FRAGMENT.test(clause)).length).toBeLessThanOrEqual(MOST_FRAGMENTS)
  })
})

const isShort = (clause: string): boolean => !isOfTable(clause) && clause.split(/\s+/).filter(Boolean).length < 3

describe('the control', () => {
  it.each(BEGINNINGS)('finds a name that begins with %s', (_, pattern, example) => {
    expect(clauseOf(example)).toMatch(pattern)
    expect(clauseOf(`T-016: ${example}`)).toMatch(pattern)
  })

  it.each([
    ['arithmetic', true],
    ['refuses %j', true],
    ['T-016: is read', true],
    ['refuses the name %j', false],
    ['%s: %j', false],
    ['$name', false],
  ])('takes “%s” for too short: %s', (title, is) => {
    expect(isShort(clauseOf(title))).toBe(is)
  })

  it('reads names of plain tests, of tables and of templates, and of nothing else', () => {
    const source =
      "it('a', f); test.skip('b', f); it.each([1])('c', f); it(`d ${e}`, f); describe('g', f); test.describe('h', f); test.use({})"
    expect(titlesIn('a.test.ts', source)).toEqual(['a', 'b', 'c', 'd %s'])
  })
})
