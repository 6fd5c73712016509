import { sql, type RawBuilder } from 'kysely'
import { VAT_PERCENT } from '../rules.ts'

/** The rule `taxIncluded` for whole percents. */
export const taxWithin = (gross: RawBuilder<unknown>) =>
  sql`(sign(${gross}) * div(abs(${gross}) * ${sql.lit(2 * VAT_PERCENT)} + ${sql.lit(100 + VAT_PERCENT)}, ${sql.lit(2 * (100 + VAT_PERCENT))}))`

/** VAT on what is net, by the rule `percentOf`. */
export const taxOn = (net: RawBuilder<unknown>) =>
  sql`(sign(${net}) * div(abs(${net}) * ${sql.lit(2 * VAT_PERCENT)} + 100, 200))`
