import type { TestApp } from '../app.ts'
import { checkedPeople } from './crew.ts'
import { aCompany, type CompanyOptions, type TestCompany } from './company.ts'
import type { AvailabilityDay, BusinessDay, Vacation } from '#modules/calendar/rules.ts'
import type { UnitStatus } from '#modules/fleet/units/rules.ts'
import type { LocalDay } from '#shared/local-time.ts'
import { HELP_LEVELS, type HelpLevel, type VanCategory } from '#modules/fleet/rules.ts'
import type { Fuel } from '#modules/pricing/road-charges/rules.ts'

export interface UnitOptions {
  /** An existing company, or what is special about its own. */
  company?: TestCompany | CompanyOptions
  name?: string
  status?: UnitStatus
  jobKinds?: ('home_or_office' | 'furniture')[]
  helpLevels?: HelpLevel[]
  /** From how many hours of notice its bookings confirm themselves. */
  confirmsFromHours?: number
  van?: {
    category?: VanCategory
    hasTailLift?: boolean
    fuel?: Fuel
    euroClass?: number | null
    registration?: string
    payloadKg?: number | null
  } | null
  /** Where it picks up: areas and districts. */
  districts?: string[]
  week?: readonly BusinessDay[]
  availability?: readonly AvailabilityDay[]
  vacations?: readonly Vacation[]
  /** How many of its people are checked, of three. */
  people?: number
  /** The day on which their checks expire. */
  peopleExpireOn?: LocalDay
  /** The first day that its documents, of which it has none here, do not cover. */
  papersUntil?: LocalDay
}

export interface TestUnit {
  id: string
  company: TestCompany
}

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** At work from midnight to midnight, every day. */
export const roundTheClock: readonly BusinessDay[] = weekdays.map((dayOfWeek) => ({
  dayOfWeek,
  startMinute: 0,
  endMinute: 1440,
  dayOff: false,
}))

/** The same hours every day of the week, in minutes of the day. */
export const everyDay = (startMinute: number, endMinute: number): BusinessDay[] =>
  weekdays.map((dayOfWeek) => ({ dayOfWeek, startMinute, endMinute, dayOff: false }))

/** A large electric van in E17 that takes every kind of job with every crew, round the clock: no road charge, no reason to say no. */
export async function aUnit(app: Pick<TestApp, 'ctx'>, options: UnitOptions = {}): Promise<TestUnit> {
  const { db } = app.ctx
  const company = options.company && 'id' in options.company ? options.company : await aCompany(app, options.company)
  const { id } = await db
    .insertInto('fleet.working_unit')
    .values({
      companyId: company.id,
      name: options.name ?? 'Sam',
      status: options.status ?? 'operating',
      jobKinds: options.jobKinds ?? ['home_or_office', 'furniture'],
      helpLevels: options.helpLevels ?? [...HELP_LEVELS],
      confirmsFromHours: options.confirmsFromHours ?? null,
      papersUntil: options.papersUntil ?? 'infinity',
      createdAt: app.ctx.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addVan(app, id, options.van)
  const districts = options.districts ?? ['E17']
  await db
    .insertInto('fleet.operating_district')
    .values(districts.map((district) => ({ unitId: id, district })))
    .execute()
  await addCalendar(app, id, options)
  const { people: count = 3, peopleExpireOn: expiresOn = null } = options
  if (count > 0) await checkedPeople(app, { companyId: company.id, unitIds: [id], count, expiresOn })
  return { id, company }
}

async function addVan({ ctx }: Pick<TestApp, 'ctx'>, unitId: string, van: UnitOptions['van']) {
  if (van === null) return
  await ctx.db
    .insertInto('fleet.van')
    .values({
      unitId,
      category: van?.category ?? 'large_van',
      make: 'Ford',
      model: 'Transit',
      registration: van?.registration ?? 'LM21 ABC',
      hasTailLift: van?.hasTailLift ?? false,
      fuel: van?.fuel ?? 'electric',
      euroClass: van?.euroClass ?? null,
      payloadKg: van?.payloadKg ?? null,
    })
    .execute()
}

async function addCalendar(
  { ctx: { db } }: Pick<TestApp, 'ctx'>,
  unitId: string,
  { week = roundTheClock, availability = [], vacations = [] }: UnitOptions,
) {
  const days = week.map((day) => ({
    unitId,
    dayOfWeek: day.dayOfWeek,
    startMinute: day.startMinute,
    endMinute: day.endMinute,
    dayOff: day.dayOff,
  }))
  if (days.length > 0) await db.insertInto('calendar.business_day').values(days).execute()
  const taken = availability.map(({ day, freeHours }) => ({ unitId, day, freeHours }))
  if (taken.length > 0) await db.insertInto('calendar.availability').values(taken).execute()
  const away = vacations.map(({ startDay, endDay }) => ({ unitId, startDay, endDay }))
  if (away.length > 0) await db.insertInto('calendar.vacation').values(away).execute()
}
