import { findCompanyOf } from '#modules/companies/queries.ts'
import type { PersonalData } from '#modules/identity/privacy/personal-data/queries.ts'
import type { TxCtx } from '#platform/ctx.ts'
import { listOwnCalendars } from './queries.ts'

export const calendarPersonalData: PersonalData = { name: 'calendars', read: listOwnCalendars }

/** Deletes when somebody worked and was away. Holds belong to bookings and are handled there. */
export async function forgetCalendars(ctx: TxCtx, { userId }: { userId: string }): Promise<void> {
  const companyId = await findCompanyOf(ctx, userId)
  if (!companyId) return
  for (const table of [
    'calendar.business_day',
    'calendar.availability',
    'calendar.vacation',
    'calendar.feed',
  ] as const) {
    await ctx.db
      .deleteFrom(table)
      .where('unitId', 'in', (eb) =>
        eb.selectFrom('fleet.working_unit').select('id').where('companyId', '=', companyId),
      )
      .execute()
  }
}
