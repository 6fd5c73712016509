// A booking's status is asked by the named sets and predicates of src/modules/bookings/rules.ts; its words stand beside its table of
// transitions, in contracts, and as keys of tables that have a line for each status.
import { parseSync } from 'vite'
import type { Source } from './read-sources.ts'
import type { Problem } from './structure-imports.ts'
import { walk, type Node } from './structure-sql.ts'

const RULES = 'src/modules/bookings/rules.ts'
const MAY_SPELL = [/^src\/modules\/bookings\/lifecycle\//, /contract\.ts$/, /^src\/platform\//]
/** The slices before bookings cannot import its rules; what they need is here, held to those by a test. */
const HOMES = [RULES, 'src/modules/fleet/rules.ts']

/** Words that only a booking's status or state has. Other words are also kinds of events, reasons, states of hours or bank accounts. */
const OWN_WORDS = ['in_progress', 'not_taken_by_driver', 'awaiting_verification']
const SHARED_WORDS = ['new_booking', 'confirmed', 'completed', 'canceled_by_customer', 'no_one_took', 'rejected', 'hot']
const WORDS = [...OWN_WORDS, ...SHARED_WORDS]
const QUOTED = `'(?:${WORDS.join('|')})'`
const IN_SQL = [
  new RegExp(`\\bstatus\\s*(?:=|<>|!=|in\\s*\\(|not in\\s*\\()\\s*${QUOTED}`),
  new RegExp(`'(?:${OWN_WORDS.join('|')})'`),
]

export function checkStatusWords({ path: file, text }: Source): Problem[] {
  if (HOMES.includes(file) || MAY_SPELL.some((place) => place.test(file))) return []
  const found = statusWordsIn(file, text)
  if (found.length === 0) return []
  return [
    {
      file,
      wrong: `spells ${found.length} status${found.length === 1 ? '' : 'es'} of a booking: ${found[0]}`,
      mend: `Ask a predicate of ${RULES} (isAgreed(status)), or name its set: in SQL literals(AGREED). A text for each status is a Record<BookingStatus, …>.`,
    },
  ]
}

/** The places that spell a status, as they are written. */
export function statusWordsIn(path: string, text: string): string[] {
  const found = new Map<number, string>()
  walk(parseSync(path, text).program, (node) => {
    if (isSpelt(node)) found.set(Number(node['start']), textOf(text, node))
  })
  return [...found.values()]
}

const isSpelt = (node: Node): boolean => {
  const { left, right, discriminant, cases, elements, types, callee } = node as Parts
  switch (node.type) {
    case 'BinaryExpression':
      return (isStatus(left) && isWord(right)) || (isStatus(right) && isWord(left))
    case 'SwitchStatement':
      return isStatus(discriminant) && (cases ?? []).some(({ test }) => isWord(test))
    case 'ArrayExpression':
      return isList(elements)
    case 'TSUnionType':
      return isList(types?.map(({ literal }) => literal))
    case 'CallExpression':
      return isCondition(callee, (node as Parts).arguments)
    case 'TemplateElement':
      return IN_SQL.some((pattern) => pattern.test(node.value?.raw ?? ''))
    default:
      return false
  }
}

type Parts = Node & {
  left?: Node
  right?: Node
  discriminant?: Node
  cases?: (Node & { test?: Node })[]
  elements?: Node[]
  types?: (Node & { literal?: Node })[]
  callee?: Node & { property?: Node }
  arguments?: Node[]
}

const wordOf = (node: Node | undefined | null): string | undefined =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined

const isWord = (node: Node | undefined | null): boolean => WORDS.includes(wordOf(node) ?? '')

/** A list that holds one of a booking's own words, or nothing but two words or more of its status. */
function isList(nodes: readonly (Node | undefined | null)[] | undefined): boolean {
  const words = (nodes ?? []).map((node) => wordOf(node) ?? '')
  return (
    words.some((word) => OWN_WORDS.includes(word)) || (words.length > 1 && words.every((one) => WORDS.includes(one)))
  )
}

/** `booking.status`, `status`, `booking?.status`, `stateOf(booking)`, and the state that a rule is given. */
function isStatus(node: Node | undefined): boolean {
  if (!node) return false
  const { expression, property, callee } = node as Node & { expression?: Node; property?: Node; callee?: Node }
  if (node.type === 'ChainExpression') return isStatus(expression)
  if (node.type === 'MemberExpression') return property?.name === 'status'
  if (node.type === 'CallExpression') return callee?.name === 'stateOf'
  return node.type === 'Identifier' && (node.name === 'status' || node.name === 'state')
}

/** `.where('b.status', '=', 'confirmed')`, and the same with a list of one. */
function isCondition(callee: (Node & { property?: Node }) | undefined, given: readonly Node[] = []): boolean {
  const [column, , value] = given
  if (callee?.property?.name !== 'where' || !/(?:^|\.)status$/.test(wordOf(column) ?? '')) return false
  const { elements } = (value ?? {}) as { elements?: Node[] }
  return isWord(value) || (elements ?? []).some(isWord)
}

const textOf = (text: string, node: Node): string =>
  text.slice(Number(node['start']), Number(node['end'])).replaceAll(/\s+/g, ' ').slice(0, 80)
