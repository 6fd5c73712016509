import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { create } from 'fontkit'
import { encodePage } from '#modules/files/photos/gateway.ts'
import { createLog } from '#platform/log.ts'
import { cpuMs, median } from '#test/support/cpu-time.ts'
import { ShareImages } from './gateway.ts'

const images = new ShareImages(createLog('silent'))
afterAll(() => images.close())

/** Milliseconds of the thread that answers everybody. */
async function ownMs(title: string): Promise<number> {
  const before = process.threadCpuUsage()
  await images.png({ kind: 'Blog', title, line: 'Four vans, three questions.' }, '10.0.0.1')
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

test('a picture takes less than a few milliseconds of the thread that answers everybody', async () => {
  // The first starts the drawing thread.
  await ownMs('Which van do I need?')
  const each: number[] = []
  for (let index = 0; index < 9; index += 1) each.push(await ownMs(`Which van do I need, number ${index}`))
  expect(median(each)).toBeLessThan(5)
})

test('is drawn, too, by a process whose picture library reads no SVG that others sent', async () => {
  // With the first photo of a process, readers of other formats are shut for all of its threads.
  await encodePage({ pixels: new Uint8Array(2 * 2 * 4), width: 2, height: 2 })
  const png = await images.png({ kind: 'Blog', title: 'After a photo', line: 'The same thread.' }, '10.0.0.1')
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG')
})

test('the control: laying out its letters in this thread takes longer than anybody may wait', () => {
  const font = 'node_modules/@fontsource-variable/overpass/files/overpass-latin-wght-normal.woff2'
  expect(cpuMs(() => create(readFileSync(font)).layout('Which van do I need?'))).toBeGreaterThan(10)
})
