import type { KeptWork } from '#modules/quoting/commands.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import { driveBetween, findAround } from '../../hot-jobs/adjacent-jobs/queries.ts'
import { comesFrom } from '../../hot-jobs/adjacent-jobs/rules.ts'
import type { getDriverDay } from '../contract.ts'

type Leave = NonNullable<AnswerOf<typeof getDriverDay>['leave']>

interface Job {
  id: string
  start: Date
  end: Date
  work: KeptWork
}

/** When to leave for each job of a unit, by the job before it on that day or from the base. One statement, however many jobs. */
export async function listLeaves(ctx: Ctx, unitId: string, jobs: readonly Job[]): Promise<Map<string, Leave>> {
  const { base, others } = await findAround(ctx, { unitId }, jobs)
  return new Map(
    jobs.flatMap(({ id, start, end, work }) => {
      const [startPlace, endPlace] = [work.places[0], work.places.at(-1)]
      if (!startPlace || !endPlace) return []
      const job = { start, end, startPlace, endPlace }
      const from = comesFrom(job, others, base, driveBetween)
      if (!from) return []
      const { kind, minutes, place } = from
      const leave = {
        by: addMinutes(start, -minutes).toISOString(),
        driveMinutes: minutes,
        from: kind,
        place: place.town,
      }
      return [[id, leave] as const]
    }),
  )
}
