import { withOwnUnit } from '#modules/fleet/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { serve, type Api } from '#platform/serve.ts'
import type { InputOf } from '#shared/endpoint.ts'
import { localDayOf, startOfWeek } from '#shared/local-time.ts'
import {
  addVacation as addVacationEndpoint,
  createAvailability,
  createSchedule,
  getCalendarFeed,
  getSchedule,
  readCalendarFeed,
  removeVacation as removeVacationEndpoint,
  renewCalendarFeed,
  revokeCalendarFeed,
  saveAvailability as saveAvailabilityEndpoint,
  saveSchedule as saveScheduleEndpoint,
} from './contract.ts'
import { getFeed, readFeed, renewFeed, revokeFeed } from './feed-commands.ts'
import { addVacation, removeVacation, saveAvailability, saveSchedule } from './hours/commands.ts'
import { readWeek } from './week-queries.ts'
import { withoutPrices } from './rules.ts'

export function routes(api: Api): void {
  serve(api, getSchedule, (ctx, { params, query }) =>
    withOwnUnit(ctx, params.id, async ({ unitId }) => {
      const week = await readWeek(ctx, unitId, query.from ?? startOfWeek(localDayOf(ctx.clock.now())), query.days)
      const seesPrices = ctx.actor.kind !== 'hired' || ctx.config.guardOff.has('hired_prices')
      return seesPrices ? week : withoutPrices(week)
    }),
  )
  const putSchedule = (ctx: Ctx, { params, body }: InputOf<typeof saveScheduleEndpoint>) =>
    withOwnUnit(ctx, params.id, (unit) => saveSchedule(ctx, unit, body))
  serve(api, saveScheduleEndpoint, putSchedule)
  serve(api, createSchedule, (ctx, input) => putSchedule(ctx, input))
  const putAvailability = (ctx: Ctx, { params, body }: InputOf<typeof saveAvailabilityEndpoint>) =>
    withOwnUnit(ctx, params.id, (unit) => saveAvailability(ctx, unit, body))
  serve(api, saveAvailabilityEndpoint, putAvailability)
  serve(api, createAvailability, (ctx, input) => putAvailability(ctx, input))
  serve(api, addVacationEndpoint, (ctx, { params, body }) =>
    withOwnUnit(ctx, params.id, (unit) => addVacation(ctx, unit, body)),
  )
  serve(api, removeVacationEndpoint, (ctx, { params }) =>
    withOwnUnit(ctx, params.id, (unit) => removeVacation(ctx, unit, params.vacationId)),
  )
  serve(api, getCalendarFeed, (ctx, { params }) => withOwnUnit(ctx, params.id, (unit) => getFeed(ctx, unit)))
  serve(api, renewCalendarFeed, (ctx, { params }) => withOwnUnit(ctx, params.id, (unit) => renewFeed(ctx, unit)))
  serve(api, revokeCalendarFeed, (ctx, { params }) =>
    withOwnUnit(ctx, params.id, async (unit) => {
      await revokeFeed(ctx, unit)
      return undefined
    }),
  )
  serve(api, readCalendarFeed, (ctx, { params }) => readFeed(ctx, params.token))
}
