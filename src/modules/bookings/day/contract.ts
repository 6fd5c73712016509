import { z } from 'zod'
import { priceLine } from '#modules/quoting/contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { nameShape } from '#shared/schemas.ts'
import { bookingStatus, getSharedBooking } from '../contract.ts'
import { driverBooking } from '../lists/contract.ts'
import { ACTIONS } from '../rules.ts'
import { correction } from './hours/corrections-contract.ts'
import {
  CASH_STATES,
  CLOCK_STATES,
  ENTRY_KINDS,
  ENTRY_WHO,
  HOURS_BY,
  HOURS_STATES,
  PAUSE_REASONS,
  PHOTO_STAGES,
} from './rules.ts'

/** The moving day as each side sees it: one clock, what has happened, what is loaded. What is done is in the folders beside. */

export const clock = z.object({
  state: z.enum(CLOCK_STATES),
  set_off_at: z.iso.datetime().nullable(),
  started_at: z.iso.datetime().nullable(),
  /** Start and reason of the current pause; null while the clock runs. */
  paused_at: z.iso.datetime().nullable(),
  pause_reason: z.enum(PAUSE_REASONS).nullable(),
  finished_at: z.iso.datetime().nullable(),
  /** When the hours begin to count: a start before the agreed one is free unless the customer has agreed to it. Null before the start. */
  billed_from: z.iso.datetime().nullable(),
  /** It began long enough before the agreed start to cost something, goes on, and the customer can still agree that this counts. */
  may_agree_to_start: z.boolean(),
  /**
   * Seconds of ended pauses since then: for the customer (keys, access), and the company's own. The current one is
   * counted from `paused_at`.
   */
  waited_seconds: z.int(),
  paused_seconds: z.int(),
  /** "Running late": when they said they would come. */
  late_eta: z.iso.datetime().nullable(),
  /** When its van is likely there, as its customer was told: the job before runs long. Null once it has begun, or where it is on time. */
  likely_start_at: z.iso.datetime().nullable(),
  /** The server's time of this answer; a page counts on from here. */
  as_of: z.iso.datetime(),
  /** Minutes that the price was agreed for. */
  agreed_minutes: z.int(),
})
nameShape('DayClock', clock)

const happened = z.object({
  seq: z.int(),
  kind: z.enum(ENTRY_KINDS),
  who: z.enum(ENTRY_WHO),
  /** Our time, and the phone's within its bounds. */
  at: z.iso.datetime(),
  happened_at: z.iso.datetime(),
  /** The time to which both sides corrected it, which counts instead; null if they did not. */
  corrected_to: z.iso.datetime().nullable(),
  /** The phone's time was more than five minutes away from ours. */
  is_shifted: z.boolean(),
  /** The action was made on a job that had changed; the office decides what counts. */
  is_conflict: z.boolean(),
  /** Stop of an arrival; null for other entries, or if it is erased. */
  stop: z.int().nullable(),
  /** The van that was sent home, likewise. */
  van: z.int().nullable(),
})

/** A stop that the van has reached, by the number of its route point. */
const arrival = z.object({ stop: z.int(), at: z.iso.datetime() })
nameShape('DayArrival', arrival)

/** The stops still ahead, and when the van is likely there: by the work that was booked, and by the real clock once it runs. */
const likelyArrivals = z.array(
  arrival.extend({
    /** Minutes that are still to come whenever this is read: it is never there before now and these. Null once it may have left. */
    away_minutes: z.int().nullable(),
  }),
)

export const dayEvent = happened.extend({
  /** First name of the person who did it; null if a deadline did, or if it is erased. */
  name: z.string().nullable(),
  reason: z.enum(PAUSE_REASONS).nullable(),
  note: z.string().nullable(),
  new_eta: z.iso.datetime().nullable(),
  /** Item that was ticked off or unticked. */
  item: z.string().nullable(),
  loaded: z.boolean().nullable(),
  /** Paid in cash, of what was to be taken then. */
  taken_pence: z.int().nullable(),
  /** Proposed and previous time of a corrected entry. */
  proposed_at: z.iso.datetime().nullable(),
  counted_at: z.iso.datetime().nullable(),
  /** “They’re here”, pressed with the customer’s link on a device or network of the company: it proves nothing. */
  is_from_mover: z.boolean(),
})
nameShape('DayEvent', dayEvent)

export const hours = z.object({
  state: z.enum(HOURS_STATES),
  /** Silence until then confirms them; null while it is not finished, or once they are confirmed. */
  confirm_by: z.iso.datetime().nullable(),
  confirmed_by: z.enum(HOURS_BY).nullable(),
  /** Minutes worked and minutes waited for the customer, by the clock. */
  worked_minutes: z.int(),
  waited_minutes: z.int(),
  /** Minutes and price as booked; with the agreed changes they make the total. */
  booked_minutes: z.int(),
  booked_pence: z.int(),
  change_lines: z.array(priceLine),
  /** Time over and waiting, as charged: within the ceiling. */
  lines: z.array(priceLine),
  total_pence: z.int(),
  /** Null once the hours are confirmed. */
  ceiling_pence: z.int().nullable(),
  /** The most that waiting can cost: what the time over leaves of it under the ceiling. */
  waiting_room_pence: z.int(),
  /** What is or would be owed by this clock. */
  to_pay_pence: z.int(),
  /** Null until the hours are confirmed. */
  final_pence: z.int().nullable(),
})
nameShape('DayHours', hours)

/** What was paid in cash, as the driver said it or the office decided. */
export const cash = z.object({
  state: z.enum(CASH_STATES),
  paid: z.enum(['full', 'less', 'none']),
  taken_pence: z.int(),
  /** What there is to take by this clock. */
  due_pence: z.int(),
  /** Why it was less; null where it is not, or erased. */
  reason: z.string().nullable(),
  at: z.iso.datetime(),
})
nameShape('DayCash', cash)

export const dayPhoto = z.object({
  id: z.uuid(),
  stage: z.enum(PHOTO_STAGES),
  url: z.string(),
  /** SHA-256 of the file at `url`, in hexadecimal; the record holds it too. */
  sha256: z.string(),
  at: z.iso.datetime(),
})
nameShape('DayPhoto', dayPhoto)

const item = z.object({ index: z.int(), name: z.string(), amount: z.int(), loaded: z.boolean() })

const common = z.object({
  booking_id: z.uuid(),
  status: bookingStatus,
  start_at: z.iso.datetime(),
  end_at: z.iso.datetime(),
  clock,
  events: z.array(dayEvent),
  items: z.array(item),
  /** The vans of a plan, the lead first, and when it sent each home; empty for any other booking. */
  vans: z.array(z.object({ van: z.int(), name: z.string(), done_at: z.iso.datetime().nullable() })),
  arrivals: z.array(arrival),
  likely_arrivals: likelyArrivals,
  /** Null until the driver has said it, and where nothing is paid in cash. */
  cash: cash.nullable(),
  photos: z.array(dayPhoto),
  /** Times that one side has proposed and the other has not answered. */
  corrections: z.array(correction),
  may_correct_times: z.boolean(),
  allowed_actions: z.array(z.enum(ACTIONS)),
})

export const day = common.extend({
  hours,
  /** The company is more than half an hour late: cancelling is free and counts as theirs. */
  may_cancel_free: z.boolean(),
  /** They paid another amount in cash than the driver says. */
  may_dispute_cash: z.boolean(),
  /** With it this browser can agree to a change without signal (`signed` of a proposal); null once the job is over. */
  consent_key: z.string().nullable(),
  /** Position of the van, if the driver agreed, from "on the way" to its arrival. */
  position: z.object({ lat: z.number(), lng: z.number(), at: z.iso.datetime() }).nullable(),
  /** When it comes, by its position or as the driver said. */
  eta: z.iso.datetime().nullable(),
})
nameShape('Day', day)

/** When to leave for the pick-up, by the drive times that the search counts with. */
const leave = z.object({
  by: z.iso.datetime(),
  drive_minutes: z.int(),
  /** Origin: the previous job of that day, or the base. */
  from: z.enum(['job', 'base']),
  place: z.string(),
})

export const driverDay = common.extend({
  working_unit_id: z.uuid(),
  /** Null for a hired driver. */
  hours: hours.nullable(),
  hours_state: z.enum(HOURS_STATES),
  shares_position: z.boolean(),
  /** Null if neither a job before it nor the base is known. */
  leave: leave.nullable(),
  /** What waiting costs, by the rule of the bill; null where it costs nothing. */
  waiting: z
    .object({
      free_minutes: z.int(),
      /** Null for a hired driver, as the other. */
      half_hour_pence: z.int().nullable(),
      /** What is left for it under the ceiling. */
      room_pence: z.int().nullable(),
    })
    .nullable(),
  /** What the most that the customer pays has room for, with the waiting so far in it; null where time over costs nothing. */
  ceiling: z
    .object({
      /** Minutes of work that it pays for in all. */
      covered_minutes: z.int(),
      /** What time over can still cost, and costs by the half hour begun; null for a hired driver. */
      room_pence: z.int().nullable(),
      half_hour_pence: z.int().nullable(),
    })
    .nullable(),
  /** A change that waits for its answer, which it still gets once the job is finished. */
  open_change: z
    .object({
      awaits: z.enum(['mover', 'customer']),
      /** In words, as it was proposed. */
      what: z.string(),
      /** Null where it has no price yet, and for a hired driver. */
      amount_pence: z.int().nullable(),
    })
    .nullable(),
  /**
   * Null if it is paid by card, or by transfer to the company's bank; includes time over and waiting once it is
   * finished.
   */
  cash_to_take_pence: z.int().nullable(),
  /** Whether the cash payment can be recorded or corrected. */
  may_record_cash: z.boolean(),
})
nameShape('DriverDay', driverDay)

/** A day opened with the link alone: no names, texts, contacts or photos. */
export const sharedDay = z.object({
  status: bookingStatus,
  start_at: z.iso.datetime(),
  end_at: z.iso.datetime(),
  clock,
  events: z.array(happened),
  arrivals: z.array(arrival),
  likely_arrivals: likelyArrivals,
  /** Whether "They’re here" can be pressed. */
  may_say_arrived: z.boolean(),
})
nameShape('SharedDay', sharedDay)

export const getDay = endpoint({
  id: 'getDay',
  method: 'GET',
  path: '/booking/{id}/day/',
  summary: 'The moving day, to the booking’s customer',
  access: ['customer'],
  params: z.object({ id: z.uuid() }),
  answer: day,
})

export const getDriverDay = endpoint({
  id: 'getDriverDay',
  method: 'GET',
  path: '/booking/working-unit/{id}/jobs/{booking_id}/day/',
  summary: 'The moving day, to its driver',
  access: ['driver', 'hired'],
  params: z.object({ id: z.uuid(), booking_id: z.uuid() }),
  answer: driverDay,
})

export const getSharedDay = endpoint({
  id: 'getSharedDay',
  method: 'GET',
  path: '/booking/{hash}/unauthorized/day/',
  summary: 'Get the status, clock and events of the moving day by the booking’s link',
  access: 'public',
  isSecret: true,
  params: getSharedBooking.params,
  answer: sharedDay,
  limit: getSharedBooking.limit,
})

export const getMyDay = endpoint({
  id: 'getMyDay',
  method: 'GET',
  path: '/booking/working-unit/{id}/my-day/',
  summary: 'Everything about a unit’s jobs of one day, confirmed, running and done, for a phone without signal',
  access: ['driver', 'hired'],
  params: z.object({ id: z.uuid() }),
  query: z.object({ date: z.iso.date('Enter a day, such as 2026-11-20.').optional() }),
  answer: z.object({
    date: z.iso.date(),
    working_unit_id: z.uuid(),
    as_of: z.iso.datetime(),
    /** A job that began the day before and runs on is in it too. */
    jobs: z.array(driverBooking.extend({ day: driverDay })),
  }),
})
