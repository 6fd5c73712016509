import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { COMPARED, LONG_RUN } from '../../vitest.config.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const isMissing = (file: string) => !existsSync(`${root}/${file}`)

/** Test files that a command names one by one. Vitest passes over a name that fits no file without a word. */
const namedBy = (text: string): string[] => [
  ...[...text.matchAll(/'((?:src|test)\/[\w./-]+\.test\.ts)'/g)].map(([, file = '']) => file),
  ...[...text.matchAll(/\bfault\(([^.)]+)\)/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => `test/faults/${name}.api.test.ts`),
  ),
]

describe('a test file that is listed by name', () => {
  it('exists if npm run test:long lists it', () => {
    expect([...LONG_RUN, ...COMPARED].length).toBeGreaterThan(20)
    expect([...LONG_RUN, ...COMPARED].filter(isMissing)).toEqual([])
  })

  it('exists if a command of scripts/attacks.ts lists it', () => {
    const named = namedBy(readFileSync(`${root}/scripts/attacks.ts`, 'utf8'))
    expect(named.length).toBeGreaterThan(6)
    expect(named.filter(isMissing)).toEqual([])
  })

  it('is found to be missing after it has moved', () => {
    expect(namedBy("fault('moved-away') 'src/modules/gone/rules.test.ts'").filter(isMissing)).toHaveLength(2)
  })
})
