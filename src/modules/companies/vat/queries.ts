import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { LocalDay } from '#shared/local-time.ts'

type Day = LocalDay | RawBuilder<unknown>

/** The rule `isRegisteredForVat` of the company `c`: on a day, or on any day of a period, by its number of now or an earlier one. */
export const registeredForVat = (from: Day, to: Day = from): RawBuilder<SqlBool> =>
  sql<SqlBool>`((c.vat_registered_from <= ${to} and (c.vat_deregistered_from is null or c.vat_deregistered_from > ${from}))
    or exists (select from companies.earlier_vat e where e.company_id = c.id and e.registered_from <= ${to} and e.until_day > ${from}))`
