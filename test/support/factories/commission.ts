import type { LocalDay } from '#shared/local-time.ts'
import { newId } from '#platform/new-id.ts'
import type { TestApp } from '../app.ts'

interface Agreed {
  /** Null for everybody without an agreement of their own. */
  companyId?: string | null
  percent: number | null
  fromDay: LocalDay
}

/** What a company, or everybody, pays from a day on, as the office would set it now. */
export async function aCommission({ ctx }: TestApp, { companyId = null, percent, fromDay }: Agreed): Promise<string> {
  const id = newId(ctx.clock)
  const row = { id, companyId, percent, fromDay, reason: 'A test', createdAt: ctx.clock.now() }
  await ctx.db.insertInto('companies.commission').values(row).execute()
  return id
}
