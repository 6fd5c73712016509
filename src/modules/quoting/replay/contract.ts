import { z } from 'zod'
import { companyId } from '#modules/companies/contract.ts'
import { FUELS } from '#modules/fleet/vans/rules.ts'
import { tariffFields } from '#modules/pricing/contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { moveRefusals, order, priceLine, quotePayload } from '../contract.ts'

/** "What would this job cost with my prices?": priced like a quote, but with prices that may not be saved yet. Nothing is stored. */

export const simulatePrice = endpoint({
  id: 'simulatePrice',
  method: 'POST',
  path: '/company/{id}/price-simulation/',
  summary: 'What a job would cost with the company’s prices, or with others before they are saved',
  access: ['driver'],
  params: companyId,
  body: quotePayload.extend({
    /** The unit whose van is used: its fuel and Euro class decide the road charges. By default the company’s first unit with such a van. */
    unit_id: z.uuid().nullish(),
    /** Replaces what is saved; a field that is not sent is as saved. */
    prices: z.strictObject(tariffFields).partial().nullish(),
  }),
  answer: z.object({
    order,
    /** Null where there is no hourly rate for this van with that much help, or a zone keeps this van out. */
    price: z
      .object({
        hourly_pence: z.int(),
        lines: z.array(priceLine),
        total_pence: z.int(),
        ceiling_pence: z.int(),
        /** Included in the total; 0 if the company is not registered. */
        vat_pence: z.int(),
        /** Vanfare's commission, and the VAT that comes on top of it. */
        commission_pence: z.int(),
        commission_vat_pence: z.int(),
        /** The total less both, as takings count it. */
        kept_pence: z.int(),
        /** Minutes of labour, at least the minimum time. */
        charged_minutes: z.int(),
        is_minimum_time: z.boolean(),
      })
      .nullable(),
    /** Null if the company has no such van; a Euro 6 diesel is assumed then. */
    van: z.object({ registration: z.string(), fuel: z.enum(FUELS), euro_class: z.int().nullable() }).nullable(),
    /** The zone on the way that this van may not enter: with it the company would not be shown. */
    kept_out_of: z.string().nullable(),
  }),
  refusals: moveRefusals,
  limit: { name: 'price-simulation', per: 'user', count: 120, seconds: 60 },
})
