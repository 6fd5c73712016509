// Quote search beside the bare driver with the same statements, at a thousand to a hundred thousand units: node bench/quotes.ts [units] [mode]
import { createHash } from 'node:crypto'
import pg from 'pg'
import { quotePayload } from '#modules/quoting/contract.ts'
import { prepareMove, type TimedMove } from '#modules/quoting/move/queries.ts'
import { listRoadCharges } from '#modules/pricing/queries.ts'
import { Refusal } from '#shared/endpoint.ts'
import { fromWire, toWire } from '#shared/wire.ts'
import { randomMoves } from './moves.ts'
import { loadOracle, type ExpectedOffer } from './quote-oracle.ts'
import { median, measure, openSetting, spreadOf, type Figure, type Measured, type Setting } from './setting.ts'
import { record, watchStatements, type Statement } from './statements.ts'
import type { FillMode } from './unit-rows.ts'
import { fillUnits } from './units.ts'

const SIZES = [1_000, 10_000, 100_000]
const MODES: readonly FillMode[] = ['fixed', 'proportional']
/** Random moves whose answer is compared with that of the oracle. */
const CHECKED: Record<number, number> = { 1_000: 300, 10_000: 100, 100_000: 50 }
/** Moves that are measured, in turn. */
const MOVES = 200
const ROUNDS = 3
const SECONDS = 2
const CALLERS = 8

export interface QuoteRun {
  units: number
  mode: FillMode
  matches: number
  checked: number
  /** At one caller, where CPU and latency are read, and at several, where throughput is. */
  ours: Measured[]
  bare: Measured[]
  oursBusy: Measured[]
  bareBusy: Measured[]
}

export async function benchQuotes(sizes: readonly number[] = SIZES, modes = MODES): Promise<Figure[]> {
  watchStatements()
  const figures: Figure[] = []
  for (const mode of modes) {
    const runs: QuoteRun[] = []
    for (const units of sizes) {
      const run = await runAt(units, mode)
      runs.push(run)
      figures.push(...figuresOf(run))
    }
    if (runs.length > 1) figures.push(growthOf(mode, runs))
  }
  return figures
}

async function runAt(units: number, mode: FillMode): Promise<QuoteRun> {
  const setting = await openSetting()
  try {
    await fillUnits(setting.connection, { units, mode })
    const checked = CHECKED[units] ?? 50
    const matches = await compareWithOracle(setting, mode, checked)
    const bodies = randomMoves(MOVES, mode, undefined, 'measured').map((move) => JSON.stringify(toWire(move)))
    return { units, mode, matches, checked, ...(await measureBoth(setting, bodies)) }
  } finally {
    await setting.close()
  }
}

interface QuotesAnswer {
  count: number
  next: string | null
  results: { company: { id: string }; total_pence: number; ceiling_pence: number; vat_pence: number }[]
}

async function search({ app }: Setting, body: string, query = ''): Promise<string> {
  const response = await app.fastify.inject({
    method: 'POST',
    url: `/api/booking/companies-quotes/${query}`,
    headers: { 'content-type': 'application/json' },
    payload: body,
  })
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`)
  return response.body
}

/** Answers the mean number of companies found. Throws where any answer differs: in a company, a price or the order. */
async function compareWithOracle(setting: Setting, mode: FillMode, count: number): Promise<number> {
  const { ctx } = setting.app
  const oracle = await loadOracle(setting.connection)
  const charges = await listRoadCharges(ctx)
  let found = 0
  for (const move of randomMoves(count, mode, undefined, 'checked')) {
    const wire = toWire(move)
    const prepared = await prepareMove(ctx, fromWire(quotePayload.parse(wire)))
    if (prepared instanceof Refusal || !prepared.start || !prepared.end) throw new Error('A random move was refused')
    const expected = oracle(prepared as TimedMove, charges)
    const answered = await searchWholly(setting, JSON.stringify(wire))
    if (JSON.stringify(answered) !== JSON.stringify(expected))
      throw new Error(`The search and the oracle differ: ${JSON.stringify({ wire, ...apart(answered, expected) })}`)
    found += expected.length
  }
  return found / count
}

/** How many each has, and the first offer in which they differ. */
function apart(answered: readonly ExpectedOffer[], expected: readonly ExpectedOffer[]) {
  const at = expected.findIndex((offer, index) => JSON.stringify(offer) !== JSON.stringify(answered[index]))
  return { counts: [answered.length, expected.length], at, answered: answered[at], expected: expected[at] }
}

async function searchWholly(setting: Setting, body: string): Promise<ExpectedOffer[]> {
  const offers: ExpectedOffer[] = []
  for (let page = 1; ; page++) {
    const answer = JSON.parse(await search(setting, body, `?ordering=price&page_size=100&page=${page}`)) as QuotesAnswer
    for (const { company, total_pence, ceiling_pence, vat_pence } of answer.results)
      offers.push({
        companyId: company.id,
        totalPence: total_pence,
        ceilingPence: ceiling_pence,
        vatPence: vat_pence,
      })
    if (!answer.next) {
      if (answer.count !== offers.length) throw new Error('The count is not the number of results')
      return offers
    }
  }
}

async function measureBoth(setting: Setting, bodies: readonly string[]) {
  const recorded: Replay[] = []
  for (const body of bodies) recorded.push((await record(() => search(setting, body))).map(replayable))
  const clients = await Promise.all(Array.from({ length: CALLERS }, () => connect(setting)))
  try {
    await assertSameRows(clients[0], recorded)
    const ours = (index: number) => search(setting, bodies[index % bodies.length] ?? '')
    const bare = async (index: number) => {
      const client = clients.pop()
      if (!client) throw new Error('No client left')
      for (const statement of recorded[index % recorded.length] ?? []) await client.query(statement())
      clients.push(client)
    }
    const [one, busy] = [await interleaved(ours, bare, 1), await interleaved(ours, bare, CALLERS)]
    return { ours: one.ours, bare: one.bare, oursBusy: busy.ours, bareBusy: busy.bare }
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

/** L O, O L, L O, …: whatever drifts meets both. The first second of each is warm-up. */
async function interleaved(
  ours: (index: number) => Promise<unknown>,
  bare: (index: number) => Promise<unknown>,
  callers: number,
) {
  const runs = { ours: [] as Measured[], bare: [] as Measured[] }
  await measure(bare, { callers, seconds: 0.5 })
  await measure(ours, { callers, seconds: 1 })
  for (let round = 0; round < ROUNDS; round++) {
    const from = round * 31
    const turns = [
      async () => runs.bare.push(await measure(bare, { callers, seconds: SECONDS, from })),
      async () => runs.ours.push(await measure(ours, { callers, seconds: SECONDS, from })),
    ]
    for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn()
  }
  return runs
}

async function connect({ connection }: Setting): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, options: '-c timezone=UTC' })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

type Replay = (() => pg.QueryConfig & { was: Statement })[]

let replays = 0

/** The id of a page of offers, 22 characters. */
const PAGE_ID = /^[\w-]{22}$/

/** The recorded statement, with a new id where it stores a page of quotes: it is random, so no two runs may use the same. */
function replayable(statement: Statement): Replay[number] {
  const { name, text, values } = statement
  const isPageId = (value: unknown) => text.includes('offer_page') && typeof value === 'string' && PAGE_ID.test(value)
  const base = { ...(name ? { name } : {}), text, values, was: statement }
  if (!values.some(isPageId)) return () => base
  return () => {
    const id = `bench-${++replays}`.padEnd(22, '_')
    return { ...base, values: values.map((value) => (isPageId(value) ? id : value)) }
  }
}

/** The units of a search come in no order of their own, so they are compared in one; everything else as it is. */
function inOrder(found: unknown): unknown {
  if (!Array.isArray(found)) return found
  return found.map((row: { free?: unknown; ids?: unknown; outcomes?: unknown }) => {
    const { free, ids, outcomes } = row
    if (typeof free !== 'string' || typeof ids !== 'string' || typeof outcomes !== 'string') return row
    const told = outcomes.split(',')
    const units: unknown[] = JSON.parse(free)
    return {
      ...row,
      free: units.map((unit) => JSON.stringify(unit)).sort(),
      ids: ids
        .split(',')
        .map((id, index) => `${id} ${told[index]}`)
        .sort(),
      outcomes: told.length,
    }
  })
}

/** The bare driver does the same work: it gets the very rows that the search got. */
async function assertSameRows(client: pg.Client | undefined, recorded: readonly Replay[]): Promise<void> {
  for (const statement of recorded.slice(0, 20).flat()) {
    const query = statement()
    const rows = (await client?.query(query))?.rows
    const digest = (found: unknown) =>
      createHash('sha256')
        .update(JSON.stringify(inOrder(found)))
        .digest('hex')
    if (digest(rows) !== digest(query.was.rows)) throw new Error(`Other rows from ${query.text.slice(0, 200)}`)
  }
}

const rate = (runs: readonly Measured[]) => median(runs.map(({ perSecond }) => perSecond))
const cpu = (runs: readonly Measured[]) => median(runs.map(({ cpuMicrosEach }) => cpuMicrosEach))
const name = ({ units, mode, matches }: QuoteRun) =>
  `Quote search, ${units.toLocaleString('en-GB')} units, ${mode === 'fixed' ? 'fixed' : 'proportional'} matches (${matches.toFixed(0)} companies)`

function figuresOf(run: QuoteRun): Figure[] {
  const at = (runs: readonly Measured[], key: 'p50' | 'p99') => median(runs.map((one) => one[key])).toFixed(1)
  const cpuText = (runs: readonly Measured[]) => `${Math.round(cpu(runs))} µs CPU`
  const row = (suffix: string, ours: readonly Measured[], bare: readonly Measured[]): Figure => {
    const ratio = rate(ours) / rate(bare)
    return {
      what: `${name(run)}, ${suffix}`,
      ours: `${rate(ours).toFixed(0)}/s, ${cpuText(ours)}, p50 ${at(ours, 'p50')}, p99 ${at(ours, 'p99')} ms`,
      limit: `${rate(bare).toFixed(0)}/s, ${cpuText(bare)}, p50 ${at(bare, 'p50')}, p99 ${at(bare, 'p99')} ms`,
      ratio: `${ratio.toFixed(2)} (CPU ${(cpu(bare) / cpu(ours)).toFixed(2)})`,
      goal: '≥ 0.7',
      isReached: ratio >= 0.7,
      spread: spreadOf(bare.map(({ perSecond }) => perSecond)),
    }
  }
  return [row('1 at once', run.ours, run.bare), row(`${CALLERS} at once`, run.oursBusy, run.bareBusy)]
}

/** How CPU grows with the number of units: the slope of log on log. */
function growthOf(mode: FillMode, runs: readonly QuoteRun[]): Figure {
  const points = (pick: (run: QuoteRun) => readonly Measured[]) =>
    runs.map((run) => [Math.log(run.units), Math.log(cpu(pick(run)))] as const)
  const ours = slope(points((run) => run.ours))
  const limit = slope(points((run) => run.bare))
  const goal = mode === 'fixed' ? 0.1 : 1
  return {
    what: `Quote search, growth exponent of CPU in units, ${mode} matches`,
    ours: ours.toFixed(3),
    limit: limit.toFixed(3),
    ratio: '',
    goal: `≤ ${goal.toFixed(1)}`,
    isReached: ours <= goal,
  }
}

function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(points.map((point) => point[0])), mean(points.map((point) => point[1]))]
  const over = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0)
  return over / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0)
}

if (import.meta.main) {
  const [units, mode] = process.argv.slice(2)
  console.table(
    await benchQuotes(
      units ? units.split(',').map(Number) : SIZES,
      mode ? [mode === 'proportional' ? mode : 'fixed'] : MODES,
    ),
  )
}
