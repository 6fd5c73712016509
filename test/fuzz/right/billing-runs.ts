import { post } from '#modules/billing/ledger/commands.ts'
import { startRun, stopRun } from '#modules/billing/runs/commands.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#shared/endpoint.ts'
import { postedJob } from '#test/support/factories/billed-month.ts'
import type { World } from '../world.ts'
import type { Maker } from './maker.ts'

const MONTH = '2026-09'

/** What the office does with everything of a month. */
export function billingRunRequests(
  bearerOf: (world: World) => Promise<string | undefined>,
  office: (world: World) => Ctx,
): Record<string, Maker> {
  /** A month that something happened in, and whose run of before is gone. */
  const aMonth = async ({ app }: World) => {
    const { id, companyId } = await app.ctx.db
      .selectFrom('fleet.working_unit')
      .select(['id', 'companyId'])
      .executeTakeFirstOrThrow()
    const day = `${MONTH}-15`
    await app.ctx.tx((tx) => post(tx, [postedJob(app, { unit: { id, company: { id: companyId } }, day })]))
    await app.ctx.db.deleteFrom('billing.run_step').execute()
    await app.ctx.db.deleteFrom('billing.run').execute()
  }
  const aRun = async (world: World): Promise<string> => {
    await aMonth(world)
    const run = await startRun(office(world), { month: MONTH, save: false, send: false })
    if (run instanceof Refusal) throw new Error(run.detail)
    return run.id
  }
  const ofRun: Maker = async (world) => ({ bearer: await bearerOf(world), params: { id: await aRun(world) } })
  return {
    startBillingRun: async (world) => {
      await aMonth(world)
      return { bearer: await bearerOf(world), body: { month: MONTH, save: true } }
    },
    getBillingRun: ofRun,
    listBillingRunSteps: ofRun,
    stopBillingRun: ofRun,
    continueBillingRun: async (world) => {
      const id = await aRun(world)
      await stopRun(office(world), id)
      return { bearer: await bearerOf(world), params: { id }, body: { save: true } }
    },
  }
}
