import { z } from 'zod'
import { companyId, cover, getCompanyProfile, trader } from '#modules/companies/contract.ts'
import { FUELS } from '#modules/fleet/vans/rules.ts'
import { helpLevel, vanCategory } from '#modules/quoting/contract.ts'
import { endpoint } from '#shared/endpoint.ts'

/** A company as everybody sees it: what it says of itself, what it has, what it kept to, and how it was marked. */

export const getCompanyPage = endpoint({
  id: 'getCompanyPage',
  method: 'GET',
  path: '/company/{id}/public-profile/',
  summary: 'Get a company’s public page',
  access: 'public',
  params: companyId,
  answer: getCompanyProfile.answer.extend({
    trader,
    cover,
    /** Its insurance policies that the office has seen and that run today. */
    papers: z.array(z.object({ kind: z.enum(['goods_in_transit', 'public_liability']), expires_on: z.iso.date() })),
    /** Whether it can be found in a search now. */
    takes_jobs: z.boolean(),
    vans: z.array(
      z.object({
        category: vanCategory,
        make: z.string(),
        model: z.string(),
        registration: z.string(),
        has_tail_lift: z.boolean(),
        fuel: z.enum(FUELS),
        euro_class: z.int().nullable(),
        /** Who works with it and has a right to work that is checked. Who comes is told once a booking is confirmed. */
        people: z.int(),
      }),
    ),
    /** Of the vans that it has; what a job comes to is in a search. Null until it has set its prices. */
    prices: z
      .object({
        hourly: z.array(z.object({ van_category: vanCategory, help_level: helpLevel, pence_per_hour: z.int() })),
        minimum_minutes: z.int(),
        minimum_minutes_two_porters: z.int(),
        included_miles: z.number(),
        pence_per_mile: z.int(),
        out_of_hours_percent: z.int(),
        waiting_pence_per_half_hour: z.int(),
        free_waiting_minutes: z.int(),
      })
      .nullable(),
    /** Areas ("SW") and districts ("SW1A") in which it picks up. */
    districts: z.array(z.string()),
    /** Null until it has finished five jobs. */
    figures: z
      .object({
        finished: z.int(),
        started: z.int(),
        on_time: z.int(),
        price_kept: z.int(),
        cancelled: z.int(),
        last_cancelled_at: z.iso.datetime().nullable(),
        reply_minutes: z.int().nullable(),
      })
      .nullable(),
    /** Reviews with a mean of so many stars, from one to five, rounded. */
    distribution: z.array(z.int()).length(5),
    /** Means of all reviews; null without any. */
    marks: z.object({ punctuality: z.number(), care: z.number(), value: z.number() }).nullable(),
  }),
  freshSeconds: 60,
  limit: { name: 'company-page', per: 'address', count: 120, seconds: 60 },
})
