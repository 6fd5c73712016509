import { sql, type RawBuilder } from 'kysely'
import { VAT_PERCENT } from '../rules.ts'

/** The rule `taxIncluded` for whole percents. */
export const taxWithin = (gross: RawBuilder<unknown>) =>
  sql`(sign(${gross}) * div(abs(${gross}) * ${sql.lit(2 * VAT_PERCENT)} + ${sql.lit(100 + VAT_PERCENT)}, ${sql.lit(2 * (100 + VAT_PERCENT))}))`
