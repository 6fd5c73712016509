import { z } from 'zod'
import { NOT_A_PLACE_MESSAGE, notAPlace } from '#modules/geo/rules.ts'
import { parseEmail } from '#shared/email.ts'
import { mapped } from '#shared/records.ts'
import { parsePhone, phoneHint } from '#shared/phone.ts'
import { nameShape } from '#shared/schemas.ts'
import { normalisePlace } from '#shared/uk-postcode.ts'
import type { Camel } from '#shared/wire.ts'
import { STOP_TEXTS } from './rules.ts'

/** A stop of a move: as asked for a price, as completed when booking, and as booked. */

/** Whole, or an outward code: then the price is approximate, and cannot be booked. */
const postcode = z
  .string({ error: 'Enter a postcode, such as E17 4QH.' })
  .max(16, NOT_A_PLACE_MESSAGE)
  .refine((given) => normalisePlace(given) !== null, { error: ({ input }) => notAPlace(String(input)) })
  .transform((given) => normalisePlace(given) ?? given)
const day = z.iso.date({ error: 'Enter a date as YYYY-MM-DD.' })
const time = z
  .string({ error: 'Enter a time as HH:MM.' })
  .regex(/^([01]\d|2[0-3]):(00|30)(:00)?$/, 'Choose a time on the hour or half hour.')
const emailHint = 'Enter an email address, such as jo@example.com.'
/** A contact number for the day, in any spelling, normalised to `+` and digits (spec §5). Blank means none. */
const phone = z
  .string()
  .max(40, phoneHint)
  .transform((given, context) => {
    const parsed = parsePhone(given)
    if (parsed === null && given.trim() !== '') context.addIssue({ code: 'custom', message: phoneHint })
    return parsed
  })
/** The email address of the person being moved, if another person books. Blank means none. */
const customerEmail = z
  .string()
  .max(254, emailHint)
  .transform((given, context) => {
    const parsed = parseEmail(given)
    if (parsed === null && given.trim() !== '') context.addIssue({ code: 'custom', message: emailHint })
    return parsed
  })
const text = (length: number) => z.string().trim().max(length, `Keep this under ${length} characters.`)

const address = z.strictObject({
  location: z.strictObject({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }).nullish(),
  city: text(120).nullish(),
  formatted_address: text(300).nullish(),
  postcode: z.string().max(16).nullish(),
  place_id: text(300).nullish(),
})

export const routePoint = z.strictObject({
  number: z.int().min(0).max(9),
  postcode,
  stairs: z.int('Choose the stairs.').min(0).max(9),
  address: address.nullish(),
  ...mapped(STOP_TEXTS, (length) => text(length).nullish()),
  contact_number: phone.nullish(),
  delivery_contact_same_as_pick_up: z.boolean().nullish(),
  date: day.nullish(),
  /** London clock time. A time that the spring change skips is refused; an hour that autumn repeats means the first. */
  time: time.nullish(),
  /** Pick-up only: this address is notified of the booking too. */
  customer_email: customerEmail.nullish(),
})
nameShape('RoutePoint', routePoint)
export type AskedPoint = Camel<z.output<typeof routePoint>>
export type AskedAddress = Camel<z.output<typeof address>>

/** What may still be completed when booking: address text, flat and contacts. Any other difference is `requote`. */
export const completedPoint = routePoint.extend({
  postcode: z.string().max(16).nullish(),
  stairs: routePoint.shape.stairs.nullish(),
  date: z.string().max(10).nullish(),
  time: z.string().max(8).nullish(),
})
export type CompletedPoint = Camel<z.output<typeof completedPoint>>

export const bookedPoint = z.object({
  number: z.int(),
  postcode: z.string(),
  place: z.string(),
  stairs: z.int(),
  formatted_address: z.string().nullable(),
  /** Address as sent; null if none was. */
  address: z
    .object({
      location: z.object({ lat: z.number(), lng: z.number() }).nullable(),
      city: z.string().nullable(),
      formatted_address: z.string().nullable(),
      postcode: z.string().nullable(),
      place_id: z.string().nullable(),
    })
    .nullable(),
  ...mapped(STOP_TEXTS, () => z.string().nullable()),
  contact_number: z.string().nullable(),
  delivery_contact_same_as_pick_up: z.boolean(),
  /** Pick-up only: address that is notified too, if the booker is another person. */
  customer_email: z.string().nullable(),
})
