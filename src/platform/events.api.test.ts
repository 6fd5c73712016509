import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { commonRefusals, refuse, Refusal } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { statementsOf } from '#test/support/statements.ts'
import { createCtx, type Ctx, type TxCtx } from './ctx.ts'
import { oncePerTransaction, type Event, type Reactions, type Subscribers } from './events.ts'
import { jobName } from './jobs.ts'
import { notifyChange } from './live.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await app.database.asOwner('create table platform.note (n bigserial, text text not null)')
})
beforeEach(() => app.database.asOwner('truncate platform.note; delete from pgboss.job'))
afterAll(() => app.close())

/** The app's ctx with other subscribers. */
const ctxWith = (table: Record<string, Reactions<Event>>): Ctx =>
  createCtx({ ...app.ctx, subscribers: table as unknown as Subscribers })

const note = async (ctx: TxCtx, text: string) => {
  await sql`insert into platform.note (text) values (${text})`.execute(ctx.db)
}
const notes = async () =>
  (await sql<{ text: string }>`select text from platform.note order by n`.execute(app.ctx.db)).rows.map(
    ({ text }) => text,
  )

const unitId = randomUUID()
const changed = { type: 'fleet.area-changed', unitId } as const
const hours = { type: 'calendar.hours-changed', unitId } as const
const noteUnit = (ctx: TxCtx, { unitId }: { unitId: string }) => note(ctx, `looked at ${unitId}`)
const look = oncePerTransaction(noteUnit, (event: Event) => ({ unitId: 'unitId' in event ? String(event.unitId) : '' }))

describe('what follows within', () => {
  const first = (ctx: TxCtx) => note(ctx, 'first')
  const second = (ctx: TxCtx, { type }: Event) => note(ctx, `second of ${type}`)

  it('runs in the order of the table, in the transaction that emits', async () => {
    const ctx = ctxWith({ [changed.type]: { within: [first, second] } })
    await ctx.tx(async (tx) => {
      await tx.emit(changed)
      await note(tx, 'then')
    })
    expect(await notes()).toEqual(['first', 'second of fleet.area-changed', 'then'])
    await expect(
      ctx.tx(async (tx) => {
        await tx.emit(changed)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await notes()).toHaveLength(3)
  })

  it('can say no: then nothing has happened, and the command answers that', async () => {
    const no = async () => refuse(commonRefusals.conflict)
    for (const within of [[first, no], [oncePerTransaction(no, () => ({}))]]) {
      const ctx = ctxWith({ [changed.type]: { within } })
      const answer = await ctx.tx(async (tx) => {
        await note(tx, 'written')
        await tx.emit(changed)
        return 'done'
      })
      expect(answer).toBeInstanceOf(Refusal)
      expect(await notes()).toEqual([])
    }
  })

  it('can wait for the end: once for each thing, however many events are about it', async () => {
    const ctx = ctxWith({ [changed.type]: { within: [look] }, [hours.type]: { within: [look] } })
    const other = randomUUID()
    await ctx.tx(async (tx) => {
      await tx.emit(changed)
      await tx.emit(hours)
      await tx.emit({ ...changed, unitId: other })
      await tx.emit(changed)
      await note(tx, 'the last fact')
    })
    expect(await notes()).toEqual(['the last fact', `looked at ${unitId}`, `looked at ${other}`])
  })

  it('does not wait where the command goes on with what follows, and looks again at what changes after that', async () => {
    const ctx = ctxWith({ [changed.type]: { within: [look] } })
    await ctx.tx(async (tx) => {
      await tx.emit(changed)
      await tx.settle()
      await note(tx, 'settled')
      await tx.emit(changed)
    })
    expect(await notes()).toEqual([`looked at ${unitId}`, 'settled', `looked at ${unitId}`])
  })

  it('is not done where the command is refused', async () => {
    const ctx = ctxWith({ [changed.type]: { within: [look] } })
    const statements = await statementsOf(app, () =>
      ctx.tx(async (tx) => {
        await tx.emit(changed)
        return refuse(commonRefusals.conflict)
      }),
    )
    expect(statements.filter((text) => text.includes('platform.note'))).toEqual([])
  })

  it('ends where subscribers would emit for each other for ever', async () => {
    const reEmit = oncePerTransaction(
      (ctx: TxCtx) => ctx.emit(changed),
      () => ({}),
    )
    const ctx = ctxWith({ [changed.type]: { within: [reEmit] } })
    await expect(ctx.tx((tx) => tx.emit(changed))).rejects.toThrow('without end')
  })
})

describe('what follows afterwards', () => {
  const jobs = async () =>
    (await app.app.pool.query<{ data: object }>(`select data from pgboss.job where name = 'platform.forget-expired'`))
      .rows
  const ctx = () =>
    ctxWith({ [changed.type]: { afterwards: [jobName<{ unitId: string }>('platform.forget-expired')] as never } })

  it('is a job with the event, if and only if the transaction commits', async () => {
    await ctx().tx(async (tx) => {
      await tx.emit(changed)
      return refuse(commonRefusals.conflict)
    })
    expect(await jobs()).toEqual([])
    await ctx().tx((tx) => tx.emit(changed))
    expect(await jobs()).toEqual([{ data: changed }])
  })
})

describe('what other processes hear', () => {
  it('is one NOTIFY of a transaction, however much was emitted in it', async () => {
    const notify = (ctx: TxCtx) => notifyChange(ctx, { about: 'units', ids: [unitId], to: ['somebody'] })
    const notice = { within: [oncePerTransaction(notify, () => ({ unitId }))] }
    const ctx = ctxWith({ [changed.type]: notice, [hours.type]: notice })
    const statements = await statementsOf(app, () =>
      ctx.tx(async (tx) => {
        for (let count = 0; count < 50; count += 1) await tx.emit(count % 2 ? changed : hours)
      }),
    )
    expect(statements.filter((text) => text.includes('pg_notify'))).toHaveLength(1)
    expect(await statementsOf(app, () => ctx.tx((tx) => note(tx, 'quiet')))).not.toContainEqual(
      expect.stringContaining('pg_notify'),
    )
  })
})
