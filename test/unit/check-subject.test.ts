import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wrongInSubject } from '../../scripts/check-subject.ts'

describe('the check of a commit’s subject', () => {
  it.each([
    'billing: take a price once, recover every credit',
    'quote-flow: name the driver when none is free',
    'geo: seed the tolls of a new installation',
    'Merge branch main',
    'docs: focus the map on the slices\n\nWhy: nobody finds them.',
  ])('accepts the subject %j', (message) => expect(wrongInSubject(message)).toBeNull())

  it.each([
    ['x', 'slice: imperative'],
    ['billing', 'slice: imperative'],
    ['billing: fix', 'slice: imperative'],
    ['app, shared: say what they mean', 'slice: imperative'],
    ['billing: added a bound', '“added” is none'],
    ['billing: adds a bound', '“adds” is none'],
    ['billing: adding a bound', '“adding” is none'],
    ['billing: the price is whole', '“the” is none'],
    ['billing: take a price once; recover credits', 'semicolon'],
    [`billing: take ${'a price '.repeat(8)}`, 'at most 60'],
  ])('refuses the subject %j', (message, sentence) => expect(wrongInSubject(message)).toContain(sentence))
})

describe('the hook in a repository', () => {
  let folder = ''
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe', encoding: 'utf8' })
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'subjects-'))
    git('init', '-q')
    git('config', 'user.email', 'a@example.org')
    git('config', 'user.name', 'A')
    git('config', 'core.hooksPath', join(import.meta.dirname, '../../.githooks'))
    writeFileSync(join(folder, 'a.txt'), 'a')
    git('add', '.')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('stops a commit whose subject is a fragment, and lets the next one pass', () => {
    expect(() => git('commit', '-qm', 'things')).toThrow('slice: imperative verb')
    git('commit', '-qm', 'docs: add a first page')
    expect(git('log', '--format=%s').trim()).toBe('docs: add a first page')
  })

  it('is switched on by the install step', () => {
    const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    expect(scripts['prepare']).toContain('core.hooksPath .githooks')
  })
})
