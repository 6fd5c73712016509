import { clearSchedule, saveSchedule } from '#modules/calendar/hours/commands.ts'
import { replaceArea } from '#modules/fleet/areas/commands.ts'
import type { OwnUnit } from '#modules/fleet/queries.ts'
import { saveJobs } from '#modules/fleet/units/commands.ts'
import { getUnitOf } from '#modules/fleet/units/queries.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import type { setUpUnit as endpoint } from './contract.ts'

type Parts = InputOf<typeof endpoint>['body']
type Before = AnswerOf<typeof endpoint>

/** All parts or none. Answers what they were. */
export const setUpUnit = (ctx: Ctx, unit: OwnUnit, parts: Parts): Promise<Before | Refusal> =>
  ctx.tx(async (tx) => {
    const before = await getUnitOf(tx, unit)
    const refused =
      (await putArea(tx, unit, parts)) ?? (await putHours(tx, unit, parts)) ?? (await putJobs(tx, unit, parts))
    if (refused) return refused
    const { jobKinds, helpLevels } = before.allowedJobs
    return {
      operatingArea: parts.operatingArea ? before.operatingArea : null,
      schedule: parts.schedule ? before.schedule.entries : null,
      allowedJobs: parts.allowedJobs ? { jobKinds, helpLevels } : null,
    }
  })

async function putArea(tx: TxCtx, unit: OwnUnit, { operatingArea }: Parts): Promise<Refusal | null> {
  return operatingArea ? within('operating_area', await replaceArea(tx, unit, operatingArea)) : null
}

async function putHours(tx: TxCtx, unit: OwnUnit, { schedule }: Parts): Promise<Refusal | null> {
  if (!schedule) return null
  if (schedule.length > 0) return within('schedule', await saveSchedule(tx, unit, schedule))
  await clearSchedule(tx, unit)
  return null
}

async function putJobs(tx: TxCtx, unit: OwnUnit, { allowedJobs }: Parts): Promise<Refusal | null> {
  return allowedJobs ? within('allowed_jobs', await saveJobs(tx, unit, allowedJobs)) : null
}

/** A part's refusal, with its fields where they are in this body. */
function within(part: string, answer: unknown): Refusal | null {
  if (!(answer instanceof Refusal)) return null
  const { kind, detail, errors = {} } = answer
  const moved = Object.entries(errors).map(([path, messages]) => [`${part}.${path}`, messages])
  return new Refusal(kind, { detail, errors: Object.fromEntries(moved) })
}
