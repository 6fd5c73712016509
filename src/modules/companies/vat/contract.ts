import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { nameShape } from '#shared/shape.ts'
import { parseVatNumber } from '#shared/trader.ts'
import { checked, companyId } from '../contract.ts'

/** A company's registration for VAT, as the office keeps it: prices, receipts and documents of billing follow its days. */

export const vatRegistration = z.object({
  number: z.string().nullable(),
  registered_from: z.iso.date().nullable(),
  /** The first day on which it is no longer registered. */
  deregistered_from: z.iso.date().nullable(),
  /** Today. */
  is_registered: z.boolean(),
})
nameShape('VatRegistration', vatRegistration)

const day = z.iso.date({ error: 'Enter a date as YYYY-MM-DD.' }).nullable()

export const saveVat = endpoint({
  id: 'saveVat',
  method: 'PUT',
  path: '/admin/companies/{id}/vat/',
  summary:
    'Say from which day a company is registered for VAT and from which it is no longer; jobs that are not done yet follow',
  access: ['admin'],
  staff: ['owner', 'billing'],
  params: companyId,
  body: z.strictObject({
    number: checked(parseVatNumber, 20, 'Enter a UK VAT number, such as GB123456782.').nullable(),
    registered_from: day,
    deregistered_from: day.default(null),
  }),
  answer: vatRegistration,
})
