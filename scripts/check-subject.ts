// What a commit's subject may be; run by .githooks/commit-msg with the file of the message.
import { readFileSync } from 'node:fs'

const MOST = 60

/** Ends of a first word that is no imperative: "added", "adds", "adding". Verbs that end so by nature stand in the exceptions. */
const NO_IMPERATIVE = /(?:ed|ing|[^s]s)$/
const EXCEPTIONS = new Set([
  'embed',
  'feed',
  'need',
  'seed',
  'shed',
  'speed',
  'bring',
  'focus',
  'ping',
  'string',
  'bypass',
])
const NO_VERB =
  /^(?:a|an|and|as|at|but|by|every|for|from|in|it|its|no|not|of|on|one|or|that|the|their|this|to|what|who|with)$/

/** What is wrong with the subject of a commit's whole message, as a sentence; null if nothing is. */
export function wrongInSubject(message: string): string | null {
  const subject = message.split('\n')[0] ?? ''
  if (/^(?:Merge|Revert|fixup!|squash!)/.test(subject)) return null
  if (subject.length > MOST) return `The subject has ${subject.length} characters; at most ${MOST}.`
  const [, verb] = /^[a-z][a-z0-9-]*: ([a-z][a-z-]*)(?: |$)/.exec(subject) ?? []
  if (!verb || !/^\S+: \S+ \S/.test(subject)) return 'Write the subject as `slice: imperative verb and object`.'
  if (NO_VERB.test(verb) || (NO_IMPERATIVE.test(verb) && !EXCEPTIONS.has(verb)))
    return `Begin with an imperative after the slice: “${verb}” is none.`
  if (subject.includes(';')) return 'Write one thing in a subject: leave out the semicolon.'
  return null
}

const [, script = '', file] = process.argv
if (file && script.endsWith('check-subject.ts')) {
  const wrong = wrongInSubject(readFileSync(file, 'utf8'))
  if (wrong) {
    process.stderr.write(`${wrong}\n`)
    process.exitCode = 1
  }
}
