import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit, listMailIds, type Findings } from '#test/support/chaos/auditor.ts'
import { letPeopleLoose, type People } from '#test/support/chaos/people.ts'
import { randomOf } from '#test/support/chaos/random.ts'
import { startChaosWorld, type ChaosWorld } from '#test/support/chaos/world.ts'

/** Everything dies again and again while people book, confirm, give back and cancel: `npm run chaos -- --minutes 30` for longer. */

const seconds = Number(process.env['CHAOS_SECONDS'] ?? 60)
const seed = Number(process.env['CHAOS_SEED'] ?? 1)
/** Two for every three seconds are 2,000 in fifty minutes; at this pace it is 2,250 in thirty. */
const GAP_MS = 800

interface Faults {
  backends: number
  servers: number
  postmasters: number
}

async function breakThings(world: ChaosWorld, until: number): Promise<Faults> {
  const random = randomOf(seed)
  const faults: Faults = { backends: 0, servers: 0, postmasters: 0 }
  const restarts = new Set<Promise<void>>()
  while (Date.now() < until) {
    const dice = random.next()
    if (dice < 0.02) {
      await world.killPostmaster()
      faults.postmasters++
    } else if (dice < 0.08) {
      faults.servers++
      const restart = world.killServer(random.below(2)).finally(() => restarts.delete(restart))
      restarts.add(restart)
    } else if (await world.killBackend()) faults.backends++
    await pause(GAP_MS * 2 * random.next())
  }
  await Promise.all(restarts)
  return faults
}

/** Waits until nothing is left to be sent or done; as long as there is less and less of it, there is no hurry. */
async function comeToRest({ app: { ctx } }: ChaosWorld): Promise<void> {
  let least = Infinity
  let since = Date.now()
  while (Date.now() - since < 150_000) {
    const { rows } = await sql<{ left: number }>`
      select (select count(*)::int from notifications.message where sent_at is null and failed_at is null)
        + (select count(*)::int from pgboss.job where state in ('created', 'retry', 'active') and start_after < now() + interval '1 hour'
            and name not like '%\\_\\_%' and name like 'bookings.%') as left`.execute(ctx.db)
    const left = rows[0]?.left ?? Infinity
    if (left === 0) return
    if (left < least) [least, since] = [left, Date.now()]
    await pause(500)
  }
}

describe(`chaos for ${seconds} s, seed ${seed}`, () => {
  let world: ChaosWorld
  let people: People
  let faults: Faults
  let findings: Findings
  let mailIds: string[]
  beforeAll(
    async () => {
      world = await startChaosWorld()
      people = await letPeopleLoose(world, { customers: 5, drivers: 5, seed })
      faults = await breakThings(world, Date.now() + seconds * 1000)
      await people.stop()
      await comeToRest(world)
      findings = await audit(world.app.ctx, people)
      mailIds = await listMailIds(world.app.ctx)
      const did = Object.groupBy(people.acknowledged, ({ did: action }) => action)
      const counts = Object.fromEntries(Object.entries(did).map(([action, list]) => [action, list?.length ?? 0]))
      const doubles = [...world.mails.values()].filter((times) => times > 1).length
      console.log(
        `chaos: ${JSON.stringify({ faults, asked: people.asked, askedAgain: people.askedAgain, acknowledged: counts, mails: mailIds.length, doubles })}`,
      )
    },
    seconds * 1000 + 900_000,
  )
  afterAll(() => world.close())

  it('much broke, and much was done all the same', () => {
    const { backends, servers, postmasters } = faults
    // A postmaster takes seconds to come back, and backends are only there while somebody asks.
    expect(backends + servers + postmasters).toBeGreaterThan(seconds / 2)
    for (const did of ['booked', 'cancelled', 'confirmed', 'rejected', 'taken'] as const)
      expect(people.acknowledged.filter((one) => one.did === did).length, did).toBeGreaterThan(0)
    expect(people.askedAgain).toBeGreaterThan(0)
  })
  it('every answer was planned', () => expect(people.unplanned).toEqual([]))
  it('every acknowledged action is there exactly once', () => expect(findings.lost).toEqual([]))
  it('there is no booking that nobody was told of', () => expect(findings.unknown).toEqual([]))
  it('no unit holds one time twice', () => expect(findings.overlaps).toBe(0))
  it('state, trail, time held and emails of each booking agree', () => expect(findings.flaws).toEqual([]))
  it('no message is left, none was given up, no job failed', () =>
    expect({ unsent: findings.unsent, failedJobs: findings.failedJobs }).toEqual({ unsent: 0, failedJobs: 0 }))
  it('every email came, and twice at most as often as a worker was killed or lost its connection over it', () => {
    expect(mailIds.filter((id) => !world.mails.has(id))).toEqual([])
    const again = [...world.mails.values()].reduce((sum, times) => sum + times - 1, 0)
    expect(again).toBeLessThanOrEqual(faults.servers + faults.postmasters * 2 + faults.backends)
  })
})
