// Pages beside the least that could send or render the same: node bench/pages.ts
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import Fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { ServerRouter, type EntryContext, type HandleDocumentRequestFunction } from 'react-router'
import { createVisit } from '#app/web-session.ts'
import type { Build } from '#app/web-build.ts'
import { registerWeb } from '#app/web.ts'
import { median, measure, openSetting, spreadOf, type Figure, type Measured } from './setting.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const ROUNDS = 4
const SECONDS = 2
const CALLERS = 32
const PUBLIC = '/'
const RENDERED = ['/', '/terms', '/additional-services', '/route-details']

export async function benchPages(): Promise<Figure[]> {
  if (process.env.NODE_ENV !== 'production') throw new Error('Pages are measured with NODE_ENV=production only')
  const { build, seen, rendered } = await watchedBuild()
  let forgetPages = () => undefined as void
  // Logging as in production, but to nowhere: the line per request belongs to its cost.
  const log = pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: true }))
  const setting = await openSetting(async (app) => {
    const whenChanged = (clear: () => void) => {
      forgetPages = clear
    }
    await registerWeb(app, { visit: createVisit(app), loadBuild: async () => build, whenChanged })
  }, log)
  const { fastify } = setting.app
  try {
    const figures = [
      await cachedFigure(fastify),
      await campaignFigure(fastify, rendered),
      await crowdFigure(fastify, rendered, () => forgetPages()),
    ]
    for (const path of RENDERED) figures.push(...(await renderedFigures(fastify, seen, path)))
    return figures
  } finally {
    await setting.close()
  }
}

interface Seen {
  context: EntryContext
  url: string
}

/** The build as it is, but for a look at what each page is rendered from. */
async function watchedBuild(): Promise<{ build: Build; seen: Map<string, Seen>; rendered: () => number }> {
  const seen = new Map<string, Seen>()
  const built = (await import(pathToFileURL(join(root, 'build/server/index.js')).href)) as Build
  const entry = built.entry.module
  let count = 0
  const watched: HandleDocumentRequestFunction = (request, status, headers, context, values) => {
    count += 1
    seen.set(new URL(request.url).pathname, { context, url: request.url })
    return entry.default(request, status, headers, context, values)
  }
  return {
    build: { ...built, entry: { ...built.entry, module: { ...entry, default: watched } } },
    seen,
    rendered: () => count,
  }
}

const execute = promisify(execFile)

interface Load {
  perSecond: number
  p50: number
  p99: number
  /** CPU time of this process, which serves; the load comes from another. */
  cpuMicrosEach: number
}

async function cachedFigure(fastify: FastifyInstance): Promise<Figure> {
  const ours = await fastify.listen({ port: Number(process.env.BENCH_PORT ?? 0), host: '127.0.0.1' })
  const { server, address } = await bareServer(ours)
  const loads = { ours: [] as Load[], bare: [] as Load[] }
  await underLoad(address, 1)
  await underLoad(ours, 1)
  for (let round = 0; round < ROUNDS; round++) {
    const turns = [
      async () => loads.bare.push(await underLoad(address, SECONDS)),
      async () => loads.ours.push(await underLoad(ours, SECONDS)),
    ]
    for (const run of round % 2 === 0 ? turns : turns.toReversed()) await run()
  }
  await server.close()
  const mid = (list: readonly Load[], key: keyof Load) => median(list.map((load) => load[key]))
  const text = (list: readonly Load[]) =>
    `${mid(list, 'perSecond').toFixed(0)}/s, ${mid(list, 'cpuMicrosEach').toFixed(0)} µs CPU, p99 ${mid(list, 'p99')} ms`
  const ratio = mid(loads.ours, 'perSecond') / mid(loads.bare, 'perSecond')
  const cpuRatio = mid(loads.bare, 'cpuMicrosEach') / mid(loads.ours, 'cpuMicrosEach')
  return {
    what: `Public page ${PUBLIC} from the cache, brotli, over HTTP, ${CALLERS} at once`,
    ours: text(loads.ours),
    limit: text(loads.bare),
    ratio: `${ratio.toFixed(2)} (CPU ${cpuRatio.toFixed(2)})`,
    goal: '≥ 0.9',
    isReached: ratio >= 0.9,
    spread: spreadOf(loads.bare.map(({ perSecond }) => perSecond)),
  }
}

/** Campaign words are kept with a booking and draw nothing: whatever they say, it is one page of the cache. */
async function campaignFigure(fastify: FastifyInstance, rendered: () => number): Promise<Figure> {
  let visits = 0
  const ask = (addressOf: () => string) => async () => {
    const url = addressOf()
    const response = await fastify.inject({ url, headers: { 'accept-encoding': 'br' } })
    if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`)
    await turn()
  }
  const plain = ask(() => PUBLIC)
  const campaign = ask(() => `${PUBLIC}?utm_source=letter-${++visits}&utm_campaign=spring`)
  for (const warm of [plain, campaign]) await measure(warm, { callers: 1, seconds: 0.5 })
  const before = rendered()
  const runs = { plain: [] as Measured[], campaign: [] as Measured[] }
  for (let round = 0; round < ROUNDS; round++) {
    runs.plain.push(await measure(plain, { callers: 1, seconds: 1 }))
    runs.campaign.push(await measure(campaign, { callers: 1, seconds: 1 }))
  }
  const each = (list: readonly Measured[]) => median(list.map(({ p50 }) => p50))
  const ratio = each(runs.campaign) / each(runs.plain)
  const renders = rendered() - before
  return {
    what: `The same with ?utm_source=… that is new at each of ${visits.toLocaleString('en-GB')} visits`,
    ours: `${each(runs.campaign).toFixed(2)} ms, ${renders} rendered`,
    limit: `${each(runs.plain).toFixed(2)} ms without it`,
    ratio: ratio.toFixed(2),
    goal: '0 rendered, ≤ 1.2 ×',
    isReached: renders === 0 && ratio <= 1.2,
    spread: spreadOf(runs.plain.map(({ p50 }) => p50)),
  }
}

const CROWD = 100

/** Everybody asks in the moment in which a publication has cleared the cache: the page is rendered for the first and sent to all. */
async function crowdFigure(fastify: FastifyInstance, rendered: () => number, forget: () => void): Promise<Figure> {
  const ask = async () => {
    const response = await fastify.inject({ url: PUBLIC, headers: { 'accept-encoding': 'br' } })
    if (response.statusCode !== 200) throw new Error(`${PUBLIC} answered ${response.statusCode}`)
  }
  const timed = async (callers: number) => {
    forget()
    const before = rendered()
    const began = performance.now()
    const times = await Promise.all(
      Array.from({ length: callers }, async () => {
        await ask()
        return performance.now() - began
      }),
    )
    return { renders: rendered() - before, slowest: Math.max(...times) }
  }
  await timed(1)
  const [alone, crowd] = [[] as number[], [] as number[]]
  let renders = 0
  for (let round = 0; round < ROUNDS * 2; round++) {
    alone.push((await timed(1)).slowest)
    const all = await timed(CROWD)
    crowd.push(all.slowest)
    renders = Math.max(renders, all.renders)
  }
  const ratio = median(crowd) / median(alone)
  return {
    what: `${CROWD} visitors ask for ${PUBLIC} in the moment in which a publication has cleared it`,
    ours: `${renders} rendered, the last has it after ${median(crowd).toFixed(0)} ms`,
    limit: `${median(alone).toFixed(0)} ms for one visitor`,
    ratio: ratio.toFixed(2),
    goal: '1 rendered, ≤ 2 ×',
    isReached: renders === 1 && ratio <= 2,
    spread: spreadOf(alone),
  }
}

/** Fastify and nothing else, sending the same bytes with the same headers. */
async function bareServer(ours: string): Promise<{ server: FastifyInstance; address: string }> {
  const page = await fetchRaw(ours)
  const server = Fastify()
  server.get(PUBLIC, (_request, reply) => reply.headers(page.headers).send(page.body))
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  const same = await fetchRaw(address)
  const digest = (body: Buffer) => createHash('sha256').update(body).digest('hex')
  if (digest(page.body) !== digest(same.body)) throw new Error('The two servers send different bytes')
  return { server, address }
}

/** Fetched as it travels, still compressed. */
async function fetchRaw(origin: string): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(new URL(PUBLIC, origin), { headers: { 'accept-encoding': 'br' }, agent: false }, resolve).on('error', reject)
  })
  const body = Buffer.concat(await response.toArray())
  if (response.statusCode !== 200 || response.headers['content-encoding'] !== 'br')
    throw new Error(`${origin} answered ${response.statusCode} ${response.headers['content-encoding'] ?? 'plain'}`)
  const own = new Set(['date', 'connection', 'keep-alive', 'content-length'])
  const headers = Object.entries(response.headers).filter(([name]) => !own.has(name))
  return { headers: Object.fromEntries(headers) as Record<string, string>, body }
}

async function underLoad(origin: string, seconds: number): Promise<Load> {
  const before = process.cpuUsage()
  const { stdout } = await execute(process.execPath, [
    join(root, 'node_modules/autocannon/autocannon.js'),
    ...`-j -n -c ${CALLERS} -d ${seconds} -H accept-encoding=br`.split(' '),
    new URL(PUBLIC, origin).href,
  ])
  const { user, system } = process.cpuUsage(before)
  const result = JSON.parse(stdout) as {
    requests: { average: number; total: number }
    latency: { p50: number; p99: number }
    errors: number
    non2xx: number
  }
  if (result.errors + result.non2xx > 0) throw new Error(`${origin} failed under load`)
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMicrosEach: (user + system) / result.requests.total,
  }
}

/**
 * The page is rendered at each request, because of a cookie that might identify a person; without and with compression.
 */
async function renderedFigures(fastify: FastifyInstance, seen: Map<string, Seen>, path: string): Promise<Figure[]> {
  const fetchPage = async (encoding?: string) => {
    const headers = { cookie: 'authData=nobody', ...(encoding ? { 'accept-encoding': encoding } : {}) }
    const response = await fastify.inject({ url: path, headers })
    if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`)
    // A real connection turns the event loop; without that, values held by weak references are never freed.
    await turn()
    return response.rawPayload
  }
  const page = () => fetchPage()
  const packed = () => fetchPage('br')
  const whole = (await page()).length
  const { context, url } = seen.get(path) ?? {}
  if (!context || !url) throw new Error(`${path} was not rendered`)
  const render = async () => {
    const html = renderAgain(context, url)
    await turn()
    return html
  }
  assertSamePage(path, whole, (await render()).length)
  const runs = { ours: [] as Measured[], packed: [] as Measured[], limit: [] as Measured[] }
  for (const warm of [render, page, packed]) await measure(warm, { callers: 1, seconds: 0.7 })
  for (let round = 0; round < ROUNDS; round++) {
    const turns = [
      async () => runs.limit.push(await measure(render, { callers: 1, seconds: 1 })),
      async () => runs.ours.push(await measure(page, { callers: 1, seconds: 1 })),
      async () => runs.packed.push(await measure(packed, { callers: 1, seconds: 1 })),
    ]
    for (const run of round % 2 === 0 ? turns : turns.toReversed()) await run()
  }
  return [
    rowOf(`Page ${path}, ${kilobytes(whole)} of HTML, rendered anew`, runs.ours, runs.limit, 0.85),
    rowOf(`Page ${path}, rendered anew and compressed`, runs.packed, runs.limit, null),
  ]
}

/** The same tree from the same data, without what carries the data to the browser. */
function renderAgain(context: EntryContext, url: string): string {
  const own = { ...context, renderMeta: {}, serverHandoffStream: undefined }
  return renderToString(createElement(ServerRouter, { context: own, url, nonce: 'bench' }))
}

function assertSamePage(path: string, ours: number, limit: number): void {
  if (limit < ours * 0.85 || limit > ours * 1.02)
    throw new Error(`The limit renders another page of ${path}: ${limit} bytes instead of ${ours}`)
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`

function rowOf(what: string, ours: readonly Measured[], limit: readonly Measured[], goal: number | null): Figure {
  const cpu = (runs: readonly Measured[]) => median(runs.map(({ cpuMicrosEach }) => cpuMicrosEach))
  const rate = (runs: readonly Measured[]) => median(runs.map(({ perSecond }) => perSecond))
  const text = (runs: readonly Measured[]) => `${rate(runs).toFixed(0)}/s, ${cpu(runs).toFixed(0)} µs CPU`
  const ratio = rate(ours) / rate(limit)
  return {
    what,
    ours: text(ours),
    limit: text(limit),
    ratio: `${ratio.toFixed(2)} (CPU ${(cpu(limit) / cpu(ours)).toFixed(2)})`,
    goal: goal === null ? '' : `≥ ${goal}`,
    isReached: goal === null ? null : ratio >= goal,
    spread: spreadOf(limit.map(({ perSecond }) => perSecond)),
  }
}

if (import.meta.main) console.table(await benchPages())
