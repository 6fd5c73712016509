import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Sofa } from 'lucide-react'
import { expect, it } from 'vitest'
import createIcon from '#web/ui/draw-icon.ts'
import { withoutNames } from '../../scripts/small-icons.ts'

const icons = join(import.meta.dirname, '../../node_modules/lucide-react/dist/esm/icons')
const read = (name: string) => readFileSync(join(icons, name), 'utf8')

/** The data of an icon file, without its imports and exports. */
const drawingOf = (code: string) =>
  // oxlint-disable-next-line no-implied-eval -- a file of lucide's own, as it is installed
  new Function(
    `${code.replace(/^import.*$|^export.*$|^const (?!__iconData).*$/gm, '')}; return __iconData`,
  )() as Parameters<typeof createIcon>[0]

it('reads every icon of this release, and leaves out nothing that is drawn', () => {
  const shapes = (code: string) => code.match(/\b(?:d|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|width|height|points): "[^"]*"/g)
  for (const name of readdirSync(icons).filter((file) => file.endsWith('.mjs'))) {
    const code = read(name)
    expect([name, shapes(withoutNames(code))]).toEqual([name, shapes(code)])
  }
})

it('draws an icon as lucide does, but for the class names', () => {
  const props = { className: 'i', size: 20, strokeWidth: 2.25, 'aria-hidden': true } as const
  const ours = renderToStaticMarkup(createElement(createIcon(drawingOf(withoutNames(read('sofa.mjs')))), props))
  const theirs = renderToStaticMarkup(createElement(Sofa, props))
  const attributes = (html: string) => [...html.matchAll(/[\w-]+="[^"]*"/g)].map(String).toSorted()
  expect(attributes(ours)).toEqual(
    attributes(theirs.replace(/ xmlns="[^"]*"/, '').replace('class="lucide lucide-sofa i"', 'class="i"')),
  )
})

it('refuses an icon of another form, so that a new release is noticed', () => {
  const larger = read('sofa.mjs').replace('size: 24', 'size: 32')
  expect(() => withoutNames(larger)).toThrow('Not an icon as lucide wrote them so far')
})
