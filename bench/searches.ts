// Rows left by a search, and the cost of one without a free driver: node bench/searches.ts [units]
import { prepareMove, type TimedMove } from '#modules/quoting/move/queries.ts'
import { findAlternatives } from '#modules/quoting/alternatives/queries.ts'
import { quotePayload } from '#modules/quoting/contract.ts'
import { findOffers } from '#modules/quoting/queries.ts'
import { listRoadCharges } from '#modules/pricing/queries.ts'
import { Refusal } from '#shared/endpoint.ts'
import { fromWire, toWire } from '#shared/wire.ts'
import { randomMoves, type BenchMove } from './moves.ts'
import { cpuMicros, openSetting, type Figure, type Setting } from './setting.ts'
import { record, watchStatements } from './statements.ts'
import { fillUnits } from './units.ts'

const SEARCHES = 400
const WITHOUT_AN_OFFER = 60

export async function benchSearches(units = 10_000): Promise<Figure[]> {
  watchStatements()
  const setting = await openSetting()
  try {
    await fillUnits(setting.connection, { units, mode: 'fixed' })
    const moves = randomMoves(SEARCHES, 'fixed', undefined, 'kept')
    return [...(await keptFigures(setting, moves)), ...(await nobodyFigures(setting, moves.slice(0, WITHOUT_AN_OFFER)))]
  } finally {
    await setting.close()
  }
}

let visitors = 0

async function search({ app }: Setting, move: BenchMove): Promise<{ count: number }> {
  const visitor = ++visitors
  const response = await app.fastify.inject({
    method: 'POST',
    url: '/api/booking/companies-quotes/',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(toWire(move)),
    // Each search has an address of its own, because only a limited number is kept for one.
    remoteAddress: `10.${visitor >> 16}.${(visitor >> 8) & 255}.${visitor & 255}`,
  })
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`)
  return response.json()
}

async function bytesByTable({ app }: Setting): Promise<Map<string, number>> {
  const { rows } = await app.pool.query<{ name: string; bytes: number }>(`
    select c.oid::regclass::text as name, pg_total_relation_size(c.oid) as bytes
    from pg_class c where c.relkind = 'r' and c.relnamespace = 'quoting'::regnamespace`)
  return new Map(rows.map(({ name, bytes }) => [name, bytes]))
}

async function keptFigures(setting: Setting, moves: readonly BenchMove[]): Promise<Figure[]> {
  await search(setting, moves[0] as BenchMove)
  const before = await bytesByTable(setting)
  const cpu = cpuMicros()
  for (const move of moves) await search(setting, move)
  const each = (cpuMicros() - cpu) / moves.length
  const kept = [...(await bytesByTable(setting))].map(
    ([table, bytes]) => [table, (bytes - (before.get(table) ?? 0)) / moves.length] as const,
  )
  const statements = await record(() => search(setting, moves[0] as BenchMove))
  const total = kept.reduce((sum, [, bytes]) => sum + bytes, 0)
  const shares = kept.map(([table, bytes]) => `${table} ${Math.round(bytes)}`).join(', ')
  return [
    plain('Bytes that a search leaves, indexes included', `${Math.round(total)} (${shares})`),
    plain('CPU of a search with offers', `${(each / 1000).toFixed(1)} ms, ${statements.length} statements`),
  ]
}

/** The same moves at three in the morning, when hardly anybody works. */
async function nobodyFigures(setting: Setting, moves: readonly BenchMove[]): Promise<Figure[]> {
  const atNight = moves.map((move) => ({
    ...move,
    routePoints: move.routePoints.map((point) => (point.time ? { ...point, time: '03:00' } : point)),
  }))
  let found = 0
  for (const move of atNight.slice(0, 10)) await search(setting, move)
  const cpu = cpuMicros()
  for (const move of atNight) found += (await search(setting, move)).count
  const each = (cpuMicros() - cpu) / atNight.length
  const statements = await record(() => search(setting, atNight[0] as BenchMove))
  const { app } = setting
  const charges = await listRoadCharges(app.ctx)
  const parts = { offers: 0, alternatives: 0, ours: 0 }
  for (const move of atNight) {
    const prepared = await prepareMove(app.ctx, fromWire(quotePayload.parse(toWire(move))))
    if (prepared instanceof Refusal) throw new Error('A random move was refused')
    const first = cpuMicros()
    await findOffers(app.ctx, prepared as TimedMove, charges)
    const second = cpuMicros()
    const own = process.cpuUsage()
    await findAlternatives(app.ctx, prepared as TimedMove, charges)
    const { user, system } = process.cpuUsage(own)
    parts.offers += second - first
    parts.alternatives += cpuMicros() - second
    parts.ours += user + system
  }
  const ms = (micros: number) => `${(micros / atNight.length / 1000).toFixed(1)} ms`
  return [
    plain(
      `CPU of a search that finds nobody (${(found / atNight.length).toFixed(1)} offers)`,
      `${(each / 1000).toFixed(1)} ms, ${statements.length} statements`,
    ),
    plain('Of it: to look for offers', ms(parts.offers)),
    plain('Of it: to look for alternatives', `${ms(parts.alternatives)}, ${ms(parts.ours)} of them outside PostgreSQL`),
  ]
}

const plain = (what: string, ours: string): Figure => ({ what, ours, limit: '', ratio: '', goal: '', isReached: null })

if (import.meta.main)
  console.table((await benchSearches(Number(process.argv[2] ?? 10_000))).map(({ what, ours }) => [what, ours]))
