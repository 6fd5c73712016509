import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const unwatched = (text: string) => /import \{[^}]*\btest\b[^}]*\} from '@playwright\/test'/.test(text)

describe('the browser tests', () => {
  it('all watch that no page does what its policy refuses (browser/test.ts)', () => {
    const files = ['e2e', 'walks', 'operations'].flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => name.endsWith('.e2e.ts'))
        .map((name) => join(folder, name)),
    )
    expect(files.length).toBeGreaterThan(50)
    expect(files.filter((file) => unwatched(readFileSync(join(root, file), 'utf8')))).toEqual([])
  })

  it('would be found if one did not', () => {
    expect(unwatched("import { expect, test, type Page } from '@playwright/test'")).toBe(true)
  })
})
