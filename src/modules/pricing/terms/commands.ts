import { sql } from 'kysely'
import type { TxCtx } from '#platform/ctx.ts'
import { addMinutes, MINUTES_PER_DAY } from '#shared/local-time.ts'
import { termsOfTariff } from './queries.ts'

/** Keeps the current terms before they change: customers holding a quote book on them. A day is longer than any quote is valid. */
export async function savePastTerms(ctx: TxCtx, companyId: string): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db
    .deleteFrom('pricing.past_terms')
    .where('companyId', '=', companyId)
    .where('endedAt', '<', addMinutes(now, -MINUTES_PER_DAY))
    .execute()
  // The first of two simultaneous changes has already stored the terms that customers saw.
  await sql`insert into pricing.past_terms (company_id, ended_at, terms)
    select t.company_id, ${now}, ${termsOfTariff} from pricing.tariff t where t.company_id = ${companyId}
    on conflict do nothing`.execute(ctx.db)
}
