// The lowest price of a move and the prices of its days beside the full search, answers compared first: node bench/day-prices.ts [mode]
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { addDays, formatTime, localDayOf, toLocal } from '#shared/local-time.ts'
import { toWire } from '#shared/wire.ts'
import { randomMoves, type BenchMove } from './moves.ts'
import { measure, openSetting, type Figure, type Measured, type Setting } from './setting.ts'
import { record, watchStatements } from './statements.ts'
import type { FillMode } from './unit-rows.ts'
import { fillUnits } from './units.ts'

/** A thousand units, of which some sixty can do a move; and as many as it takes for a thousand that can. */
const RUNS: readonly { units: number; mode: FillMode; what: string }[] = [
  { units: 1000, mode: 'fixed', what: '1,000 units' },
  { units: 50_000, mode: 'proportional', what: '1,000 units that can do it' },
]
const MOVES = 200
const CHECKED_MONTHS = 20
const SECONDS = 5
const MONTH_DAYS = 42
/** The light call and the month, at one caller. */
const LIGHT_MS = 300
const MONTH_MS = 600
const MOST_BLOCKED_MS = 10

interface Quotes {
  count: number
  results: { total_pence: number }[]
}
interface Lowest {
  companies: number
  from_pence: number | null
}
interface Days {
  days: { date: string; start_at: string | null; from_pence: number | null }[]
}

export async function benchDayPrices(runs = RUNS): Promise<Figure[]> {
  watchStatements()
  const figures: Figure[] = []
  for (const run of runs) {
    const setting = await openSetting()
    try {
      await fillUnits(setting.connection, run)
      figures.push(...(await figuresOf(setting, run)))
    } finally {
      await setting.close()
    }
  }
  return figures
}

async function post<Answer>({ app }: Setting, path: string, move: BenchMove): Promise<Answer> {
  const response = await app.fastify.inject({
    method: 'POST',
    url: `/api/booking/${path}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(toWire(move)),
  })
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`)
  return response.json()
}

const quotes = (setting: Setting, move: BenchMove) =>
  post<Quotes>(setting, 'companies-quotes/?ordering=price&page_size=20', move)
const lowest = (setting: Setting, move: BenchMove) => post<Lowest>(setting, 'from-price/', move)
const month = (setting: Setting, move: BenchMove) => {
  const today = localDayOf(new Date())
  return post<Days>(setting, `day-prices/?from=${today}&to=${addDays(today, MONTH_DAYS - 1)}`, move)
}

/** The number of companies and the lowest total of every move, and of some the price of each day that it has. */
async function compare(setting: Setting, moves: readonly BenchMove[]): Promise<number> {
  let companies = 0
  for (const move of moves) {
    const [light, full] = [await lowest(setting, move), await quotes(setting, move)]
    const expected = { companies: full.count, from_pence: full.results[0]?.total_pence ?? null }
    if (light.companies !== expected.companies || light.from_pence !== expected.from_pence)
      throw new Error(`The light price differs: ${JSON.stringify({ move, light, expected })}`)
    companies += full.count
  }
  for (const move of moves.slice(0, CHECKED_MONTHS)) await compareMonth(setting, move)
  return companies / moves.length
}

async function compareMonth(setting: Setting, move: BenchMove): Promise<void> {
  const { days } = await month(setting, move)
  if (days.length !== MONTH_DAYS) throw new Error(`A month of ${days.length} days`)
  for (const { date, start_at: startAt, from_pence: fromPence } of days) {
    const { minute } = toLocal(new Date(startAt ?? `${date}T10:00:00Z`))
    const at = {
      ...move,
      routePoints: move.routePoints.map((point) => (point.date ? { ...point, date, time: formatTime(minute) } : point)),
    }
    const isTooSoon = fromPence === null && date === localDayOf(new Date())
    const found = isTooSoon ? null : ((await lowest(setting, at)).from_pence ?? null)
    if (found !== fromPence) throw new Error(`A day differs: ${JSON.stringify({ at, fromPence, found })}`)
  }
}

async function figuresOf(setting: Setting, { what }: (typeof RUNS)[number]): Promise<Figure[]> {
  const mode = RUNS.find((run) => run.what === what)?.mode ?? 'fixed'
  const moves = randomMoves(MOVES, mode, undefined, 'day prices')
  const move = (index: number) => moves[index % moves.length] as BenchMove
  const companies = await compare(setting, moves)
  const run = (work: (setting: Setting, asked: BenchMove) => Promise<unknown>) =>
    measure((index) => work(setting, move(index)), { callers: 1, seconds: SECONDS })
  // Warm, then in turn.
  for (const work of [quotes, lowest, month])
    await measure((index) => work(setting, move(index)), { callers: 1, seconds: 1 })
  const full = await run(quotes)
  const light = await run(lowest)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const ofMonth = await run(month)
  delay.disable()
  const statements = await record(() => lowest(setting, move(0)))
  const ofMonthStatements = await record(() => month(setting, move(0)))
  const [most, nearly] = [delay.max / 1e6, delay.percentile(99.9) / 1e6]
  return [
    row(
      `Lowest price of a move, ${what} (${companies.toFixed(0)} companies), beside the full search`,
      light,
      full,
      LIGHT_MS,
      `${statements.length} statements`,
    ),
    row(
      `Prices of ${MONTH_DAYS} days, ${what}, beside the full search`,
      ofMonth,
      full,
      MONTH_MS,
      `${ofMonthStatements.length} statements`,
    ),
    {
      what: `The event loop meanwhile, ${what}`,
      ours: `p99.9 ${nearly.toFixed(1)} ms, longest ${most.toFixed(1)} ms`,
      limit: '',
      ratio: '',
      goal: `p99.9 ≤ ${MOST_BLOCKED_MS} ms`,
      isReached: nearly <= MOST_BLOCKED_MS,
    },
  ]
}

function row(what: string, ours: Measured, full: Measured, goalMs: number, more: string): Figure {
  const text = ({ p50, p99, cpuMicrosEach }: Measured) =>
    `${Math.round(cpuMicrosEach)} µs CPU, p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`
  return {
    what,
    ours: `${text(ours)}, ${more}`,
    limit: text(full),
    ratio: `CPU ${(ours.cpuMicrosEach / full.cpuMicrosEach).toFixed(2)}`,
    goal: `p99 ≤ ${goalMs} ms`,
    isReached: ours.p99 <= goalMs,
  }
}

if (import.meta.main)
  console.table(
    (await benchDayPrices(RUNS.filter(({ mode }) => mode === (process.argv[2] ?? mode)))).map(
      ({ what, ours, limit, goal, isReached }) => ({ what, ours, limit, goal, isReached }),
    ),
  )
