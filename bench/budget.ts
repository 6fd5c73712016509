// Processor time of the everyday requests, beside a fixed computation of the same run and the figures kept: node bench/budget.ts [--keep]
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { demonstrationSignIns, loadDemonstration } from '#app/demonstration.ts'
import { createVisit } from '#app/web-session.ts'
import { builtIn } from '#app/web-build.ts'
import { registerWeb } from '#app/web.ts'
import { signAccessToken } from '#modules/identity/sessions/gateway.ts'
import { addDays, dayOfWeek, localDayOf } from '#shared/local-time.ts'
import { start } from './cold-start.ts'
import {
  addPeople,
  cpuMicros,
  cpuMicrosBelow,
  median,
  openSetting,
  spreadOf,
  type Figure,
  type Setting,
} from './setting.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const KEPT = fileURLToPath(new URL('budget.json', import.meta.url))
const ROUNDS = 7
const COLD_STARTS = 5
const WARM = 3
/** Bookings made in each round. */
const BOOKINGS = 12
/** Dearer than the figure kept by more than this is over the budget; what is cheaper is kept with `--keep`. */
const TOLERANCE = 1.15

type Operation =
  | 'search'
  | 'booking'
  | 'rendered page'
  | 'cached page'
  | 'my bookings'
  | 'board'
  | 'calendar'
  | 'cold start'

/** Budget of each operation, in fixed computations. */
type Budget = Record<Operation, number>

/** Hashing, sorting and JSON, some eighty milliseconds of it: what the machine is worth at the moment. */
function fixedComputation(): number {
  const before = process.cpuUsage()
  let digest = 'vanfare'
  for (let round = 0; round < 160; round++) {
    const rows = Array.from({ length: 1500 }, (_, n) => ({ n, key: `${digest.slice(0, 8)}${(n * 7919) % 1500}` }))
    rows.sort((one, other) => (one.key < other.key ? -1 : 1))
    digest = createHash('sha256').update(JSON.stringify(rows)).digest('hex')
  }
  const { user, system } = process.cpuUsage(before)
  return user + system
}

export async function benchBudget({ keeps = false } = {}): Promise<Figure[]> {
  const setting = await openWithPages()
  const measured = new Map<Operation, { ratios: number[]; micros: number[] }>()
  const fixed: number[] = []
  try {
    const requests = await requestsOf(setting)
    fixedComputation()
    for (const { work } of requests) for (let warm = 0; warm < WARM; warm++) await work()
    for (let round = 0; round < ROUNDS; round++)
      for (const { operation, times, work } of round % 2 === 0 ? requests : requests.toReversed()) {
        const limit = fixedComputation()
        const before = cpuMicros()
        for (let time = 0; time < times; time++) await work()
        note(measured, operation, (cpuMicros() - before) / times, (limit + fixedComputation()) / 2)
        fixed.push(limit)
      }
  } finally {
    await setting.close()
  }
  for (const { micros, limit } of await coldStarts()) note(measured, 'cold start', micros, limit)
  const now = Object.fromEntries([...measured].map(([operation, { ratios }]) => [operation, median(ratios)])) as Budget
  if (keeps) writeFileSync(KEPT, `${JSON.stringify(rounded(now), null, 2)}\n`)
  const kept = JSON.parse(readFileSync(KEPT, 'utf8')) as Partial<Budget>
  return [...measured].map(([operation, { micros, ratios }]) => {
    const before = kept[operation]
    const change = before === undefined ? 1 : now[operation] / before
    return {
      what: `Processor time of: ${operation}`,
      ours: `${(median(micros) / 1000).toFixed(1)} ms, ${now[operation].toFixed(3)} fixed computations`,
      limit: `${(median(fixed) / 1000).toFixed(1)} ms the fixed computation; ${before ?? 'nothing'} kept`,
      ratio: change.toFixed(2),
      goal: `≤ ${TOLERANCE}`,
      isReached: change <= TOLERANCE,
      spread: spreadOf(ratios),
    }
  })
}

function note(
  measured: Map<Operation, { ratios: number[]; micros: number[] }>,
  operation: Operation,
  micros: number,
  limit: number,
): void {
  const kept = measured.get(operation) ?? { ratios: [], micros: [] }
  kept.ratios.push(micros / limit)
  kept.micros.push(micros)
  measured.set(operation, kept)
}

const rounded = (budget: Budget) =>
  Object.fromEntries(Object.entries(budget).map(([operation, value]) => [operation, Number(value.toPrecision(3))]))

/** Opens the demonstration with its pages, as a start leaves it. */
async function openWithPages(): Promise<Setting> {
  if (process.env.NODE_ENV !== 'production') throw new Error('Pages are measured with NODE_ENV=production only')
  const build = await builtIn(join(root, 'build'))()
  const setting = await openSetting(async (app) => {
    await registerWeb(app, { visit: createVisit(app), loadBuild: async () => build, whenChanged: () => undefined })
  })
  const { config, log } = setting.app.ctx
  await loadDemonstration(setting.connection, { config: { ...config, appMode: 'demo' }, log })
  return setting
}

interface Asked {
  url: string
  headers?: Record<string, string>
  payload?: object
  status?: number
}

interface Request {
  operation: Operation
  times: number
  work: () => Promise<unknown>
}

async function requestsOf(setting: Setting): Promise<Request[]> {
  const ask = async ({ url, headers = {}, payload, status = 200 }: Asked) => {
    const response = await setting.app.fastify.inject({
      method: payload ? 'POST' : 'GET',
      url,
      headers,
      ...(payload ? { payload } : {}),
    })
    if (response.statusCode !== status)
      throw new Error(`${url} answered ${response.statusCode} ${response.body.slice(0, 300)}`)
    return response
  }
  const pages = await signedInPages(setting, ask)
  const bookers = await newCustomers(setting, ROUNDS * BOOKINGS + WARM)
  let searches = 0
  const search = async () => {
    const answer = await ask({ url: '/api/booking/companies-quotes/', payload: aMove(searches++) })
    return answer.json<{ results: { quote_id: string }[] }>().results
  }
  let bookings = 0
  const offered: string[] = []
  const book = async () => {
    const bearer = bookers[bookings++]
    const quoteId = offered.shift()
    if (!bearer || !quoteId) throw new Error('More bookings than quotes')
    const headers = { authorization: `Bearer ${bearer}` }
    await ask({ url: '/api/booking/', headers, payload: { quote_id: quoteId, payment_method: 'cash' }, status: 201 })
  }
  // One quote of a day each, so that none of them meets another.
  const asked = new Set<string>()
  for (let day = 0; offered.length < bookers.length; day++) {
    const [point] = aMove(searches).route_points
    const place = `${point?.postcode} ${point?.date}`
    const [first] = await search()
    if (first && !asked.has(place)) offered.push(first.quote_id)
    asked.add(place)
    if (day > bookers.length * 4) throw new Error('The demonstration offers too little')
  }
  return [
    { operation: 'search', times: 30, work: search },
    { operation: 'booking', times: BOOKINGS, work: book },
    {
      operation: 'rendered page',
      times: 20,
      work: () => ask({ url: '/terms', headers: { cookie: 'authData=nobody' } }),
    },
    { operation: 'cached page', times: 600, work: () => ask({ url: '/', headers: { 'accept-encoding': 'br' } }) },
    { operation: 'my bookings', times: 25, work: () => ask(pages.customer) },
    { operation: 'board', times: 40, work: () => ask(pages.admin) },
    { operation: 'calendar', times: 25, work: () => ask(pages.driver) },
  ]
}

/** From one part of London to another, on a weekday of the next months. */
function aMove(n: number) {
  let date = addDays(localDayOf(new Date()), 3 + (n % 75))
  while (dayOfWeek(date) > 5) date = addDays(date, 1)
  const time = `${String(8 + (n % 5)).padStart(2, '0')}:00`
  const [from, to] = PLACES[n % PLACES.length] ?? ['E17 4QH', 'E3 4AB']
  return {
    route_points: [
      { number: 0, postcode: from, stairs: n % 3, date, time },
      { number: 1, postcode: to, stairs: 0 },
    ],
    items: [{ moving_item: 101, amount: 1, need_assembling: false, need_disassembling: false }],
    man_power: 'driver_helps',
    van_category: 'medium_van',
  }
}

const PLACES = [
  ['E17 4QH', 'E3 4AB'],
  ['LS6 1AA', 'M20 1AA'],
  ['BS1 1AA', 'BA1 1AA'],
  ['EH1 1AA', 'G1 1AA'],
] as const

async function newCustomers(setting: Setting, count: number): Promise<string[]> {
  const { ctx } = setting.app
  const emails = await addPeople(setting, count)
  const people = await ctx.db
    .updateTable('identity.user')
    .set({ phone: '+447700900123' })
    .where('email', 'in', emails)
    .returning('id')
    .execute()
  return Promise.all(
    people.map(async ({ id }) => {
      const now = new Date()
      const session = await ctx.db
        .insertInto('identity.session')
        .values({ userId: id, createdAt: now, lastUsedAt: now, expiresAt: addMonth(now) })
        .returning('id')
        .executeTakeFirstOrThrow()
      return signAccessToken(ctx, { userId: id, sessionId: session.id })
    }),
  )
}

const addMonth = (date: Date) => new Date(date.getTime() + 30 * 86_400_000)

/** The page that each of the demonstration's people opens most, with the cookies of their login. */
async function signedInPages(
  setting: Setting,
  ask: (asked: Asked) => Promise<unknown>,
): Promise<Record<'customer' | 'admin' | 'driver', Asked>> {
  const page = async (role: 'customer' | 'admin' | 'driver', url: string): Promise<Asked> => {
    const person = demonstrationSignIns.find((one) => one.role === role)
    const answer = await setting.app.fastify.inject({
      method: 'POST',
      url: '/session/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      payload: new URLSearchParams({ email: person?.email ?? '', password: person?.password ?? '' }).toString(),
    })
    if (answer.statusCode !== 200) throw new Error(`No login as ${role}: ${answer.statusCode}`)
    const headers = { cookie: answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
    // A calendar leads to that of the first van.
    const { location = url } = (await setting.app.fastify.inject({ url, headers })).headers
    const asked = { url: location.replace(/^https?:\/\/[^/]*/, ''), headers }
    await ask(asked)
    return asked
  }
  return {
    customer: await page('customer', '/my-bookings/future-bookings'),
    admin: await page('admin', '/admin/bookings'),
    driver: await page('driver', '/calendar'),
  }
}

/** Processor time of the product and its PostgreSQL from exec to the first page, over an existing database. */
async function coldStarts(): Promise<{ micros: number; limit: number }[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vanfare-budget-'))
  try {
    await startOnce(folder)
    const found: { micros: number; limit: number }[] = []
    for (let round = 0; round < COLD_STARTS; round++) {
      const limit = fixedComputation()
      const micros = await startOnce(folder)
      found.push({ micros, limit: (limit + fixedComputation()) / 2 })
    }
    return found
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startOnce(folder: string): Promise<number> {
  const { child } = await start('build/app/main.js', { DATA_DIR: folder })
  const micros = cpuMicrosBelow(child.pid ?? 0)
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
  return micros
}

if (import.meta.main) console.table(await benchBudget({ keeps: process.argv.includes('--keep') }))
