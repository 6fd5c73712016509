import { z } from 'zod'
import { CARD_STATES } from '#modules/billing/documents/contract.ts'
import { bookingStatus } from '#modules/bookings/contract.ts'
import { DRIVER_QUESTIONS } from '#modules/bookings/office/rules.ts'
import { SUSPENSION_OUTCOMES } from '#modules/bookings/rules.ts'
import { dayField } from '#shared/schemas.ts'
import { endpoint, file } from '#shared/endpoint.ts'
import { keyPageQuery } from '#shared/page.ts'
import { boardBooking, boardCase } from '../contract.ts'
import { BOARD_ACTIONS, FOUND_STATES } from '../rules.ts'

/**
 * A booking for the office: found by a reference read out on the phone, and with the contacts to call. Every search is
 * written down (T-112).
 */

export const bookingFound = boardBooking.extend({
  customer: z.string(),
  company: z.string().nullable(),
  working_unit: z.object({ id: z.uuid(), name: z.string(), registration: z.string().nullable() }).nullable(),
})

const day = dayField('Enter a day, such as 14/03/2026.')

const filters = {
  q: z.string().trim().min(3, 'Type at least three characters.').max(200).optional(),
  status: z.enum(FOUND_STATES).optional(),
  /** Days of the start in London, both included. */
  from: day.optional(),
  until: day.optional(),
  working_unit_id: z.uuid().optional(),
}

export const findBookings = endpoint({
  id: 'findBookings',
  method: 'GET',
  path: '/admin/bookings/',
  summary:
    'Bookings, the latest start first: by reference, link, customer, address, number, postcode, plate, company, unit or driver; by status, day and unit',
  access: ['admin'],
  staff: ['owner', 'billing', 'support'],
  reads: 'itself',
  query: z.object({
    page_size: keyPageQuery.page_size,
    after: keyPageQuery.after,
    ...filters,
  }),
  answer: z.object({
    results: z.array(bookingFound),
    next: z.string().nullable(),
    next_cursor: z.string().nullable(),
    /** More people, companies or vans match than were looked at: the search has to be narrower. */
    is_partial: z.boolean(),
  }),
  limit: { name: 'find-bookings', per: 'user', count: 600, seconds: 3600 },
})

export const exportBookings = endpoint({
  id: 'exportBookings',
  method: 'GET',
  path: '/admin/bookings/download-csv/',
  summary: 'The bookings that the same search shows, as CSV',
  access: ['admin'],
  staff: ['owner', 'billing', 'support'],
  reads: 'bookings',
  query: z.object(filters),
  answer: file('text/csv'),
  limit: { name: 'export-bookings', per: 'user', count: 60, seconds: 3600 },
})

export const getBoardBooking = endpoint({
  id: 'getBoardBooking',
  method: 'GET',
  path: '/admin/bookings/{id}/',
  summary: 'One booking, with whom to call about it and what the office can do',
  access: ['admin'],
  staff: ['owner', 'billing', 'support'],
  reads: 'booking',
  params: z.object({ id: z.uuid() }),
  answer: boardCase.pick({ company: true, working_unit: true, driver: true, day: true, asked_again_at: true }).extend({
    ...boardBooking.shape,
    status: bookingStatus,
    customer: z.object({ name: z.string(), phone: z.string().nullable(), email: z.string().nullable() }),
    /** Null once the hours are confirmed. */
    ceiling_pence: z.int().nullable(),
    respond_by: z.iso.datetime().nullable(),
    /** The customer would take another driver at the same price. */
    allow_hot_job: z.boolean(),
    /** Referral source of the person who booked; null if the request had none. */
    came_from: z
      .object({
        host: z.string().nullable(),
        source: z.string().nullable(),
        medium: z.string().nullable(),
        campaign: z.string().nullable(),
      })
      .nullable(),
    /** Card charge state of the amount owed; null while none is owed. */
    card: z
      .object({
        state: z.enum(CARD_STATES),
        amount_pence: z.int(),
        reference: z.string().nullable(),
        at: z.iso.datetime().nullable(),
      })
      .nullable(),
    /** What its driver is asked and has not answered, and until when they can; null if nothing waits for them. */
    question: z.object({ kind: z.enum(DRIVER_QUESTIONS), due: z.iso.datetime() }).nullable(),
    /** The office has stopped its unit: why, when the job leaves it (null: now), and what happens to it then. Null if it has not. */
    stop: z
      .object({
        reason: z.string().nullable(),
        due: z.iso.datetime().nullable(),
        outcome: z.enum(SUSPENSION_OUTCOMES),
      })
      .nullable(),
    actions: z.array(z.enum(BOARD_ACTIONS)),
  }),
})
