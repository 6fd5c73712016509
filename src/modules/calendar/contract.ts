import { z } from 'zod'
import { bookingsHeld } from '#modules/fleet/contract.ts'
import { HELD, HELP_LEVELS, VAN_CATEGORIES } from '#modules/fleet/rules.ts'
import { businessDay, vacation } from '#modules/fleet/units/contract.ts'
import { endpoint, file } from '#shared/endpoint.ts'
import { isRealDay } from '#shared/local-time.ts'
import { keyed } from '#shared/records.ts'
import { nameShape } from '#shared/schemas.ts'
import { MOST_AVAILABILITY_DAYS, MOST_WEEK_DAYS } from './hours/rules.ts'
import { HOUR_KEYS } from './rules.ts'

/** A unit's calendar: working hours, hours and days taken off, and its bookings (spec §3 to §5; decisions, "Shapes that are fixed"). */

const unitId = z.object({ id: z.uuid() })
const time = z.string().max(8, 'Enter a time as HH:MM.').nullish()
const unreal = 'Enter a date as YYYY-MM-DD.'
const day = z.iso.date({ error: unreal, abort: true }).refine(isRealDay, unreal)

const hourFlags = <Field extends z.ZodType>(field: Field) => keyed(HOUR_KEYS, () => field)

export const availabilityDay = z.object({
  id: z.uuid(),
  day_of_week: z.iso.date(),
  is_available: z.boolean(),
  ...hourFlags(z.boolean()),
  /** Hours of a day off before it was marked, all 24, which come back when it is worked again. */
  hours_when_worked: z.array(z.boolean()).length(24).nullable(),
})
nameShape('AvailabilityDay', availabilityDay)

export const calendarBooking = z.object({
  id: z.uuid(),
  status: z.enum(HELD),
  start_at: z.iso.datetime(),
  end_at: z.iso.datetime(),
  /** The towns of the two ends. */
  from: z.string(),
  to: z.string(),
  /** Null for a hired driver, who sees no prices. */
  total_pence: z.int().nullable(),
  /** New bookings only: the driver's time to answer. */
  respond_by: z.iso.datetime().nullable(),
})
nameShape('CalendarBooking', calendarBooking)

/** What a driver may know of a job before it is confirmed (decisions §5): outward codes, towns, stairs, load, times and price. */
export const weekBooking = calendarBooking.extend({
  from_outcode: z.string(),
  to_outcode: z.string(),
  /** 0 none, 1 to 8 flights, 9 a lift. */
  from_stairs: z.int(),
  to_stairs: z.int(),
  /** The number of stops between the two ends. */
  stops: z.int(),
  /** The number of items. */
  items: z.int(),
  /** Load by the catalogue; absent if it was described in words only. */
  load: z.object({
    weight_kg: z.int(),
    volume_m3: z.number(),
    /** How often the van goes full from the pick-up to the drop-off. */
    trips: z.int(),
  }),
  van_category: z.enum(VAN_CATEGORIES),
  man_power: z.enum(HELP_LEVELS),
  payment_method: z.enum(['cash', 'card']),
  is_by_transfer: z.boolean(),
  /** Cash due from the customer on the day; null while the job is not confirmed, and for card payment. */
  cash_to_take_pence: z.int().nullable(),
  /** How often the van goes full; `end_at` is after the last trip, breaks included. */
  trips: z.int(),
  total_time: z.string(),
  /** Waiting that the customer expects: held after `end_at`. */
  declared_waiting: z.string(),
})

/** The specification's provider calendar data, and what the week view needs. */
export const providerCalendar = z.object({
  schedule: z.array(businessDay),
  availability: z.array(availabilityDay),
  vacations: z.array(vacation),
  /** Each requested day with its 24 hours: true if jobs can be done, ignoring bookings. */
  days: z.array(z.object({ date: z.iso.date(), hours: z.array(z.boolean()).length(24) })),
  bookings: z.array(weekBooking),
  /** The first day for which the unit is not offered because a document has expired by then; null if none expires, or one has already. */
  documents_until: z.iso.date().nullable(),
  /** What the unit's van takes, to hold the loads against: its approved payload, else the low end of its category. */
  van: z.object({ payload_kg: z.int(), volume_m3: z.number() }).nullable(),
})
nameShape('ProviderCalendar', providerCalendar)

export const getSchedule = endpoint({
  id: 'getSchedule',
  method: 'GET',
  path: '/company/working-unit/{id}/schedule/',
  summary: 'A unit’s calendar: this week, or so many days from a day on',
  access: ['driver', 'hired'],
  params: unitId,
  query: z.object({
    from: day.optional(),
    days: z.coerce.number().int().min(1).max(MOST_WEEK_DAYS).default(7),
  }),
  answer: providerCalendar,
})

export const workingDay = z.strictObject({
  /** "1" is Monday to "6" Saturday; "0" and "7" are Sunday. If none is sent, the first entry is Monday, the next Tuesday, and so on. */
  day_of_week: z.union([z.string().max(1), z.int().min(0).max(7)]).nullish(),
  /** HH:MM or HH:MM:SS. */
  start_time: time,
  /** "24:00" and "23:59:59" are midnight at the end of the day. */
  end_time: time,
  day_off: z.boolean().default(false),
})

const workingHours = z
  .array(workingDay.extend({ working_unit: z.uuid().nullish() }))
  .min(1, 'Send at least one day.')
  .max(7, 'A week has seven days.')

const savedCalendar = providerCalendar.extend({
  /** Upcoming bookings outside the new hours: they stay and still have to be done. */
  bookings_outside: z.array(calendarBooking),
})

export const saveSchedule = endpoint({
  id: 'saveSchedule',
  method: 'PUT',
  path: '/company/working-unit/{id}/schedule/',
  summary: 'Set the working hours of the week; a day that is not named is a day off',
  access: ['driver'],
  params: unitId,
  body: workingHours,
  bodyName: 'workingHours',
  answer: savedCalendar,
})

export const createSchedule = endpoint({
  ...saveSchedule,
  id: 'createSchedule',
  method: 'POST',
  status: 201,
  idempotent: true,
})

const availabilityEntry = z.strictObject({
  id: z.uuid().nullish(),
  /** The day, as YYYY-MM-DD. */
  day_of_week: day,
  /** False takes the whole day off. */
  is_available: z.boolean().default(true),
  ...hourFlags(z.boolean().default(true)),
})

export const saveAvailability = endpoint({
  id: 'saveAvailability',
  method: 'PUT',
  path: '/company/working-unit/{id}/availability/',
  summary: 'Hours of single days that are, or are no longer, available: one day or a list',
  access: ['driver'],
  params: unitId,
  body: z.union([
    availabilityEntry,
    z
      .array(availabilityEntry)
      .min(1, 'Send at least one day.')
      .max(MOST_AVAILABILITY_DAYS, `At most ${MOST_AVAILABILITY_DAYS} days at once.`),
  ]),
  answer: z.array(availabilityDay),
})

export const createAvailability = endpoint({
  ...saveAvailability,
  id: 'createAvailability',
  method: 'POST',
  status: 201,
  idempotent: true,
})

export const addVacation = endpoint({
  id: 'addVacation',
  method: 'POST',
  path: '/company/working-unit/{id}/vacation/',
  summary: 'Days off, the first and the last included; vacations that touch become one',
  access: ['driver'],
  params: unitId,
  body: z.strictObject({ start_time: day, end_time: day }),
  status: 201,
  answer: vacation,
  refusals: [bookingsHeld],
  idempotent: true,
})

export const removeVacation = endpoint({
  id: 'removeVacation',
  method: 'DELETE',
  path: '/company/working-unit/{id}/vacation/{vacation_id}/',
  summary: 'Delete a vacation',
  access: ['driver'],
  params: z.object({ id: z.uuid(), vacation_id: z.uuid() }),
  status: 204,
  answer: z.undefined(),
})

const feed = z.object({
  /** Anybody with this address can see the unit's calendar. Null if there is none. */
  url: z.string().nullable(),
  changed_at: z.iso.datetime().nullable(),
})

export const getCalendarFeed = endpoint({
  id: 'getCalendarFeed',
  method: 'GET',
  path: '/company/working-unit/{id}/calendar-feed/',
  summary: 'The private address under which calendar apps read this unit’s bookings',
  access: ['driver'],
  params: unitId,
  answer: feed,
})

export const renewCalendarFeed = endpoint({
  id: 'renewCalendarFeed',
  method: 'POST',
  path: '/company/working-unit/{id}/calendar-feed/',
  summary: 'A new private address; the one before stops working',
  access: ['driver'],
  params: unitId,
  body: z.strictObject({}).nullish(),
  status: 201,
  answer: feed,
  keyless: 'the answer is a secret, which is written down nowhere; the address asked for last is the one that works.',
})

export const revokeCalendarFeed = endpoint({
  id: 'revokeCalendarFeed',
  method: 'DELETE',
  path: '/company/working-unit/{id}/calendar-feed/',
  summary: 'Delete the private feed address',
  access: ['driver'],
  params: unitId,
  status: 204,
  answer: z.undefined(),
})

export const readCalendarFeed = endpoint({
  id: 'readCalendarFeed',
  method: 'GET',
  path: '/calendar/{token}/',
  summary: 'Get a unit’s bookings and vacations as iCalendar, by its private address',
  access: 'public',
  isSecret: true,
  params: z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{20,100}$/) }),
  answer: file('text/calendar'),
  limit: { name: 'calendar-feed', per: 'address', count: 120, seconds: 3600 },
})
