import { sql, type RawBuilder } from 'kysely'

/** The percentage that a company pays of what was agreed on at an instant: for a booking when it was made, for a price of today now. */
export const commissionPercentOf = (companyId: string | RawBuilder<unknown>, at: Date | RawBuilder<unknown>) =>
  sql<number>`companies.commission_percent(${companyId}, ${at})`
