import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bookingsJobs } from '#modules/bookings/jobs.ts'
import { responseDue } from '#modules/bookings/lifecycle/commands.ts'
import { commonRefusals, refuse, Refusal } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aBooking, storedBooking } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { statementsOf } from '#test/support/statements.ts'
import { createCtx, type Ctx, type TxCtx } from './ctx.ts'
import { oncePerTransaction, type Event, type Reactions, type Subscribers } from './events.ts'
import { deleteExpired } from './housekeeping.ts'
import { BUSY_LOOKS, handleJob, jobName } from './jobs.ts'
import { notifyChange } from './live.ts'

describe('jobs', () => {
  /** `pino` names its levels by these numbers. */
  const WARN = 40

  let app: TestApp
  let holder: pg.Client
  const lines: { level: number; msg: string }[] = []
  const listeners: (() => void)[] = []
  beforeAll(async () => {
    const to = {
      write: (line: string) => {
        lines.push(JSON.parse(line) as (typeof lines)[number])
        for (const hear of listeners) hear()
      },
    }
    app = await createTestApp({ log: pino({ level: 'info' }, to) })
    Object.assign(app.app.pool.options, { lock_timeout: 20 })
    holder = new pg.Client(app.database.connection)
    await holder.connect()
  })
  beforeEach(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
    lines.length = 0
    listeners.length = 0
  })
  afterAll(async () => {
    await holder.end()
    await app.close()
  })

  /** A booking whose time to answer is over, and whose row somebody else holds. */
  async function aLockedBooking(): Promise<string> {
    await aUnit(app)
    const { id, respondBy } = await aBooking(app)
    app.clock.set(respondBy ?? '')
    await holder.query('begin')
    await holder.query('select id from bookings.booking where id = $1 for update', [id])
    return id
  }

  const waits = () => lines.filter(({ msg }) => msg === 'job waits for a row').length
  const run = (bookingId: string, stop = new AbortController()) => {
    const kind = bookingsJobs.find(({ name }) => name === responseDue.name)
    if (!kind) throw new Error('The job of the time to answer is one of the bookings')
    const given = { id: crypto.randomUUID(), data: { bookingId }, signal: new AbortController().signal }
    return handleJob(kind, app.ctx, given, { work: true, stop: stop.signal })
  }

  it('looks again soon while somebody else holds its row, and completes without a warning', async () => {
    const id = await aLockedBooking()
    const waited = Promise.withResolvers<void>()
    listeners.push(() => waits() >= 2 && waited.resolve())
    const done = run(id)
    await waited.promise
    await holder.query('commit')
    expect(await done).toBe('completed')
    expect(waits()).toBeLessThan(BUSY_LOOKS)
    expect(lines.filter(({ level }) => level >= WARN)).toEqual([])
    expect(await storedBooking(app, id)).toMatchObject({ isHot: true })
  })

  it('is given back to the queue when the process stops meanwhile', async () => {
    const id = await aLockedBooking()
    const stop = new AbortController()
    listeners.push(() => stop.abort())
    expect(await run(id, stop)).toBe('failed')
    await holder.query('rollback')
    expect(lines.filter(({ level }) => level > WARN)).toEqual([])
    expect(await storedBooking(app, id)).toMatchObject({ isHot: false })
  })
})

describe('housekeeping', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await createTestApp()
  })
  afterAll(() => t.close())

  const daysAgo = (days: number) => new Date(t.ctx.clock.now().getTime() - days * 86_400_000)

  it('answers to keys are forgotten after a week, counted calls with their window', async () => {
    await t.ctx.db
      .insertInto('platform.idempotency')
      .values(
        [8, 6].map((days) => ({
          scope: 'somebody',
          key: `${days}`,
          digest: Buffer.of(days),
          createdAt: daysAgo(days),
        })),
      )
      .execute()
    await t.ctx.db
      .insertInto('platform.rate_window')
      .values([1, -1].map((days) => ({ name: 'a limit', key: `${days}`, used: 1, endsAt: daysAgo(days) })))
      .execute()

    await deleteExpired(t.ctx)

    const keys = await t.ctx.db.selectFrom('platform.idempotency').select('key').execute()
    const windows = await t.ctx.db.selectFrom('platform.rate_window').select('key').execute()
    expect([keys, windows]).toEqual([[{ key: '6' }], [{ key: '-1' }]])
  })
})

describe('events', () => {
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
  const look = oncePerTransaction(noteUnit, (event: Event) => ({
    unitId: 'unitId' in event ? String(event.unitId) : '',
  }))

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
})
