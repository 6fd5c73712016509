// How often the source says it knows a type better than the compiler: `x as T`, `<T>x` and `x!`, but not `as const`.
import { parseSync } from 'vite'
import type { Source } from './read-sources.ts'
import type { Problem } from './structure-imports.ts'

/** Per thousand lines of src. */
const MOST_CASTS = 1

export function checkCasts(sources: readonly Source[]): Problem[] {
  const casts = sources.map((source) => ({ file: source.path, count: countCasts(source) }))
  const total = casts.reduce((sum, { count }) => sum + count, 0)
  const lines = sources.reduce((sum, source) => sum + source.lines, 0)
  if (total * 1000 <= lines * MOST_CASTS) return []
  const most = casts.sort((a, b) => b.count - a.count).slice(0, 5)
  const where = most.flatMap(({ file, count }) => (count > 0 ? [`${file} ${count}`] : []))
  return [
    {
      file: 'src',
      wrong: `${total} casts in ${lines} lines, more than ${MOST_CASTS} per thousand; most in ${where.join(', ')}.`,
      mend: 'Declare what comes in (fieldsOf, readAnswer, asTyped), narrow it by a guard (oneOf), keep keys (keysOf, keyed).',
    },
  ]
}

export function countCasts({ path, text }: Pick<Source, 'path' | 'text'>): number {
  // Most files say none of these, and need no tree.
  if (!/\bas\b(?! const)|[\w)\]]!|<\w/.test(text)) return 0
  return countIn(parseSync(path, text).program)
}

function countIn(node: unknown): number {
  if (Array.isArray(node)) return node.reduce((sum: number, one: unknown) => sum + countIn(one), 0)
  if (typeof node !== 'object' || node === null) return 0
  const below = Object.values(node).reduce((sum: number, child: unknown) => sum + countIn(child), 0)
  return below + (isCast(node) ? 1 : 0)
}

function isCast(node: object): boolean {
  if (!('type' in node)) return false
  if (node.type === 'TSAsExpression') return !('typeAnnotation' in node && isConst(node.typeAnnotation))
  return node.type === 'TSTypeAssertion' || node.type === 'TSNonNullExpression'
}

/** The `const` of `as const` is written as a type of that name. */
const isConst = (type: unknown): boolean =>
  typeof type === 'object' && type !== null && 'typeName' in type && nameOf(type.typeName) === 'const'

const nameOf = (name: unknown): unknown =>
  typeof name === 'object' && name !== null && 'name' in name ? name.name : undefined
