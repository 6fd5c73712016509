import { z } from 'zod'
import { VAN_CATEGORIES } from '#modules/fleet/rules.ts'
import { VEHICLE_CLASSES } from '#modules/pricing/road-charges/rules.ts'
import { dayField } from '#shared/schemas.ts'
import { commonRefusals, endpoint, file, refusal } from '#shared/endpoint.ts'
import { PARTS } from './rules.ts'

/**
 * What the office sets from a day on: commission, road charges, tolls, and what cancelling costs. Nothing that has come into force is
 * ever changed: a change is a new row. One whose day has not come can be withdrawn. Each part has a version; a change that was made on
 * an older one is refused.
 */

const fromDay = dayField('Enter the first day as DD/MM/YYYY.')
const checkBy = dayField('Enter a day as DD/MM/YYYY.')
const version = z.int('Send the version that you last read.').min(0).max(2_147_483_647)
const shortText = (missing: string) => z.string(missing).trim().min(2, missing).max(200, 'At most 200 characters.')
const reason = shortText('Enter why, or who decided it.')
const source = shortText('Enter where it’s published.')

const percentHint = 'Enter a percentage from 0 to 100, with at most two decimals.'
const percent = z
  .number(percentHint)
  .min(0, percentHint)
  .max(100, percentHint)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, percentHint)

const amountHint = 'Enter pounds and pence from £0.00 to £1,000.00, like 12.34.'
const amount = z.int(amountHint).min(0, amountHint).max(100_000, amountHint)

const hours = (least: number, most: number) => {
  const hint = `Enter whole hours, from ${least} to ${most}.`
  return z.int(hint).min(least, hint).max(most, hint)
}
const partHint = 'Enter whole per cent, from 1 to 99.'

const policyFields = {
  free_until_hours: hours(2, 336),
  part_until_hours: hours(1, 335),
  part_percent: z.int(partHint).min(1, partHint).max(99, partHint),
}

const commission = z.strictObject({
  part: z.literal('commission'),
  /** Null: of every company without an agreement of its own. */
  company_id: z.uuid().nullable(),
  /** Commission in per cent; null means the general rate from that day on. */
  percent: percent.nullable(),
  from_day: fromDay,
  reason,
})

const roadCharges = z.strictObject({
  part: z.literal('road_charges'),
  zone: z.string().max(40),
  /** Vehicle classes that pay the same today and will go on doing so. */
  vehicle_classes: z.array(z.enum(VEHICLE_CLASSES)).min(1).max(VEHICLE_CLASSES.length),
  amount_pence: amount,
  from_day: fromDay,
  check_by: checkBy,
  source,
})

const tolls = z.strictObject({
  part: z.literal('tolls'),
  code: z.string().max(40),
  /** One for each of the charges as they are listed. */
  amounts_pence: z.array(amount).min(1).max(20),
  from_day: fromDay,
  check_by: checkBy,
  source,
})

const cancellation = z.strictObject({
  part: z.literal('cancellation'),
  ...policyFields,
  from_day: fromDay,
  reason,
})

export const change = z.discriminatedUnion('part', [commission, roadCharges, tolls, cancellation])

const chargeHours = z.object({
  weekday: z.tuple([z.int(), z.int()]).nullable(),
  weekend: z.tuple([z.int(), z.int()]).nullable(),
})

const value = z.discriminatedUnion('part', [
  z.object({ part: z.literal('commission'), company_id: z.uuid().nullable(), percent: z.number().nullable() }),
  z.object({
    part: z.literal('road_charges'),
    zone: z.string(),
    vehicle_classes: z.array(z.enum(VEHICLE_CLASSES)),
    /** Null: such a van may not enter. */
    amount_pence: z.int().nullable(),
    hours: chargeHours.extend({ free_days: z.enum(['none', 'christmas_day', 'christmas_to_new_year']) }),
  }),
  z.object({
    part: z.literal('tolls'),
    code: z.string(),
    charges: z.array(
      z.object({ vans: z.array(z.enum(VAN_CATEGORIES)).nullable(), pence: z.int(), hours: chargeHours }),
    ),
  }),
  z.object({
    part: z.literal('cancellation'),
    free_until_hours: z.int(),
    part_until_hours: z.int(),
    part_percent: z.int(),
  }),
])

const row = z.object({
  id: z.uuid(),
  /** "Congestion Charge", a company's name; rows of one subject follow each other. */
  name: z.string(),
  subject: z.string(),
  value,
  from_day: z.iso.date(),
  /** Day on which the next row begins; null if there is none. */
  to_day: z.iso.date().nullable(),
  state: z.enum(['over', 'in_force', 'to_come']),
  /** Why, or where it is published. */
  reason: z.string(),
  /** Day by which a charge must be checked again. */
  check_by: z.iso.date().nullable(),
  is_overdue: z.boolean(),
  /** Null: came with the installation. */
  made_at: z.iso.datetime().nullable(),
  made_by: z.string().nullable(),
})

const madeChange = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  by: z.string().nullable(),
  what: z.enum(['changed', 'withdrawn', 'checked']),
  name: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  from_day: z.iso.date().nullable(),
  reason: z.string().nullable(),
})

const settings = z.object({
  part: z.enum(PARTS),
  version: z.int(),
  today: z.iso.date(),
  /** The first of a month on which a change may start: what a form begins with. */
  usual_from_day: z.iso.date(),
  rows: z.array(row),
  /** Number of companies with their own commission beyond those listed. */
  more: z.int(),
  /** The last changes of this part, newest first. */
  changes: z.array(madeChange),
})

export const staleSettings = refusal(
  'stale_settings',
  409,
  'Someone has changed these settings since you opened this page. Check them and try again.',
)
export const alreadyInForce = refusal(
  'already_in_force',
  409,
  'It is in force already, so it can’t be withdrawn. Add a change from a later day.',
)

const part = z.enum(PARTS)

export const listSettings = endpoint({
  id: 'listSettings',
  method: 'GET',
  path: '/admin/settings/{part}/',
  summary: 'One part of the settings with its dated rows, those to come, and who changed what',
  access: ['admin'],
  staff: ['owner', 'billing'],
  params: z.object({ part }),
  query: z.object({
    /** Searches companies by name for commission, with or without an agreement of their own. */
    find: z.string().max(100).optional(),
  }),
  answer: settings,
})

export const exportSettingChanges = endpoint({
  id: 'exportSettingChanges',
  method: 'GET',
  path: '/admin/settings/{part}/download-csv/',
  summary: 'Every change of one part of the settings, newest first, as CSV',
  access: ['admin'],
  staff: ['owner', 'billing'],
  reads: 'setting_changes',
  params: z.object({ part }),
  answer: file('text/csv'),
})

const example = z.object({ what: z.string(), before_pence: z.int(), after_pence: z.int() })

export const previewSetting = endpoint({
  id: 'previewSetting',
  method: 'POST',
  path: '/admin/settings/preview/',
  summary: 'What a change would do, without doing it',
  access: ['admin'],
  staff: ['owner', 'billing'],
  body: z.strictObject({ change }),
  answer: z.object({
    name: z.string(),
    before: z.string(),
    after: z.string(),
    from_day: z.iso.date(),
    examples: z.array(example),
    /** Companies affected; null if it affects all alike. */
    companies: z.int().nullable(),
    /** Bookings that are still ahead and would be concerned, but keep what was agreed. */
    bookings: z.int(),
    /** Cost of these bookings to their companies, because the customer pays the agreed price; null if there is none. */
    cost_pence: z.int().nullable(),
    /** The owners of the companies that pay more are emailed as soon as it is set. */
    is_mailed: z.boolean(),
    warnings: z.array(z.string()),
  }),
  refusals: [commonRefusals.notFound],
})

export const changeSetting = endpoint({
  id: 'changeSetting',
  method: 'POST',
  path: '/admin/settings/',
  summary: 'Change a setting from a day on',
  access: ['admin'],
  staff: ['owner'],
  body: z.strictObject({ version, change }),
  status: 201,
  answer: z.object({ ids: z.array(z.uuid()), version: z.int() }),
  refusals: [staleSettings, commonRefusals.notFound],
  idempotent: true,
})

const params = z.object({ part, id: z.uuid() })

export const withdrawSetting = endpoint({
  id: 'withdrawSetting',
  method: 'POST',
  path: '/admin/settings/{part}/{id}/withdraw/',
  summary: 'Withdraw a change whose day has not come',
  access: ['admin'],
  staff: ['owner'],
  params,
  body: z.strictObject({ version }),
  answer: z.object({ version: z.int() }),
  refusals: [staleSettings, alreadyInForce],
})

export const checkSetting = endpoint({
  id: 'checkSetting',
  method: 'POST',
  path: '/admin/settings/{part}/{id}/checked/',
  summary: 'Confirm that a charge is still correct and set the next check',
  access: ['admin'],
  staff: ['owner'],
  params,
  body: z.strictObject({ version, check_by: checkBy }),
  answer: z.object({ version: z.int() }),
  refusals: [staleSettings],
})
