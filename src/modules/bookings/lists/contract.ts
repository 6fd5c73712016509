import { z } from 'zod'
import { waiting } from '#modules/pricing/terms/contract.ts'
import { helpLevel, paymentMethod, planSize, vanCategory, duration } from '#modules/quoting/contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { nameShape } from '#shared/schemas.ts'
import { CLAIM_STATUSES } from '../claims/rules.ts'
import { bookedItem, bookingStatus, lastMessage } from '../contract.ts'
import { HOT_DAYS } from '../hot-jobs/rules.ts'
import { ACTIONS, PAST } from '../rules.ts'

/**
 * A booking as its driver sees it: before confirming outward codes, towns, stairs, load, times and price; streets, contacts and notes
 * afterwards (decisions §5, T-067).
 */
export const driverBooking = z.object({
  id: z.uuid(),
  /**
   * Status; for a unit that gave the job back or did not answer, `rejected` or `not_taken_by_driver` regardless of the
   * later outcome.
   */
  status: bookingStatus,
  is_hot: z.boolean(),
  working_unit_id: z.uuid(),
  /** What was agreed; once the work is done, what it comes to by its hours. Null for a hired driver, as the one below. */
  total_pence: z.int().nullable(),
  /** Null until the hours are confirmed. */
  final_pence: z.int().nullable(),
  /** What is left after the platform's commission and its VAT; null for a hired driver. */
  you_keep_pence: z.int().nullable(),
  payment_method: paymentMethod,
  /** Null if it is paid by card, or by transfer to the company's bank. */
  cash_to_take_pence: z.int().nullable(),
  is_by_transfer: z.boolean(),
  start_at: z.iso.datetime(),
  end_at: z.iso.datetime(),
  respond_by: z.iso.datetime().nullable(),
  /** The driver was asked to confirm once more, and until when; null if not, or answered. */
  reconfirm_by: z.iso.datetime().nullable(),
  /** The other time that was offered to the customer of a new booking, and until when they can say yes; null if none is open. */
  offered_time: z
    .object({
      new_start_at: z.iso.datetime(),
      expires_at: z.iso.datetime(),
      /** Names the offer that was read, for withdrawing it. */
      change_id: z.uuid(),
      version: z.int(),
    })
    .nullable(),
  route_points: z.array(
    z.object({
      number: z.int(),
      outcode: z.string(),
      place: z.string(),
      stairs: z.int(),
      /** Null until it is confirmed, as everything below. */
      postcode: z.string().nullable(),
      address: z.string().nullable(),
      flat_and_house: z.string().nullable(),
      contact_name: z.string().nullable(),
      contact_number: z.string().nullable(),
    }),
  ),
  /** Which of the booking’s vans this unit is, of how many; van 1 leads, whose name is here. Null where no other comes. */
  part: z.object({ van: z.int(), vans: z.int(), lead_name: z.string() }).nullable(),
  van_category: vanCategory,
  need_tail_lift: z.boolean(),
  man_power: helpLevel,
  /** metres */
  distance: z.int(),
  estimated: z.boolean(),
  total_time: z.string(),
  trips: z.int(),
  breaks_time: z.string(),
  declared_waiting: z.string(),
  /** Their notes are for who comes: null until it is confirmed. */
  items: z.array(bookedItem),
  load: z.object({ pieces: z.int(), weight_kg: z.number(), volume_m3: z.number() }),
  /** What their van takes; null without a van. */
  van: z.object({ payload_kg: z.int(), volume_m3: z.number() }).nullable(),
  /** Null until it is confirmed. */
  customer: z.object({ first_name: z.string(), phone: z.string().nullable() }).nullable(),
  customer_note: z.string().nullable(),
  photos_id: z.string().nullable(),
  /** Why they gave it back; `canceled_by_customer` of one that is confirmed: they said so, and the customer has not answered. */
  reason: z.string().nullable(),
  /** Latest message of the thread; null before the first, and for a job that is not this unit’s. */
  last_message: lastMessage.nullable(),
  /** Status of the customer's claim for damage or loss; only for the owner. */
  claim_status: z.enum(CLAIM_STATUSES).nullable(),
  allowed_actions: z.array(z.enum(ACTIONS)),
  /** What follows if they give it back; null if they cannot. */
  if_rejected: z
    .object({
      /** Every other driver who can do it, at the same price; otherwise the booking is over. */
      others_are_asked: z.boolean(),
      /** Giving it back later than this costs `owed_pence`; null while it is not confirmed. */
      owes_from: z.iso.datetime().nullable(),
      /** Owed to the customer then; null for a hired driver. */
      owed_pence: z.int().nullable(),
    })
    .nullable(),
})
nameShape('DriverBooking', driverBooking)

const params = z.object({ id: z.uuid() })
const access = ['driver', 'hired'] as const

/** A job that can be taken or confirmed, with what it is worth to this van; null if it is not known where it starts from. */
const offeredJob = driverBooking.extend({
  worth: z
    .object({
      /** When the driver sets off: from the job before it on that day, else from the base. */
      out_at: z.iso.datetime(),
      minutes_to: z.int(),
      /** Minutes of driving after it: to the next job of that day, else home to the base. */
      minutes_after: z.int(),
      back_at: z.iso.datetime(),
      on_to: z.enum(['home', 'job']),
      /** Both drives and the time booked. */
      door_to_door_minutes: z.int(),
      /** `you_keep_pence` by the hour from door to door; null for a hired driver. */
      pence_per_hour: z.int().nullable(),
      /** What else the van has on that day, earliest first. */
      other_jobs: z.array(
        z.object({ start_at: z.iso.datetime(), end_at: z.iso.datetime(), from: z.string(), to: z.string() }),
      ),
    })
    .nullable(),
})
nameShape('OfferedJob', offeredJob)

/** What taking it means for this van. */
const hotBooking = offeredJob.extend({
  hot: z.object({
    /** When it became hot; with `closes_at`, how much of its time is left. */
    opened_at: z.iso.datetime().nullable(),
    /** Time after which the job can no longer be taken. */
    closes_at: z.iso.datetime(),
    /** Units that were told of it. */
    seen_by: z.int(),
    /** Vans, days and people as booked; the unit leads its company's, which are held together. Null: this van alone. */
    plan: planSize.nullable(),
    /** How far the pick-up is from the job before it on that day, else from the base; null if neither is known. */
    from: z
      .object({
        kind: z.enum(['job', 'base']),
        place: z.string(),
        until: z.iso.datetime().nullable(),
        /** metres, by the drive model */
        distance: z.int(),
      })
      .nullable(),
    /** Minutes of driving to the pick-up, and from the drop-off to the base; each null where it is not known. */
    minutes_to: z.int().nullable(),
    home: z.object({ distance: z.int(), minutes: z.int() }).nullable(),
    /** The job after it on that day, and the minutes to spare after the drive there. */
    to: z.object({ place: z.string(), starts_at: z.iso.datetime(), spare_minutes: z.int() }).nullable(),
  }),
})

export const listHotJobs = endpoint({
  id: 'listHotJobs',
  method: 'GET',
  path: '/booking/working-unit/{id}/hot-jobs/',
  summary: 'Jobs without a driver that this unit can do, at the price agreed with the customer; soonest first',
  access,
  params,
  query: z.object({
    ...keyPageQuery,
    day: z.enum(HOT_DAYS).optional(),
    within_miles: z.coerce.number().int().min(1).max(500).optional(),
    min_pence: z.coerce.number().int().min(0).max(100_000_000).optional(),
    payment_method: paymentMethod.optional(),
  }),
  answer: keyPageOf(hotBooking).extend({
    /** Counts of all jobs that fit, before any filter; `near` is within five miles. */
    counts: z.object({ all: z.int(), today: z.int(), later: z.int(), near: z.int(), cash: z.int() }),
  }),
})

export const listNewBookings = endpoint({
  id: 'listNewBookings',
  method: 'GET',
  path: '/booking/working-unit/{id}/new-bookings/',
  summary: 'Jobs that wait for this unit’s answer',
  access,
  params,
  query: z.object(keyPageQuery),
  answer: keyPageOf(offeredJob),
})

export const listConfirmedBookings = endpoint({
  id: 'listConfirmedBookings',
  method: 'GET',
  path: '/booking/working-unit/{id}/confirmed-bookings/',
  summary: 'Jobs that this unit has confirmed or is doing',
  access,
  params,
  query: z.object(keyPageQuery),
  answer: keyPageOf(driverBooking),
})

export const listUnitPastBookings = endpoint({
  id: 'listUnitPastBookings',
  method: 'GET',
  path: '/booking/working-unit/{id}/past-bookings/',
  summary: 'Jobs of this unit that are over, and those that it handed back or didn’t answer; latest first',
  access,
  params,
  query: z.object({ ...keyPageQuery, status: z.enum(PAST).optional() }),
  answer: keyPageOf(driverBooking),
})

/** Count as in the lists: up to 10,000. */
const counted = z.object({ count: z.int(), count_is_minimum: z.boolean() })

export const getJobCounts = endpoint({
  id: 'getJobCounts',
  method: 'GET',
  path: '/booking/working-unit/{id}/job-counts/',
  summary: 'How many hot jobs this unit can do, how many jobs wait for its answer, and how many it has confirmed',
  access,
  params,
  query: z.object({
    /** A list that is shown beside them and says its own count. */
    without: z.literal('hot-jobs').optional(),
  }),
  answer: z.object({
    /** Null without them. */
    hot_jobs: counted.nullable(),
    new_bookings: counted,
    confirmed_bookings: counted,
  }),
})

export const getDriverBooking = endpoint({
  id: 'getDriverBooking',
  method: 'GET',
  path: '/booking/working-unit/{id}/jobs/{booking_id}/',
  summary: 'One job of this unit, or a hot one that it can do',
  access,
  params: z.object({ id: z.uuid(), booking_id: z.uuid() }),
  answer: driverBooking,
})

/** Counts for the badge beside the user's name. Each is 0 where it does not concern them. */
const waitingCounts = z.object({
  /** New bookings to confirm or reject. */
  jobs_to_answer: z.int(),
  /** Jobs that the driver is asked to reconfirm. */
  reconfirmations: z.int(),
  /** Conversations with something unread. */
  unread_messages: z.int(),
  /** Changes that the other side proposed. */
  changes_proposed: z.int(),
  total: z.int(),
})
nameShape('WaitingCounts', waitingCounts)

export const getWaiting = endpoint({
  id: 'getWaiting',
  method: 'GET',
  path: '/users/waiting/',
  summary: 'What waits for an answer of the user who is logged in',
  access: ['customer', 'driver', 'hired'],
  answer: waitingCounts,
})

/** Printable job sheet for the dashboard: the facts a driver needs without signal. */

export const getJobSheet = endpoint({
  id: 'getJobSheet',
  method: 'GET',
  path: '/booking/{id}/job-sheet/',
  summary:
    'A confirmed job with its addresses, times and what to take, to the unit that does it; a hired driver sees no price',
  access: ['driver', 'hired'],
  params: z.object({ id: z.uuid() }),
  /** The van, of a booking of several; the first of the caller’s that comes unless it is named. */
  query: z.object({ working_unit_id: z.uuid().optional() }),
  answer: z.object({
    job: driverBooking,
    registration: z.string(),
    /** The parts of the total time. */
    times: z.object({
      load_unload_time: duration,
      stairs_time: duration,
      stops_time: duration,
      assembling_time: duration,
      disassembling_time: duration,
      travel_time: duration,
    }),
    /** Null for a hired driver. */
    ceiling_pence: z.int().nullable(),
    /** Null for a hired driver. */
    waiting: waiting.nullable(),
    /** First names of who comes. */
    crew: z.array(z.string()),
  }),
})
