import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { create } from 'fontkit'
import { encodePage } from '#modules/files/photos-gateway.ts'
import { createLog } from '#platform/log.ts'
import { timesHere } from '#test/support/in-this-thread.ts'
import { ShareImages } from './gateway.ts'

const images = new ShareImages(createLog('silent'))
afterAll(() => images.close())

test('a picture lays out its letters in a thread of its own; the control: in this one they are counted', async () => {
  const font = create(readFileSync('node_modules/@fontsource-variable/overpass/files/overpass-latin-wght-normal.woff2'))
  let count = 0
  const another = () => {
    count += 1
    return images.png({ kind: 'Blog', title: `Which van, number ${count}?`, line: 'Four vans.' }, '10.0.0.1')
  }
  const lettering = Object.getPrototypeOf(font) as typeof font
  const { beside: withWorkers, here } = await timesHere(lettering, 'layout', () => import('./worker.ts'), another)
  expect(withWorkers).toBe(0)
  expect(here).toBeGreaterThan(0)
})

test('is drawn, too, by a process whose picture library reads no SVG that others sent', async () => {
  // The first photo of a process shuts readers of other formats for all of its threads.
  await encodePage({ pixels: new Uint8Array(2 * 2 * 4), width: 2, height: 2 })
  const png = await images.png({ kind: 'Blog', title: 'After a photo', line: 'The same thread.' }, '10.0.0.1')
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG')
})
