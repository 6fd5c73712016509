import { outlookSql, type OutlookJob } from '#modules/calendar/queries.ts'
import { expiryAhead } from '#modules/fleet/documents/rules.ts'
import { isOperating } from '#modules/fleet/units/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { localDayOf } from '#shared/local-time.ts'
import { readOwn } from './queries.ts'
import type { getOverview } from './contract.ts'
import { dayAtAGlance, OVERVIEW_DAYS } from './rules.ts'

/** One statement, however many units there are. */
export async function readOverview(ctx: Ctx): Promise<AnswerOf<typeof getOverview>> {
  const now = ctx.clock.now()
  const today = localDayOf(now)
  const { units } = await readOwn(ctx, outlookSql(today, OVERVIEW_DAYS, now))
  return {
    units: units.map(({ id, name, registration, status, statusReason, lacks, documentsUntil, more: outlook }) => {
      const expiresOn = expiryAhead(documentsUntil, today)
      const jobs = outlook.jobs.map(jobView)
      return {
        id,
        name,
        registration,
        status,
        statusReason,
        lacks,
        days: outlook.days.map((day) => dayAtAGlance(day, jobs, { expiresOn, takesJobs: isOperating(status), now })),
        nextJob: outlook.next && jobView(outlook.next),
      }
    }),
  }
}

const jobView = ({ startAt, endAt, ...job }: OutlookJob) => ({
  ...job,
  startAt: new Date(startAt).toISOString(),
  endAt: new Date(endAt).toISOString(),
})
