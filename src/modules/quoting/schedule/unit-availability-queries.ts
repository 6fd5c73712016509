import type { DayJob, DriversHours } from '#modules/calendar/drivers-hours-rules.ts'
import { coverOf, traderOf, type Cover, type MarkColour } from '#modules/companies/rules.ts'
import type { VanCategory } from '#modules/fleet/rules.ts'
import type { Fuel } from '#modules/pricing/road-charges/rules.ts'
import type { Tariff } from '#modules/pricing/rules.ts'
import { tariffOf, type TariffColumns } from '#modules/pricing/tariffs/queries.ts'
import type { LocalDay } from '#shared/local-time.ts'
import type { Trader } from '#shared/trader.ts'

export interface FoundPlace {
  lat: number
  lng: number
  outcode: string
}

export interface FreeUnit {
  id: string
  name: string
  /** Hours of notice from which its bookings confirm themselves; null: its driver answers. */
  confirmsFromHours: number | null
  company: {
    id: string
    name: string
    logoUrl: string | null
    markColour: MarkColour
    basePlace: string
    rating: number | null
    reviewsCount: number
    /** The share of its bookings that it kept, 0 to 1; null until it has done five. */
    reliability: number | null
    /** Median minutes to answer a booking; null until it has done five. */
    replyMinutes: number | null
    paymentMethods: ('cash' | 'card')[]
    trader: Trader
    cover: Cover
  }
  van: {
    category: VanCategory
    make: string
    model: string
    registration: string
    hasTailLift: boolean
    fuel: Fuel
    euroClass: number | null
    grossWeightKg: number | null
  }
  /** Number of trips that this van needs. */
  trips: number
  pencePerHour: number
  tariff: Omit<Tariff, 'pencePerHour'>
  /** The minute of the day at which its hours begin. */
  opensAt: number
  /** The first day that its documents, or enough checked people for the job, do not cover; null where there is none. */
  coveredUntil: LocalDay | null
  before: { endsAt: Date; place: FoundPlace } | null
  after: { startsAt: Date; place: FoundPlace } | null
  /** Other jobs of the unit that begin on that day. */
  day: DayJob<FoundPlace>[]
}

interface DayRow extends DriversHours {
  at: string
  start: FoundPlace
  end: FoundPlace
}

interface Neighbour {
  at: string
  lat: number
  lng: number
  outcode: string
}

type Shown = Omit<FreeUnit['company'], 'id' | 'name' | 'trader' | 'cover'>

type Van = FreeUnit['van']

/** Row of the search's statement. */
export interface FreeRow extends TariffColumns, Shown, Van {
  confirmsFromHours: number | null
  coveredUntil: LocalDay | null
  id: string
  name: string
  trips: number
  companyId: string
  companyName: string
  vatRegisteredFrom: string | null
  vatDeregisteredFrom: string | null
  legalName: string | null
  companyNumber: string | null
  coverPence: number | null
  coverPerItemPence: number | null
  pencePerHour: number
  opensAt: number | null
  before: Neighbour | null
  after: Neighbour | null
  day: DayRow[] | null
}

const placeOf = ({ lat, lng, outcode }: Neighbour): FoundPlace => ({ lat, lng, outcode })

export function toFreeUnit({ companyId, companyName, before, after, day, ...row }: FreeRow): FreeUnit {
  const { id, name, logoUrl, markColour, basePlace, rating, reviewsCount, reliability, replyMinutes } = row
  const { category, make, model, registration, hasTailLift, fuel, euroClass, grossWeightKg } = row
  const { pencePerHour, vatRegisteredFrom, vatDeregisteredFrom } = row
  const shown = {
    logoUrl,
    markColour,
    basePlace,
    rating,
    reviewsCount,
    reliability,
    replyMinutes,
    paymentMethods: row.paymentMethods,
  }
  return {
    id,
    name,
    confirmsFromHours: row.confirmsFromHours,
    company: {
      id: companyId,
      name: companyName,
      ...shown,
      trader: traderOf({ ...row, name: companyName }),
      cover: coverOf(row),
    },
    van: { category, make, model, registration, hasTailLift, fuel, euroClass, grossWeightKg },
    trips: row.trips,
    pencePerHour,
    tariff: { ...tariffOf(row), vatRegisteredFrom, vatDeregisteredFrom },
    opensAt: row.opensAt ?? 0,
    coveredUntil: row.coveredUntil,
    before: before && { endsAt: new Date(before.at), place: placeOf(before) },
    after: after && { startsAt: new Date(after.at), place: placeOf(after) },
    day: (day ?? []).map(({ at, start, end, drivingMinutes, dutyMinutes }) => ({
      start: new Date(at),
      startPlace: start,
      endPlace: end,
      drivingMinutes,
      dutyMinutes,
    })),
  }
}
