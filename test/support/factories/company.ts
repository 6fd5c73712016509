import { toJson } from '#platform/json-columns.ts'
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
      ownerUserId: owner.id,
      basePostcode: 'E17 4QH',
      basePlace: 'Walthamstow',
      paymentMethods: options.paymentMethods ?? ['cash', 'card'],
      rating: options.rating ?? null,
      reviewsCount: options.reviewsCount ?? 0,
      vatRegisteredFrom: options.vatRegisteredFrom ?? null,
      createdAt: app.ctx.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { tariff = {} } = options
  await db
    .insertInto('pricing.tariff')
    .values({
      companyId: id,
      minimumMinutes: tariff.minimumMinutes ?? 120,
      minimumMinutesTwoPorters: tariff.minimumMinutesTwoPorters ?? 180,
      includedMiles: tariff.includedMiles ?? 0,
      pencePerMile: tariff.pencePerMile ?? 0,
      outOfHoursPercent: tariff.outOfHoursPercent ?? 0,
      waitingPencePerHalfHour: tariff.waitingPencePerHalfHour ?? 0,
      ...(tariff.standardHours ? { standardHours: toJson(tariff.standardHours) } : {}),
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
      return [{ companyId, vanCategory: van, helpLevel: help, pencePerHour: own ?? usual[help] }]
    }),
  )
}

/** Leaves no company on the road, nor what hangs on them: the next search finds what its own test made. */
export async function removeCompanies({ ctx: { db } }: Pick<TestApp, 'ctx'>): Promise<void> {
  await db.deleteFrom('reviews.review').execute()
  await db.deleteFrom('bookings.booking').execute()
  await db.deleteFrom('companies.company').execute()
}
