import { z } from 'zod'
import { postcodeField } from '#modules/geo/contract.ts'
import { eventChanges, eventSettings } from '#modules/notifications/contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { nameShape } from '#shared/schemas.ts'
import { parseCompanyNumber, parseTaxNumber, parseVatNumber } from '#shared/trader.ts'
import { COMPANY_EVENTS, MARK_COLOURS, PAYMENT_METHODS, plainText } from './rules.ts'

/** The driver's company (spec §7 Company). It exists from the driver's first request; `{id}` must be the caller's own. */

/** A single line of text. */
export const line = (most: number) =>
  z
    .string({ error: 'Required' })
    .max(most * 2, `Keep this under ${most} characters.`)
    .transform((text) => plainText(text))
    .pipe(z.string().min(1, 'Required').max(most, `Keep this under ${most} characters.`))

/** Text that may have several lines. */
export const multilineText = (most: number) =>
  z
    .string({ error: 'Required' })
    .max(most * 2, `Keep this under ${most} characters.`)
    .transform((text) => plainText(text, true))
    .pipe(z.string().max(most, `Keep this under ${most} characters.`))

export const checked = (parse: (text: string) => string | null, most: number, hint: string) =>
  z
    .string()
    .max(most, hint)
    .transform((text, context) => {
      const parsed = parse(text)
      if (parsed !== null) return parsed
      context.addIssue({ code: 'custom', message: hint })
      return z.NEVER
    })

export const markColour = z.enum(MARK_COLOURS)
export const paymentMethods = z
  .array(z.enum(PAYMENT_METHODS))
  .min(1, 'Take cash, card or both.')
  .max(PAYMENT_METHODS.length)
  .refine((methods) => new Set(methods).size === methods.length, 'List each payment method once.')

/** Highest amounts for the whole move and for one item; `source` is how we know. */
export const cover = z.object({
  total_pence: z.int(),
  per_item_pence: z.int(),
  source: z.enum(['policy', 'minimum']),
})
nameShape('Cover', cover)

/** Who a company is in law. Without a number it is a sole trader or a partnership. */
export const trader = z.object({
  name: z.string(),
  company_number: z.string().nullable(),
})
nameShape('Trader', trader)

export const companyId = z.object({ id: z.uuid() })

export const company = z.object({
  id: z.uuid(),
  name: z.string(),
  legal_name: z.string().nullable(),
  /** Number at Companies House; null for a sole trader. */
  company_number: z.string().nullable(),
  registered_address: z.string().nullable(),
  /** Number for the yearly report to HMRC: a Unique Taxpayer Reference, or a person's National Insurance number. */
  tax_number: z.string().nullable(),
  /** Date of birth for the same report; only needed without a company number. */
  date_of_birth: z.iso.date().nullable(),
  /** Number of the hire-and-reward policy. */
  insurance_number: z.string().nullable(),
  base_postcode: z.string().nullable(),
  base_place: z.string(),
  logo_url: z.string().nullable(),
  mark_colour: markColour,
  payment_methods: z.array(z.enum(PAYMENT_METHODS)),
  /** Customers of confirmed bookings see the company's number instead of the driver's. */
  gives_company_phone: z.boolean(),
  /** Small changes of a confirmed booking are done at once if the calendar allows them. */
  changes_at_once: z.boolean(),
  vat_registered_from: z.iso.date().nullable(),
  vat_number: z.string().nullable(),
  commission_percent: z.number(),
  rating: z.number().nullable(),
  reviews_count: z.int(),
})

export const getCompany = endpoint({
  id: 'getCompany',
  method: 'GET',
  path: '/company/',
  summary: 'The driver’s company',
  access: ['driver'],
  answer: company,
})

export const updateCompany = endpoint({
  id: 'updateCompany',
  method: 'PUT',
  path: '/company/',
  summary: 'Change the company; what is not sent stays as it is',
  access: ['driver'],
  body: z.strictObject({
    name: line(120).optional(),
    legal_name: line(160).nullish(),
    company_number: checked(
      parseCompanyNumber,
      12,
      'Enter the eight-character Companies House number, such as 12345678.',
    ).nullish(),
    registered_address: multilineText(400).nullish(),
    tax_number: checked(
      parseTaxNumber,
      20,
      'Enter a National Insurance number, such as AB123456C, or the ten digits of your Unique Taxpayer Reference.',
    ).nullish(),
    date_of_birth: z.iso.date({ error: 'Enter a date as YYYY-MM-DD.' }).nullish(),
    insurance_number: line(40)
      .pipe(z.string().min(4, 'Enter the policy number as shown on the certificate.'))
      .nullish(),
    base_postcode: postcodeField.nullish(),
    mark_colour: markColour.optional(),
    payment_methods: paymentMethods.optional(),
    gives_company_phone: z.boolean().optional(),
    changes_at_once: z.boolean().optional(),
    vat_registered_from: z.iso.date({ error: 'Enter a date as YYYY-MM-DD.' }).nullish(),
    vat_number: checked(parseVatNumber, 20, 'Enter a UK VAT number, such as GB123456782.').nullish(),
  }),
  answer: company,
})

export const photo = z.object({
  id: z.uuid(),
  url: z.string(),
  caption: z.string(),
  width: z.int(),
  height: z.int(),
})
nameShape('CompanyPhoto', photo)

export const getCompanyProfile = endpoint({
  id: 'getCompanyProfile',
  method: 'GET',
  path: '/company/{id}/company-profile/',
  summary: 'A company as customers see it',
  access: ['customer', 'driver', 'admin'],
  staff: 'everyone',
  params: companyId,
  answer: z.object({
    id: z.uuid(),
    name: z.string(),
    description: z.string(),
    logo_url: z.string().nullable(),
    mark_colour: markColour,
    base_place: z.string(),
    payment_methods: z.array(z.enum(PAYMENT_METHODS)),
    is_vat_registered: z.boolean(),
    rating: z.number().nullable(),
    reviews_count: z.int(),
    member_since: z.iso.date(),
    photos: z.array(photo),
  }),
})

/**
 * Messages that a company receives, by event and channel. Those about its bank account and logins are always emailed.
 */

const settings = eventSettings(COMPANY_EVENTS)

export const getNotificationSettings = endpoint({
  id: 'getNotificationSettings',
  method: 'GET',
  path: '/company/working-unit/notification-settings/',
  summary: 'Get the company’s notification settings by event and channel',
  access: ['driver'],
  answer: settings,
})

export const saveNotificationSettings = endpoint({
  id: 'saveNotificationSettings',
  method: 'POST',
  path: '/company/working-unit/notification-settings/',
  summary: 'Choose by event and channel; what is not sent stays as it is',
  access: ['driver'],
  body: eventChanges(COMPANY_EVENTS),
  answer: settings,
})

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
