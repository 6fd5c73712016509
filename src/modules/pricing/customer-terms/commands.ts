import { sql } from 'kysely'
import type { TxCtx } from '#platform/ctx.ts'
import { addMinutes, MINUTES_PER_DAY } from '#shared/local-time.ts'
import { termsOfTariff } from './queries.ts'

/** Before terms change: prices that customers hold are booked on those that end now. A day is longer than any is held. */
export async function keepPastTerms(ctx: TxCtx, companyId: string): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db
    .deleteFrom('pricing.past_terms')
    .where('companyId', '=', companyId)
    .where('endedAt', '<', addMinutes(now, -MINUTES_PER_DAY))
    .execute()
  // Of two changes in one moment the first ended what customers had seen.
  await sql`insert into pricing.past_terms (company_id, ended_at, terms)
    select t.company_id, ${now}, ${termsOfTariff} from pricing.tariff t where t.company_id = ${companyId}
    on conflict do nothing`.execute(ctx.db)
}
