import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createCtx, type Ctx } from './ctx.ts'
import type { Changes, Event, Subscribers } from './events.ts'
import { LiveChanges } from './live-changes.ts'
import { newId } from './new-id.ts'

let app: TestApp
let live: LiveChanges
let heard: (Changes | null)[] = []
beforeAll(async () => {
  app = await createTestApp()
  live = new LiveChanges(app.database.connection, { log: app.ctx.log, onChanges: (changes) => heard.push(changes) })
  await live.start()
})
afterEach(() => {
  heard = []
})
afterAll(async () => {
  await live.stop()
  await app.close()
})

const notify = { channel: 'units', ids: (event: Event) => ('unitId' in event ? [String(event.unitId)] : []) }
const ctx = (): Ctx =>
  createCtx({ ...app.ctx, subscribers: { 'fleet.area-changed': { notify } } as unknown as Subscribers })
const emit = (...unitIds: string[]) =>
  ctx().tx(async (tx) => {
    for (const unitId of unitIds) await tx.emit({ type: 'fleet.area-changed', unitId })
  })

async function until(isDone: () => boolean): Promise<void> {
  for (let waited = 0; !isDone() && waited < 20_000; waited += 10) await sleep(10)
}

it('hears once of a transaction that commits, whatever number of events it had', async () => {
  const [one, two] = [newId(), newId()]
  await emit(one, two, one)
  await until(() => heard.length > 0)
  expect(heard).toEqual([{ units: [one, two] }])
})

it('hears nothing of one that rolls back, nor of one that has not ended', async () => {
  const [gone, committed] = [newId(), newId()]
  const failing = ctx().tx(async (tx) => {
    await tx.emit({ type: 'fleet.area-changed', unitId: gone })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await ctx().tx(async (tx) => {
    await tx.emit({ type: 'fleet.area-changed', unitId: committed })
    await sleep(50)
    expect(heard).toEqual([])
  })
  await until(() => heard.length > 0)
  expect(heard).toEqual([{ units: [committed] }])
})

it('says to look again where there are too many to name', async () => {
  await emit(...Array.from({ length: 300 }, newId))
  await until(() => heard.length > 0)
  expect(heard).toEqual([{ units: null }])
})

it('listens again when its connection is lost, and says that it may have missed something', async () => {
  const admin = new pg.Client(app.database.admin)
  await admin.connect()
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vanfare-live-changes' and datname = current_database()`,
  )
  await admin.end()
  await until(() => heard.length > 0)
  expect(heard).toEqual([null])
  const unitId = newId()
  await emit(unitId)
  await until(() => heard.length > 1)
  expect(heard).toEqual([null, { units: [unitId] }])
})

it('ends at once when it is stopped, and hears nothing more', async () => {
  const other: (Changes | null)[] = []
  const second = new LiveChanges(app.database.connection, {
    log: app.ctx.log,
    onChanges: (changes) => other.push(changes),
  })
  await second.start()
  await second.stop()
  await emit(newId())
  await until(() => heard.length > 0)
  expect([heard.length, other]).toEqual([1, []])
})
