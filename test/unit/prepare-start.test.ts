import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { licencesOfServer, shippedPackages } from '../../scripts/licences.ts'
import { sourceFiles } from '../../scripts/prepare-start.ts'

test('a build is made of the sources and of no test', () => {
  const files = sourceFiles().map((path) => relative('.', path))
  expect(files).toEqual(expect.arrayContaining(['package.json', 'src/main.ts', 'src/web/root.tsx']))
  expect(files.filter((path) => /\.test\./.test(path))).toEqual([])
})

/** Licences under which we may run and hand on what we ship; another one is looked at before it is added here. */
const KNOWN = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Unlicense',
  '(MIT OR CC0-1.0)',
  // Loaded as a library of its own, which anybody may replace.
  'LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
]

test('every package that is shipped is named with its licence, and each licence is one we know', () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    'dependencies' | 'optionalDependencies',
    Record<string, string>
  >
  const text = licencesOfServer('.')
  const direct = Object.entries({ ...dependencies, ...optionalDependencies })
  expect(direct.filter(([name, version]) => !text.includes(`## ${name} ${version} (`))).toEqual([])
  const shipped = shippedPackages('.')
  expect(shipped.length).toBeGreaterThan(direct.length)
  expect(shipped.filter(({ name, licence }) => !text.includes(`## ${name} (${licence})`))).toEqual([])
  expect(shipped.filter(({ licence }) => !KNOWN.includes(licence))).toEqual([])
  // Nothing that only serves to develop is shipped.
  expect(shipped.filter(({ name }) => /^(?:vite|vitest|typescript|oxlint) /.test(name))).toEqual([])
})
