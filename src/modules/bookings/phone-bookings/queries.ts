import { sql } from 'kysely'

/** Of booking `b`: the office took it by phone, and it is paid by transfer to the company's bank. */
export const isByTransfer = sql<boolean>`b.special_pay_method is not distinct from 'bank_transfer'`
