// Pictures of every page and the important states at two widths, taken of the demonstration with its clock set to a fixed hour, and
// compared with those taken before:
//   npm run pictures                          into .cache/pictures
//   npm run pictures -- --out DIR             into another folder
//   npm run pictures -- --compare DIR         beside those in DIR; what differs is listed and drawn in .cache/pictures-differing
//   npm run pictures -- --only calendar       those whose name has this in it
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import { findChromium } from '#test/support/chromium.ts'
import { startProduct } from '#test/support/product.ts'
import { minutesAhead } from '#test/support/start-of-clock.ts'
import { comparePictures } from './pictures-compare.ts'
import { walk, type Open } from './pictures-walk.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const WIDTHS = [360, 1280]
const HEIGHT = 800

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, '.cache/pictures') },
    compare: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})

const fileOf = (name: string, width: number) => `${name.replaceAll(/[^\w:]+/g, '-').replaceAll(':', '')}-${width}.png`

rmSync(values.out, { recursive: true, force: true })
mkdirSync(values.out, { recursive: true })
const started = new Date()
// Every run begins at the same hour of the same weekday, and the browsers stay there.
process.env['VANFARE_TEST_AHEAD'] = String(minutesAhead(started))
const product = await startProduct()
process.env['VANFARE_TEST_DATA_DIR'] = product.dataDir
const { executablePath, args, env } = findChromium()
const browser = await chromium.launch({ executablePath, args, env })
let count = 0

const open: Open = async (from, dark = false) => {
  const context = await from.newContext({
    baseURL: product.url,
    viewport: { width: 1280, height: HEIGHT },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
    colorScheme: dark ? 'dark' : 'light',
  })
  await context.clock.setFixedTime(started)
  return context
}

const taken = new Map<string, number>()

async function take(page: Page, given: string): Promise<void> {
  const times = (taken.get(given) ?? 0) + 1
  taken.set(given, times)
  const name = times === 1 ? given : `${given} ${times}`
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await page.screenshot({
      path: join(values.out, fileOf(name, width)),
      fullPage: true,
      animations: 'disabled',
      caret: 'hide',
    })
    count += 1
  }
  await page.setViewportSize({ width: 1280, height: HEIGHT })
}

try {
  await walk(browser, open, take, values.only)
} finally {
  await browser.close()
  await product.stop()
}
console.log(`${count} pictures in ${values.out}`)
if (values.compare !== undefined) {
  const into = join(root, '.cache/pictures-differing')
  const differing = comparePictures(values.compare, values.out, into)
  for (const { name, wrong } of differing) console.log(`${name}: ${wrong}`)
  console.log(`${differing.length} pictures differ; before, now and where are in ${into}`)
  process.exitCode = differing.length === 0 ? 0 : 1
}
