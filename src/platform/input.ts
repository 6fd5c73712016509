import type { z } from 'zod'
import { ownValue } from '#shared/own-value.ts'

/** What no field may hold, whatever its schema: PostgreSQL takes neither NUL nor half a surrogate pair, and depth costs stack. */
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
    if (++seen > maxNodes) return { path: '', message: 'This holds too many values.' }
    const { value: current, path, depth } = node
    if (typeof current === 'string') {
      if (current.includes('\u0000')) return { path, message: 'This text holds a character that cannot be stored.' }
      if (!current.isWellFormed()) return { path, message: 'This text is not valid Unicode.' }
    } else if (current !== null && typeof current === 'object') {
      if (depth >= maxDepth) return { path, message: 'This is nested too deeply.' }
      for (const [key, item] of Object.entries(current)) {
        if (key.includes('\u0000') || !key.isWellFormed())
          return { path, message: 'A field name holds a character that cannot be stored.' }
        open.push({ value: item, path: path ? `${path}.${key}` : key, depth: depth + 1 })
      }
    }
  }
  return undefined
}

/** What is wrong with a field in words that a person understands, where its schema says nothing of its own. */
export function sentenceOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This is missing.' : (ownValue(typeSentences, issue.expected) ?? notRight)
    case 'invalid_value':
      return `Use one of these: ${issue.values.map(String).join(', ')}.`
    case 'invalid_format':
      return ownValue(formatSentences, issue.format) ?? 'This is not written in the form that is needed here.'
    case 'too_small':
      return boundSentence(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)
    case 'too_big':
      return boundSentence(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)
    case 'unrecognized_keys':
      return 'This field is not known here.'
    default:
      return notRight
  }
}

const notRight = 'This is not what is needed here.'

const typeSentences: Record<string, string> = {
  string: 'Use text.',
  number: 'Use a number.',
  int: 'Use a whole number.',
  boolean: 'Use true or false.',
  array: 'Use a list.',
  object: 'Use an object with fields.',
}

const formatSentences: Record<string, string> = {
  uuid: 'Use an id as it was given out.',
  date: 'Use a date as YYYY-MM-DD.',
  datetime: 'Use an instant as YYYY-MM-DDTHH:MM:SSZ.',
  email: 'Use an e-mail address, such as jo@example.com.',
}

function boundSentence(origin: string, bound: string, limit: number | bigint): string {
  if (origin === 'string')
    return bound === 'at least' && limit === 1 ? 'Fill this in.' : `Use ${bound} ${limit} characters.`
  return origin === 'array' ? `List ${bound} ${limit}.` : `Use ${bound} ${limit}.`
}
