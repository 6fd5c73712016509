import type { TestApp } from '../app.ts'
import { createPerson, type Person } from '../people.ts'
import { HELP_LEVELS, VAN_CATEGORIES, type HelpLevel, type VanCategory } from '#modules/fleet/rules.ts'
import type { StandardHours } from '#modules/pricing/rules.ts'
import type { LocalDay } from '#shared/local-time.ts'

export interface CompanyOptions {
  name?: string
  paymentMethods?: ('cash' | 'card')[]
  rating?: number | null
  reviewsCount?: number
  vatRegisteredFrom?: LocalDay | null
  tariff?: {
    minimumMinutes?: number
    minimumMinutesTwoPorters?: number
    includedMiles?: number
    pencePerMile?: number
    standardHours?: StandardHours
    outOfHoursPercent?: number
    waitingPencePerHalfHour?: number
  }
  /** One hourly rate for every van and crew, or those that differ from the usual ones; null where there is none. */
  pencePerHour?: number | Partial<Record<VanCategory, Partial<Record<HelpLevel, number | null>>>>
}

export interface TestCompany {
  id: string
  name: string
  owner: Person
}

const usual: Record<HelpLevel, number> = {
  no_help: 3500,
  driver_helps: 4500,
  one_porter: 6000,
  two_porters: 7500,
}

let made = 0

/** A company that takes cash and card, charges by the hour alone, and has an owner with an account. */
export async function aCompany(app: Pick<TestApp, 'ctx'>, options: CompanyOptions = {}): Promise<TestCompany> {
  const { db } = app.ctx
  const owner = await createPerson(app, { role: 'driver' })
  const name = options.name ?? `Company ${++made}`
  const { id } = await db
    .insertInto('companies.company')
    .values({
      name,
      owner_user_id: owner.id,
      base_postcode: 'E17 4QH',
      base_place: 'Walthamstow',
      payment_methods: options.paymentMethods ?? ['cash', 'card'],
      rating: options.rating ?? null,
      reviews_count: options.reviewsCount ?? 0,
      vat_registered_from: options.vatRegisteredFrom ?? null,
      created_at: app.ctx.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { tariff = {} } = options
  await db
    .insertInto('pricing.tariff')
    .values({
      company_id: id,
      minimum_minutes: tariff.minimumMinutes ?? 120,
      minimum_minutes_two_porters: tariff.minimumMinutesTwoPorters ?? 180,
      included_miles: tariff.includedMiles ?? 0,
      pence_per_mile: tariff.pencePerMile ?? 0,
      out_of_hours_percent: tariff.outOfHoursPercent ?? 0,
      waiting_pence_per_half_hour: tariff.waitingPencePerHalfHour ?? 0,
      ...(tariff.standardHours ? { standard_hours: JSON.stringify(tariff.standardHours) } : {}),
    })
    .execute()
  await db.insertInto('pricing.hourly_rate').values(ratesOf(id, options.pencePerHour)).execute()
  return { id, name, owner }
}

function ratesOf(companyId: string, asked: CompanyOptions['pencePerHour']) {
  return VAN_CATEGORIES.flatMap((van) =>
    HELP_LEVELS.flatMap((help) => {
      const own = typeof asked === 'number' ? asked : asked?.[van]?.[help]
      const isPossible = !(van === 'small_van' && help === 'two_porters')
      if (own === null || !isPossible) return []
      return [{ company_id: companyId, van_category: van, help_level: help, pence_per_hour: own ?? usual[help] }]
    }),
  )
}

/** Leaves no company on the road, nor what hangs on them: the next search finds what its own test made. */
export async function removeCompanies({ ctx: { db } }: Pick<TestApp, 'ctx'>): Promise<void> {
  await db.deleteFrom('bookings.booking').execute()
  await db.deleteFrom('companies.company').execute()
}
