import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parseSync } from 'vite'
import { allNodes, isNode, textsIn, type Node } from '#test/support/syntax.ts'
import list from './deny-list.json' with { type: 'json' }

/**
 * Words that read as translated, where they are looked for, and how often each may still stand in the tree. A number may only go down:
 * rewriting some lowers it, and at zero the rule is a ban.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const paths = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.(?:gen|d)\.ts$/.test(path))

/** What customers write is read in their words. */
const isCustomersWords = (path: string) => path.includes('/items/list-reader/')

/** Names of columns, of stored JSON and of the contract: TypeScript calls them as the database and the wire do. */
const STORED_NAMES = new Set([
  'ahead',
  'byMover',
  'freeToldFor',
  'hasWords',
  'heldByMoverPence',
  'lateToldFor',
  'moverChargesVat',
  'nobody',
  'off',
  'papers',
  'papersUntil',
  'whyNot',
  'words',
])

interface Rule {
  id: string
  in: 'names' | 'comments' | 'strings' | 'paths'
  pattern: string
  instead: string
  example: string
  most: number
}

const denyList = list as readonly Rule[]

type Found = Record<Rule['in'], { path: string; text: string }[]>

/** The first line of a comment, without its marks. */
const opening = (comment: string): string =>
  comment
    .replace(/^[*\s]+/, '')
    .replaceAll(/\s*\n[\s*]*/g, ' ')
    .trim()

const DECLARED: Record<string, string[]> = {
  VariableDeclarator: ['id'],
  FunctionDeclaration: ['id', 'params'],
  ArrowFunctionExpression: ['params'],
  FunctionExpression: ['params'],
  TSInterfaceDeclaration: ['id'],
  TSTypeAliasDeclaration: ['id'],
  ClassDeclaration: ['id'],
  TSPropertySignature: ['key'],
  MethodDefinition: ['key'],
}

/** Names that are declared here: of variables, functions, their parameters, types, and the fields of types. */
function namesIn(program: unknown): string[] {
  const nameOf = (part: unknown): string[] => {
    if (Array.isArray(part)) return part.flatMap(nameOf)
    if (!isNode(part)) return []
    if (part.type === 'Identifier') return [String(part['name'])]
    if (part.type === 'ObjectPattern')
      return (part['properties'] as Node[]).flatMap((property) => nameOf(property['value'] ?? property['argument']))
    if (part.type === 'ArrayPattern') return nameOf(part['elements'])
    return nameOf(part['left'] ?? part['argument'])
  }
  return allNodes(program).flatMap((node) => (DECLARED[node.type] ?? []).flatMap((field) => nameOf(node[field])))
}

function readAll(): Found {
  const found: Found = { names: [], comments: [], strings: [], paths: paths.map((path) => ({ path, text: path })) }
  for (const path of paths) {
    const source = readFileSync(join(root, path), 'utf8')
    const { program, comments } = parseSync(path, source)
    const note = (place: keyof Found, texts: readonly string[]) =>
      found[place].push(...texts.map((text) => ({ path, text })))
    note(
      'comments',
      comments.map(({ value }) => opening(value)),
    )
    note(
      'names',
      [...new Set(namesIn(program))].filter((name) => !STORED_NAMES.has(name)),
    )
    if (!isTest(path) && !isCustomersWords(path)) note('strings', textsIn(program))
  }
  return found
}

describe('the deny-list', () => {
  const found = readAll()

  it.each(denyList)('$id is met in $in no more often than before', ({ in: place, pattern, instead, most }) => {
    const banned = new RegExp(pattern, 'u')
    const met = found[place].filter(({ text }) => banned.test(text))
    const told = met
      .slice(0, 30)
      .map(({ path, text }) => `${path}: ${text.trim().slice(0, 120)}`)
      .join('\n')
    expect(met.length, `Better: ${instead}. If fewer are left, lower "most".\n${told}`).toBeLessThanOrEqual(most)
  })

  it('bans no word that the glossary prescribes', () => {
    const rows = readFileSync(join(root, 'docs/glossary.md'), 'utf8').match(/^\|.*\|$/gmu) ?? []
    const cells = rows.flatMap((row) => row.split('|').map((cell) => cell.trim()))
    const banned = denyList.filter((rule) => rule.in === 'strings').map(({ pattern }) => new RegExp(pattern, 'u'))
    expect(cells.filter((cell) => banned.some((pattern) => pattern.test(cell)))).toEqual([])
    expect(cells).toContain('hot job')
  })

  it.each(denyList)('the control: $id finds its example', ({ pattern, example }) => {
    expect(example).toMatch(new RegExp(pattern, 'u'))
  })
})
