import { withOwnUnit } from '#modules/fleet/queries.ts'
import { serve, type Api } from '#platform/serve.ts'
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
import { getFeed, readFeed, renewFeed, revokeFeed } from './feed/commands.ts'
import { addVacation, removeVacation, saveAvailability, saveSchedule } from './hours/commands.ts'
import { readWeek } from './week/queries.ts'

export function routes(api: Api): void {
  serve(api, getSchedule, (ctx, { params, query }) =>
    withOwnUnit(ctx, params.id, ({ unitId }) =>
      readWeek(ctx, unitId, query.from ?? startOfWeek(localDayOf(ctx.clock.now())), query.days),
    ),
  )
  for (const endpoint of [saveScheduleEndpoint, createSchedule] as const)
    serve(api, endpoint as typeof saveScheduleEndpoint, (ctx, { params, body }) =>
      withOwnUnit(ctx, params.id, (unit) => saveSchedule(ctx, unit, body)),
    )
  for (const endpoint of [saveAvailabilityEndpoint, createAvailability] as const)
    serve(api, endpoint as typeof saveAvailabilityEndpoint, (ctx, { params, body }) =>
      withOwnUnit(ctx, params.id, (unit) => saveAvailability(ctx, unit, body)),
    )
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
