import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import {
  commonRefusals,
  refuse,
  type Endpoint,
  type FieldErrors,
  type InputOf,
  type Refusal,
} from '#shared/endpoint.ts'
import { ownValue } from '#shared/records.ts'
import { withoutUnseen, withoutUnseenIn } from '#shared/pasted.ts'
import { fromWire, type Camel } from '#shared/wire.ts'

/** Refused in every field, whatever its schema: PostgreSQL accepts neither NUL nor an unpaired surrogate, and depth costs stack. */
export interface Flaw {
  path: string
  message: string
}

const maxDepth = 20
const maxNodes = 20_000

export function flawOf(value: unknown): Flaw | undefined {
  const open: { value: unknown; path: string; depth: number }[] = [{ value, path: '', depth: 0 }]
  let seen = 0
  for (let node = open.pop(); node; node = open.pop()) {
    if (++seen > maxNodes) return { path: '', message: 'This contains too many values.' }
    const { value: current, path, depth } = node
    if (typeof current === 'string') {
      if (current.includes('\u0000')) return { path, message: 'This text contains a character that cannot be stored.' }
      if (!current.isWellFormed()) return { path, message: 'This text is not valid Unicode.' }
    } else if (current !== null && typeof current === 'object') {
      if (depth >= maxDepth) return { path, message: 'This is nested too deeply.' }
      for (const [key, item] of Object.entries(current)) {
        if (key.includes('\u0000') || !key.isWellFormed())
          return { path, message: 'A field name contains a character that cannot be stored.' }
        open.push({ value: item, path: path ? `${path}.${key}` : key, depth: depth + 1 })
      }
    }
  }
  return undefined
}

/** A message in plain words if the schema has none of its own. */
export function sentenceOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This is missing.' : (ownValue(typeSentences, issue.expected) ?? notRight)
    case 'invalid_value':
      return `Use one of these: ${issue.values.map(String).join(', ')}.`
    case 'invalid_format':
      return ownValue(formatSentences, issue.format) ?? 'This is not in the required format.'
    case 'too_small':
      return boundSentence(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)
    case 'too_big':
      return boundSentence(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)
    case 'unrecognized_keys':
      return 'There is no such field here.'
    default:
      return notRight
  }
}

const notRight = 'This is not a valid value.'

const typeSentences: Record<string, string> = {
  string: 'Use text.',
  number: 'Use a number.',
  int: 'Use a whole number.',
  boolean: 'Use true or false.',
  array: 'Use a list.',
  object: 'Use an object with fields.',
}

const formatSentences: Record<string, string> = {
  uuid: 'Use an id exactly as it was given.',
  date: 'Use a date as YYYY-MM-DD.',
  datetime: 'Use an instant as YYYY-MM-DDTHH:MM:SSZ.',
  email: 'Use an email address, such as jo@example.com.',
}

function boundSentence(origin: string, bound: string, limit: number | bigint): string {
  if (origin === 'string')
    return bound === 'at least' && limit === 1 ? 'Fill this in.' : `Use ${bound} ${limit} characters.`
  return origin === 'array' ? `List ${bound} ${limit}.` : `Use ${bound} ${limit}.`
}

const strictQueries = new WeakMap<Endpoint, z.ZodType>()

/** Compiled ahead of time: a schema compiles on first use, which takes longer than a small request. */
function strictQueryOf(endpoint: Endpoint): z.ZodType | undefined {
  const known = strictQueries.get(endpoint)
  if (known || !endpoint.query) return known
  const made = endpoint.query.strict()
  strictQueries.set(endpoint, made)
  return made
}

/** The input as the endpoint's schemas parse it, or every invalid field. */
export function readInput<E extends Endpoint>(endpoint: E, request: FastifyRequest): InputOf<E> | Refusal {
  // Without a prototype, because a field may be called `constructor`.
  const errors: FieldErrors = Object.create(null)
  const read = (schema: z.ZodType | undefined, value: unknown, rootName: string, name = '') => {
    if (!schema) return undefined
    const flaw = flawOf(value)
    if (flaw) return void (errors[pathIn(name, flaw.path) || rootName] = [flaw.message])
    const parsed = schema.safeParse(withoutUnseenIn(value), { error: sentenceOf })
    if (parsed.success) return fromWire(parsed.data)
    for (const issue of parsed.error.issues) addIssue(errors, issue, rootName, name)
    return undefined
  }
  const params = read(endpoint.params, request.params, 'path')
  if (Object.keys(errors).length > 0) return refuse(commonRefusals.notFound)
  const query = read(strictQueryOf(endpoint), request.query, 'query')
  const body = endpoint.body === 'multipart' ? undefined : read(endpoint.body, request.body, 'body', endpoint.bodyName)
  if (Object.keys(errors).length > 0) return refuse(commonRefusals.invalid, { errors })
  return { params, query, body } as InputOf<E>
}

/** The fields beside the files of a multipart body, as described by the endpoint's `form.fields`; an empty one counts as not sent. */
export function readFields<Schema extends z.ZodObject>(
  schema: Schema,
  fields: ReadonlyMap<string, string>,
): Camel<z.output<Schema>> | Refusal {
  const errors: FieldErrors = Object.create(null)
  const value = Object.fromEntries(
    [...fields].map(([name, text]) => [name, withoutUnseen(text)]).filter(([, text]) => text !== ''),
  )
  const flaw = flawOf(value)
  const parsed = schema.safeParse(value, { error: sentenceOf })
  if (parsed.success && !flaw) return fromWire(parsed.data)
  if (flaw) errors[flaw.path || 'body'] = [flaw.message]
  for (const issue of parsed.error?.issues ?? []) addIssue(errors, issue, 'body')
  return refuse(commonRefusals.invalid, { errors })
}

const pathIn = (name: string, path: string) => [name, path].filter(Boolean).join('.')

/** Errors about a value as a whole are reported under its own name, because a caller does not look under an empty one. */
function addIssue(errors: FieldErrors, issue: z.core.$ZodIssue, rootName: string, name = '') {
  const path = pathIn(name, issue.path.join('.'))
  const meant = issue.code === 'invalid_union' ? meantIn(issue.errors) : undefined
  if (meant) {
    for (const inner of meant) addIssue(errors, { ...inner, path: [...issue.path, ...inner.path] }, rootName, name)
    return
  }
  const add = (at: string, message: string) => (errors[at || rootName] ??= []).push(message)
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) add(path ? `${path}.${key}` : key, issue.message)
  } else add(path, issue.message)
}

/** Issues of the intended shape among several: the only one of the right type, with errors in its parts. */
function meantIn(shapes: z.core.$ZodIssue[][]): z.core.$ZodIssue[] | undefined {
  const isOther = ({ code, path }: z.core.$ZodIssue) =>
    path.length === 0 && (code === 'invalid_type' || code === 'invalid_value')
  const fitting = shapes.filter((issues) => !issues.some(isOther))
  return fitting.length === 1 ? fitting[0] : undefined
}
