import type { Ctx } from '#platform/ctx.ts'
import { job } from '#platform/jobs.ts'
import { chargeBacklog } from './cards/commands.ts'
import { catchUpDue, catchUpOn } from './ledger/commands.ts'
import { runDue } from './runs/commands.ts'
import { processRuns } from './runs/steps-commands.ts'

/** The entries include the data that a demonstration begins with. */
async function catchUpAndCharge(ctx: Ctx, data: { since?: string; cardsLeft?: number }): Promise<void> {
  await catchUpOn(ctx, data)
  if (data.cardsLeft !== undefined) await chargeBacklog(ctx, data.cardsLeft)
}

export const billingJobs = [
  // Runs at night: every settled booking has its entry already, unless it was settled by a version that had no ledger.
  job({ ...catchUpDue, cron: '25 3 * * *', long: { minutes: 10 }, handle: catchUpAndCharge }),
  // Runs by the clock too, so that a run whose job was tried too often continues.
  job({ ...runDue, cron: '*/10 * * * *', long: { minutes: 120 }, retryDelay: 5, handle: processRuns }),
]
