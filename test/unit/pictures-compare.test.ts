import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { afterEach, describe, expect, it } from 'vitest'
import { comparePictures } from '../../scripts/pictures-compare.ts'

const folder = mkdtempSync(join(tmpdir(), 'vanfare-pictures-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** White, with a black square of 20 pixels at this height. */
function page(top: number, height = 100): Buffer {
  const picture = new PNG({ width: 100, height })
  picture.data.fill(255)
  for (let y = top; y < top + 20; y += 1)
    for (let x = 40; x < 60; x += 1) picture.data.set([0, 0, 0, 255], (y * 100 + x) * 4)
  return PNG.sync.write(picture)
}

function compare(before: Record<string, Buffer>, after: Record<string, Buffer>) {
  for (const [name, pictures] of Object.entries({ before, after })) {
    mkdirSync(join(folder, name), { recursive: true })
    for (const [file, picture] of Object.entries(pictures)) writeFileSync(join(folder, name, file), picture)
  }
  return comparePictures(join(folder, 'before'), join(folder, 'after'), join(folder, 'differing'))
}

describe('comparePictures', () => {
  it('lets a picture pass that is as it was, or has moved by one pixel', () => {
    expect(compare({ 'a.png': page(10), 'b.png': page(10) }, { 'a.png': page(10), 'b.png': page(11) })).toEqual([])
  })

  it('draws and lists a picture in which a part has moved further', () => {
    const [found, ...others] = compare({ 'a.png': page(10) }, { 'a.png': page(16) })
    expect(found).toMatchObject({ name: 'a.png', wrong: expect.stringMatching(/^\d+\.\d\d % of its pixels differ\.$/) })
    expect(others).toEqual([])
    expect(readdirSync(join(folder, 'differing')).sort()).toEqual(['a.png', 'list.txt'])
  })

  it('lists a page that is longer, and one that is there only once', () => {
    expect(compare({ 'a.png': page(10), 'b.png': page(10) }, { 'a.png': page(10, 140), 'c.png': page(10) })).toEqual([
      { name: 'a.png', wrong: 'is 140 px high, was 100.' },
      { name: 'b.png', wrong: 'is missing now.' },
      { name: 'c.png', wrong: 'is new.' },
    ])
  })
})
