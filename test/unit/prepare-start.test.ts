import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from '../../scripts/prepare-start.ts'

test('a build is made of the sources and of no test', () => {
  const files = sourceFiles().map((path) => relative('.', path))
  expect(files).toEqual(expect.arrayContaining(['package.json', 'src/main.ts', 'src/web/root.tsx']))
  expect(files.filter((path) => /\.test\./.test(path))).toEqual([])
})
