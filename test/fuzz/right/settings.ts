import { NOTICE_DAYS, type Part } from '#modules/settings/rules.ts'
import { newId } from '#platform/new-id.ts'
import { addDays, localDayOf, type LocalDay } from '#shared/local-time.ts'
import type { World } from '../world.ts'
import type { Maker } from './maker.ts'

const versionOf = async ({ app }: World, part: Part): Promise<number> =>
  (await app.ctx.db.selectFrom('settings.part').select('version').where('part', '=', part).executeTakeFirstOrThrow())
    .version

/** On which nothing of company 1 starts yet, with the notice that a dearer rate needs. */
async function freeDay({ app, hood }: World): Promise<LocalDay> {
  const last = await app.ctx.db
    .selectFrom('companies.commission')
    .select('fromDay')
    .where('companyId', '=', hood.things.companyId)
    .where('withdrawnAt', 'is', null)
    .orderBy('fromDay', 'desc')
    .executeTakeFirst()
  const first = addDays(localDayOf(app.ctx.clock.now()), NOTICE_DAYS)
  return last && last.fromDay >= first ? addDays(last.fromDay, 1) : first
}

let made = 0

const aChange = async (world: World) => ({
  part: 'commission',
  company_id: world.hood.things.companyId,
  percent: (++made % 9000) / 100 + 1,
  from_day: await freeDay(world),
  reason: 'Agreed with them',
})

/** What the office sets from a day on. */
export const settingsRequests: Record<string, Maker> = {
  previewSetting: async (world) => ({ bearer: await world.bearerOf('A'), body: { change: await aChange(world) } }),
  changeSetting: async (world) => ({
    bearer: await world.bearerOf('A'),
    body: { version: await versionOf(world, 'commission'), change: await aChange(world) },
  }),
  withdrawSetting: async (world) => {
    const { db, clock } = world.app.ctx
    const id = newId(clock)
    const companyId = world.hood.things.companyId
    const row = { id, companyId, percent: 12, fromDay: await freeDay(world), reason: 'A test', createdAt: clock.now() }
    await db.insertInto('companies.commission').values(row).execute()
    const body = { version: await versionOf(world, 'commission') }
    return { bearer: await world.bearerOf('A'), params: { part: 'commission', id }, body }
  },
  checkSetting: async (world) => {
    const { id } = await world.app.ctx.db
      .selectFrom('pricing.road_charge')
      .select('id')
      .where('zone', '=', 'bath')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const body = { version: await versionOf(world, 'road_charges'), check_by: '2030-01-01' }
    return { bearer: await world.bearerOf('A'), params: { part: 'road_charges', id }, body }
  },
}
