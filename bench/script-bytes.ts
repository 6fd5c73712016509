// What a browser loads for each page of the built product: node bench/script-bytes.ts
import { readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { join } from 'node:path'
import { registerWeb } from '#app/web.ts'
import { createVisit } from '#app/web-session.ts'
import { importContent } from '#modules/content/files/commands.ts'
import { openSetting, type Figure } from './setting.ts'

const root = new URL('..', import.meta.url).pathname
const client = join(root, 'build/client')

/** Pages that are read, which load nothing but a few lines until somebody touches them. */
const READ = [
  '/',
  '/our-services/man-and-van',
  '/our-locations',
  '/our-locations/brighton',
  '/blog/which-van-do-i-need',
  '/faq',
  '/work-with-us',
  '/terms',
  '/privacy-policy',
]
const FLOW = ['/additional-services', '/clarify', '/route-details', '/pick-a-driver', '/confirm-booking']
const KILOBYTE = 1000

interface Page {
  path: string
  /** Files by their address, everything they import included. */
  scripts: Set<string>
  /** Bytes of the inline scripts of the page, compressed on their own. */
  inlineBytes: number
  styles: Set<string>
}

export async function measureScriptBytes(): Promise<Figure[]> {
  const setting = await openSetting((app) => registerWeb(app, { visit: createVisit(app) }))
  const { fastify, ctx } = setting.app
  await importContent(ctx, join(root, 'content'))
  ctx.services.content.invalidate()
  const load = async (path: string) => {
    const answer = await fastify.inject({ url: path })
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`)
    return readPage(path, answer.body)
  }
  const read = await Promise.all(READ.map(load))
  const flow = await Promise.all(FLOW.map(load))
  const home = await fastify.inject({ url: '/' })
  await setting.close()
  return [
    ...read.map((page) => scriptRow(`Script of ${page.path} before the first touch`, [page], 12)),
    scriptRow('Script of / once touched', [touched(home.body, read[0])], null),
    ...flow.map((page) => scriptRow(`Script of ${page.path}, opened by itself`, [page], null)),
    scriptRow('Script of the five steps together', flow, 180),
    scriptRow('The same by way of the home page', [touched(home.body, read[0]), ...flow], null),
    styleRow('Styles of /', read.slice(0, 1)),
    styleRow(
      'Styles of a location',
      read.filter(({ path }) => path === '/our-locations/brighton'),
    ),
    styleRow('Styles of the five steps together', flow),
    // The site's one sheet and those of the steps have the tokens and what every page has in common twice.
    styleRow('Styles of home and the five steps together', [...read.slice(0, 1), ...flow]),
  ]
}

function readPage(path: string, html: string): Page {
  const page: Page = { path, scripts: new Set(), inlineBytes: 0, styles: new Set() }
  for (const [, attributes = '', code = ''] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    const source = /\ssrc="([^"]+)"/.exec(attributes)?.[1]
    if (source) addScript(page.scripts, source)
    else {
      page.inlineBytes += brotliCompressSync(code).length
      for (const imported of importsOf(code)) addScript(page.scripts, imported)
    }
  }
  for (const [tag] of html.matchAll(/<link[^>]*>/g)) {
    const address = /\shref="([^"]+)"/.exec(tag)?.[1]
    if (!address) continue
    if (/\srel="modulepreload"/.test(tag)) addScript(page.scripts, address)
    if (/\srel="stylesheet"/.test(tag)) page.styles.add(pathOf(address))
  }
  return page
}

/** What intent.js then loads: the manifest, the entry and the modules of the page's routes. */
function touched(html: string, before: Page | undefined): Page {
  const scripts = new Set(before?.scripts)
  const attribute = (name: string) =>
    new RegExp(`\\sdata-${name}="([^"]+)"`).exec(html)?.[1]?.replaceAll('&quot;', '"') ?? ''
  const routes = JSON.parse(attribute('routes') || '[]') as [string, string][]
  for (const address of [attribute('manifest'), attribute('entry'), ...routes.map(([, url]) => url)])
    addScript(scripts, address)
  return { path: '/', scripts, inlineBytes: before?.inlineBytes ?? 0, styles: before?.styles ?? new Set() }
}

const pathOf = (address: string, from = '/') => new URL(address, `http://client${from}`).pathname

/** A script and whatever it imports before it runs; what it may import later is not loaded with the page. */
function addScript(scripts: Set<string>, given: string): void {
  const address = pathOf(given)
  if (!given || scripts.has(address)) return
  scripts.add(address)
  for (const imported of importsOf(readFileSync(join(client, address), 'utf8')))
    addScript(scripts, pathOf(imported, address))
}

const importsOf = (code: string): string[] =>
  [...code.matchAll(/(?:^|[;\n}\s])(?:import|export)\s*(?:[\w*${},\s]+\s*from\s*)?["']((?:\.{0,2}\/)[^"']+)["']/g)].map(
    (match) => match[1] ?? '',
  )

const brotliBytes = (address: string) => readFileSync(join(client, `${address}.br`)).length

function scriptRow(what: string, pages: readonly Page[], goal: number | null): Figure {
  const files = new Set(pages.flatMap((page) => [...page.scripts]))
  // The first page of a visit comes as HTML; the others are drawn in the browser.
  const bytes = [...files].reduce((sum, address) => sum + brotliBytes(address), pages[0]?.inlineBytes ?? 0)
  return sizeRow(what, bytes, `${files.size} files, br`, goal)
}

function styleRow(what: string, pages: readonly Page[]): Figure {
  const files = new Set(pages.flatMap((page) => [...page.styles]))
  const bytes = [...files].reduce(
    (sum, address) => sum + gzipSync(readFileSync(join(client, address)), { level: 9 }).length,
    0,
  )
  return sizeRow(what, bytes, `${files.size} files, gz`, 16)
}

function sizeRow(what: string, bytes: number, how: string, goal: number | null): Figure {
  const size = bytes / KILOBYTE
  return {
    what,
    ours: `${size.toFixed(1)} kB (${how})`,
    limit: '',
    ratio: '',
    goal: goal === null ? '' : `≤ ${goal} kB`,
    isReached: goal === null ? null : size <= goal,
  }
}

if (import.meta.main) console.table(await measureScriptBytes())
