import { sql } from 'kysely'
import { markCharged } from '#modules/billing/cards/commands.ts'
import { makeDocument } from '#modules/billing/documents/commands.ts'
import type { DocumentKind } from '#modules/billing/documents/rules.ts'
import { addCorrection } from '#modules/billing/corrections/commands.ts'
import { enterBooking, enterCompensation, post } from '#modules/billing/ledger/commands.ts'
import { ABOUT_NO_BOOKING, NO_CUT, postingsOfCorrection } from '#modules/billing/ledger/rules.ts'
import { withActor, type Ctx } from '#platform/ctx.ts'
import { newId } from '#platform/new-id.ts'
import { Refusal } from '#shared/endpoint.ts'
import type { World } from '../world.ts'
import type { Job } from './booking.ts'
import { billingRunRequests } from './billing-runs.ts'
import type { Maker } from './maker.ts'

type MakeJob = (world: World, columns: { status: 'completed' }) => Promise<Job>

/** Of days that are over in the world that is fuzzed. */
const [startDate, endDate] = ['2025-12-01', '2026-11-19']
const period = { start_date: startDate, end_date: endDate, need_validation: false }

/** What the office does with money. */
export function billingRequests(aJob: MakeJob): Record<string, Maker> {
  /** A job that is done, in the ledger, with something that its mover owes the customer. */
  const billed = async (world: World) => {
    const job = await aJob(world, { status: 'completed' })
    const { id: bookingId, unitId } = job
    await world.app.ctx.db
      .updateTable('bookings.booking')
      .set({ startAt: sql`start_at - interval '90 days'`, endAt: sql`end_at - interval '90 days'` })
      .where('id', '=', bookingId)
      .execute()
    await world.app.ctx.tx(async (tx) => {
      await enterBooking(tx, { bookingId, unitId })
      await enterCompensation(tx, { bookingId, unitId, data: { owedToCustomerPence: 5000 } })
    })
    const { customerId } = await world.app.ctx.db
      .selectFrom('bookings.booking')
      .select('customerId')
      .where('id', '=', bookingId)
      .executeTakeFirstOrThrow()
    return { unitId, customerId, bookingId, driver: job.driver }
  }
  const office = (world: World): Ctx => {
    const { id: userId } = world.hood.people.admin
    return withActor(world.app.ctx, { kind: 'admin', userId, sessionId: userId, company: null })
  }
  const done = <T>(answer: T | Refusal): T => {
    if (answer instanceof Refusal) throw new Error(answer.detail)
    return answer
  }
  const draftAbout = async (
    world: World,
    kind: DocumentKind,
    { unitId, customerId }: Awaited<ReturnType<typeof billed>>,
  ) => {
    const subject = { statement: { unitId }, invoice: {}, sales_credit: { customerId } }[kind]
    const asked = { startDate, endDate, needValidation: false }
    return done(await makeDocument(office(world), kind, subject, asked))
  }
  const draft = async (world: World, kind: DocumentKind) => draftAbout(world, kind, await billed(world))
  /** Of a colleague, so that it is confirmed by another. */
  const largeCorrection = (world: World, documentId: string) =>
    world.app.ctx.tx((tx) =>
      post(tx, [
        {
          cause: `correction ${newId(tx.clock)}`,
          kind: 'correction',
          day: endDate,
          bookingId: null,
          companyId: null,
          unitId: null,
          customerId: null,
          documentId,
          documentKind: 'statement',
          about: ABOUT_NO_BOOKING,
          postings: postingsOfCorrection({
            of: 'statement',
            corrects: 'goodwill',
            borneBy: 'platform',
            amountPence: 150_000,
            cut: NO_CUT,
          }),
        },
      ]),
    )
  /** A draft and the owner whom it is about: the job went to whoever was free. */
  const ownDraft = async (world: World) => {
    const job = await billed(world)
    return { ...(await draftAbout(world, 'statement', job)), bearer: job.driver }
  }
  const byCard = async (world: World): Promise<string> => {
    const { id, unitId } = await aJob(world, { status: 'completed' })
    const { db } = world.app.ctx
    await db.updateTable('bookings.booking').set({ paymentMethod: 'card' }).where('id', '=', id).execute()
    await world.app.ctx.tx((tx) => enterBooking(tx, { bookingId: id, unitId }))
    return id
  }
  const bearerOf = (world: World) => world.bearerOf('A')
  const ofOwnDraft: Maker = async (world) => {
    const { id, bearer } = await ownDraft(world)
    return { bearer, params: { id } }
  }
  const ofDraft =
    (kind: DocumentKind, body?: object): Maker =>
    async (world) => ({
      bearer: await bearerOf(world),
      params: { id: (await draft(world, kind)).id },
      ...(body ? { body } : {}),
    })
  return {
    createStatement: async (world) => ({
      bearer: await bearerOf(world),
      params: { id: (await billed(world)).unitId },
      body: period,
    }),
    createInvoice: async (world) => {
      await billed(world)
      return { bearer: await bearerOf(world), body: period }
    },
    createSalesCredit: async (world) => ({
      bearer: await bearerOf(world),
      params: { id: (await billed(world)).customerId },
      body: period,
    }),
    getStatement: ofDraft('statement'),
    getInvoice: ofDraft('invoice'),
    getSalesCredit: ofDraft('sales_credit'),
    saveStatement: ofDraft('statement', {}),
    saveSalesCredit: ofDraft('sales_credit', {}),
    discardStatement: ofDraft('statement'),
    discardInvoice: ofDraft('invoice'),
    discardSalesCredit: ofDraft('sales_credit'),
    saveInvoice: async (world) => {
      const { id } = await draft(world, 'invoice')
      // What earlier requests saved cannot be saved twice.
      await world.app.ctx.db
        .deleteFrom('billing.sheet_entry as se')
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('billing.sheet_entry as other')
              .whereRef('other.entryId', '=', 'se.entryId')
              .where('other.kind', '=', 'invoice')
              .where('other.isSaved', '=', true),
          ),
        )
        .where('se.isSaved', '=', false)
        .execute()
      return { bearer: await bearerOf(world), params: { id }, body: {} }
    },
    ...Object.fromEntries(
      (['statement', 'invoice', 'sales_credit'] as const).flatMap((kind) => {
        const name = { statement: 'Statement', invoice: 'Invoice', sales_credit: 'SalesCredit' }[kind]
        const all: Maker = async (world) => {
          await draft(world, kind)
          return { bearer: await bearerOf(world), query: { start_date: '2026-01-01', end_date: '2026-12-31' } }
        }
        return [
          [`download${name}`, ofDraft(kind)],
          [`send${name}`, ofDraft(kind)],
          [`send${name}ByGet`, ofDraft(kind)],
          [`downloadAll${name}s`, all],
          [`export${name}s`, all],
          [`export${name}Lines`, ofDraft(kind)],
        ]
      }),
    ),
    getOwnStatement: ofOwnDraft,
    downloadOwnStatement: ofOwnDraft,
    exportOwnStatementLines: ofOwnDraft,
    ...billingRunRequests(bearerOf, office),
    queryLine: async (world) => {
      const { id, lines, bearer } = await ownDraft(world)
      const body = { entry_id: lines[0]?.entryId, text: 'The hours were more.' }
      return { bearer, params: { id }, body }
    },
    answerQuery: async (world) => {
      const { id: documentId, lines, company } = await draft(world, 'statement')
      const { db, clock } = world.app.ctx
      const id = newId(clock)
      await db
        .insertInto('billing.line_query')
        .values({
          id,
          documentId,
          entryId: lines[0]?.entryId ?? '',
          companyId: company?.id ?? '',
          text: 'The hours were more.',
          askedAt: clock.now(),
        })
        .execute()
      return { bearer: await bearerOf(world), params: { id }, body: { text: 'We have looked.' } }
    },
    markCharged: async (world) => ({
      bearer: await bearerOf(world),
      params: { id: await byCard(world) },
      body: { reference: 'ch_12345' },
    }),
    markRefunded: async (world) => {
      const id = await byCard(world)
      done(await markCharged(office(world), id, 'ch_12345'))
      return { bearer: await bearerOf(world), params: { id }, body: { reference: 're_12345' } }
    },
    addFeeCorrection: async (world) => ({
      bearer: await bearerOf(world),
      body: { statement: (await draft(world, 'statement')).id, amount_pence: -2000, reason: 'An hour late.' },
    }),
    confirmFeeCorrections: async (world) => {
      const { id, version } = await draft(world, 'statement')
      await largeCorrection(world, id)
      return { bearer: await bearerOf(world), params: {}, body: { document: id, version } }
    },
    deleteFeeCorrection: async (world) => {
      const { id: statement } = await draft(world, 'statement')
      const { id } = done(await addCorrection(office(world), { statement, amountPence: 100, reason: 'Parking' }))
      return { bearer: await bearerOf(world), params: { id } }
    },
  }
}
