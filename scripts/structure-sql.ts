// Which slice's tables a statement may name, and that columns have one spelling in code: docs/architecture.md.
import { parseSync } from 'vite'
import { toSnakeKey } from '#shared/wire.ts'
import type { Source } from './read-sources.ts'
import { placeOf, type Problem } from './structure-imports.ts'

/**
 * A slice owns the tables of the schema of its name. Its statements may read those of slices before it, as its code may import them;
 * what a later one knows it asks through a view of its own schema, which that slice's migration fills.
 */
export function checkStatements(source: Source, order: string[]): Problem[] {
  const { area, slice } = placeOf(source.path)
  if (area !== 'modules') return []
  const later = order.slice(order.indexOf(slice) + 1)
  const named = new Set(textsOf(source).flatMap((text) => tablesIn(text, later)))
  return [...named].map((table) => ({
    file: source.path,
    wrong: `a statement names ${table}, of a slice that comes after ${slice}.`,
    mend: `Read it through a view "${slice}.…" that a migration makes over it, or let the later slice do it.`,
  }))
}

/** The database's snake_case ends at its edge: beside SQL only contracts, which are the wire, spell a key so. */
export function checkColumnKeys(source: Source, columns: ReadonlySet<string>): Problem[] {
  const { area, name } = placeOf(source.path)
  if (area !== 'modules' || !['queries', 'commands', 'jobs'].includes(name)) return []
  const keys = new Set<string>()
  walk(parseSync(source.path, source.text).program, (node) => {
    // Lists in a refusal are sentences, not fields of the wire.
    if (node.type === 'Property' && node.value?.type !== 'ArrayExpression') {
      const key = node.key?.type === 'Identifier' ? node.key.name : undefined
      if (key && columns.has(key)) keys.add(key)
    }
  })
  return [...keys].map((key) => ({
    file: source.path,
    wrong: `the key ${key} is spelt as in the database.`,
    mend: 'Kysely takes and gives camelCase (platform/db.ts); in raw SQL name it `as "camelCase"` or use jsonRow.',
  }))
}

/** The columns of several words, as the database spells them, from the generated types. */
export const columnsIn = (types: string): Set<string> =>
  new Set([...types.matchAll(/^  ([a-z]+(?:[A-Z0-9][a-z0-9]*)+): /gm)].map(([, name = '']) => toSnakeKey(name)))

const tablesIn = (text: string, schemas: readonly string[]): string[] =>
  schemas.length === 0
    ? []
    : [...text.matchAll(new RegExp(`(?<![\\w."/#-])(?:${schemas.join('|')})\\.[a-z_]+(?![\\w.(])`, 'g'))].map(
        ([table]) => table,
      )

export interface Node {
  type: string
  name?: string
  key?: Node
  value?: Node & { raw?: string }
  [field: string]: unknown
}

/** What stands in quotes and in templates. */
function textsOf({ path, text }: Source): string[] {
  const texts: string[] = []
  walk(parseSync(path, text).program, (node) => {
    if (node.type === 'TemplateElement') texts.push(node.value?.raw ?? '')
    if (node.type === 'Literal' && typeof node.value === 'string') texts.push(node.value)
  })
  return texts
}

export function walk(value: unknown, look: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) walk(item, look)
  else if (isNode(value)) {
    look(value)
    for (const field of Object.values(value)) walk(field, look)
  }
}

const isNode = (value: unknown): value is Node =>
  value !== null && typeof value === 'object' && 'type' in value && typeof value.type === 'string'
