import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parseSync } from 'vite'
import { textsIn } from '#test/support/syntax.ts'
import { readSources } from '../../scripts/read-sources.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Rule {
  banned: RegExp
  instead: string
  /** Where it is looked for: everything that is read, or the screens alone. */
  isOfScreens: boolean
}

/** The table of docs/words.md: "| not | but | where |", several words of one line apart by commas. */
function rulesIn(table: string): Rule[] {
  return [...table.matchAll(/^\| ([^|]+) \| ([^|]+) \| (everywhere|screens) *\|$/gm)].map(([, not, but, where]) => ({
    banned: new RegExp(`(?<![\\w/-])(?:${(not ?? '').split(', ').map(patternOf).join('|')})(?![\\w-])`, 'i'),
    instead: but?.trim() ?? '',
    isOfScreens: where === 'screens',
  }))
}

const patternOf = (word: string): string => word.trim().replace(/[.+?^$()]/g, String.raw`\$&`)

/** Lines of docs/words.md under "May stay": texts that are as they are for a reason. */
const allowedIn = (text: string): string[] => [...text.matchAll(/^- “([^”]+)”/gm)].map(([, allowed]) => allowed ?? '')

function foundIn({ path, text }: { path: string; text: string }, rules: Rule[], allowed: readonly string[]): string[] {
  const texts = path.endsWith('.md') ? text.split('\n') : textsIn(parseSync(path, text).program)
  const isScreen = path.startsWith('src/web/') && !path.endsWith('/privacy-policy.tsx')
  return texts
    .filter((one) => !allowed.some((stays) => one.includes(stays)))
    .flatMap((one) =>
      rules
        .filter(({ banned, isOfScreens }) => (isScreen || !isOfScreens) && banned.test(one))
        .map(
          ({ banned, instead }) =>
            `${path}: “${banned.exec(one)?.[0]}”, better “${instead}”: ${one.trim().slice(0, 120)}`,
        ),
    )
}

/** What customers write, to be read by the list reader: none of it is said by us. */
const CUSTOMERS_WORDS = /quote-flow\/items\/list-reader\/(?:data|refusals|phrases)\.ts$/

const list = readFileSync(join(root, 'docs/words.md'), 'utf8')
const rules = rulesIn(list)

test('nothing that is read on a page, in an email or in a refusal has a banned word', () => {
  expect(rules.length).toBeGreaterThan(10)
  const sources = readSources(root).filter(({ path, isTest }) => !isTest && !CUSTOMERS_WORDS.test(path))
  const pages = globSync('content/**/*.md', { cwd: root }).map((path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(join(root, path), 'utf8'),
  }))
  expect(pages.length).toBeGreaterThan(50)
  expect([...sources, ...pages].flatMap((source) => foundIn(source, rules, allowedIn(list)))).toEqual([])
})

test('the control: each banned word is found, in text, in a string and in a template, and no part of another', () => {
  const path = 'src/web/a.tsx'
  for (const text of ['Send an e-mail now', 'The mover comes'] as const)
    for (const source of [`const a = <p>${text}</p>`, `const a = '${text}'`, `const a = \`${text} \${b}\``])
      expect(foundIn({ path, text: source }, rules, []), source).toHaveLength(1)
  expect(foundIn({ path, text: `const a = 'the movers-list is removed, moverOf'` }, rules, [])).toEqual([])
})

test('a count and its noun are written by countOf alone', () => {
  const byHand = [
    /\{([\w.]+)\} \$?\{\1 === 1 \?/,
    /=== 1 \? '' : 's'\}/,
    /=== 1\s*\? '1 [a-z ]+'\s*: `\$\{[\w.]+\} [a-z]/,
  ]
  const found = globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !path.includes('.test.'))
    .filter((path) => byHand.some((pattern) => pattern.test(readFileSync(join(root, path), 'utf8'))))
  expect(found).toEqual([])
})
