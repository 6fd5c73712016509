import { z } from 'zod'
import { bookingStatus } from '#modules/bookings/contract.ts'
import { SUSPENSION_OUTCOMES } from '#modules/bookings/rules.ts'
import { paymentMethod } from '#modules/quoting/contract.ts'
import { endpoint, stream } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { nameShape } from '#shared/schemas.ts'
import { BOARD_ACTIONS, GROUPS } from './rules.ts'

/** The office's board: what of today needs a person, by what is due first or has waited longest (decisions §11, spec §7 Admin). */

const reachable = z.object({ name: z.string(), phone: z.string().nullable() })

/** A booking as the board and the search name it. */
export const boardBooking = z.object({
  id: z.uuid(),
  reference: z.string(),
  /** Hash of its page by link. */
  hash: z.string(),
  status: bookingStatus,
  is_hot: z.boolean(),
  awaiting_verification: z.boolean(),
  start_at: z.iso.datetime(),
  end_at: z.iso.datetime(),
  /** Towns of the first and the last place. */
  from: z.string(),
  to: z.string(),
  total_pence: z.int(),
  payment_method: paymentMethod,
})
nameShape('BoardBooking', boardBooking)

export const boardCase = z.object({
  /** Id of the booking, unit, claim, report, question or message that it is about. */
  id: z.uuid(),
  group: z.enum(GROUPS),
  /** How long it has waited. */
  since: z.iso.datetime(),
  /** When time decides it, or what it is about happens; null where neither does. */
  due: z.iso.datetime().nullable(),
  /** Amount to be charged, or claimed. */
  amount_pence: z.int().nullable(),
  /** What was written, or is meant: a report's reason, a message's subject, the kind of a question, why a unit is stopped. */
  note: z.string().nullable(),
  /** Number of units offered a hot job, or of a unit's jobs that its documents do not cover. */
  number: z.int().nullable(),
  booking: boardBooking.nullable(),
  customer: reachable.nullable(),
  /** The company that has it, with its owner's number. */
  company: reachable.extend({ id: z.uuid() }).nullable(),
  working_unit: z.object({ id: z.uuid(), name: z.string(), registration: z.string().nullable() }).nullable(),
  /** Who drives that unit for its owner. */
  driver: reachable.nullable(),
  /** The company's reports of the day. */
  day: z.object({ is_set_off: z.boolean(), late_eta: z.iso.datetime().nullable() }).nullable(),
  /** When the office last reminded the driver whose answer it waits for. */
  asked_again_at: z.iso.datetime().nullable(),
  /** What happens to a job of a stopped unit, at `due`: others are asked at its price, it ends, or its driver finishes it. */
  outcome: z.enum(SUSPENSION_OUTCOMES).nullable(),
  actions: z.array(z.enum(BOARD_ACTIONS)),
})
nameShape('BoardCase', boardCase)

export const getBoard = endpoint({
  id: 'getBoard',
  method: 'GET',
  path: '/admin/board/',
  summary:
    'What needs the office now: each kind with how many there are and the first of them, and the figures of the day',
  access: ['admin'],
  staff: ['owner', 'billing', 'support'],
  reads: 'board',
  answer: z.object({
    at: z.iso.datetime(),
    groups: z.array(
      z.object({
        group: z.enum(GROUPS),
        count: z.int(),
        /** There are more than were counted. */
        count_is_minimum: z.boolean(),
        cases: z.array(boardCase),
      }),
    ),
    /** Bookings that begin today, by London's day. */
    day: z.object({
      done: z.int(),
      under_way: z.int(),
      to_come: z.int(),
      /** Without a driver: hot, or not taken by any. */
      nobody: z.int(),
      total_pence: z.int(),
      /** Made today, for any day. */
      made: z.int(),
      /** Bookings by the hour of the start, 0 to 23; hours without any are left out. */
      hours: z.array(z.object({ hour: z.int(), count: z.int() })),
    }),
  }),
})

export const listBoardCases = endpoint({
  id: 'listBoardCases',
  method: 'GET',
  path: '/admin/board/{group}/',
  summary: 'All of one kind that need the office: what is due first, else the oldest',
  access: ['admin'],
  staff: ['owner', 'billing', 'support'],
  reads: 'board',
  params: z.object({ group: z.enum(GROUPS) }),
  query: z.object(keyPageQuery),
  answer: keyPageOf(boardCase),
})

export const watchBoard = endpoint({
  id: 'watchBoard',
  method: 'GET',
  path: '/admin/live/',
  summary: 'Hear when bookings change',
  access: ['admin'],
  staff: ['owner', 'billing', 'support'],
  answer: stream({
    /** A booking changed: read the board again. */
    board_changed: z.strictObject({}),
  }),
})
