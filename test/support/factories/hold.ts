import type { TestApp } from '../app.ts'
import { createPerson, type Person } from '../people.ts'
import type { Stay } from '#modules/calendar/rules.ts'
import { minutesBetween } from '#shared/local-time.ts'
import type { HoldPlace } from '#modules/calendar/queries.ts'
import type { Place } from '#modules/geo/rules.ts'
import type { KeptWork } from '#modules/quoting/commands.ts'
import type { AskedMove } from '#modules/quoting/move/rules.ts'
import { toJson } from '#platform/json-columns.ts'

export interface HoldOptions {
  start: Date
  end: Date
  /** Where the held job begins and ends. */
  from?: string
  to?: string
  /** What it takes of the driver's day; by default all of it is work, none of it driving. */
  drivingMinutes?: number
  dutyMinutes?: number
}

const customers = new WeakMap<TestApp, Promise<Person>>()

/** A time that a unit has promised to somebody else: a confirmed booking and its hold. */
export async function aHold(app: TestApp, unit: { id: string }, options: HoldOptions): Promise<string> {
  const { start, end, from = 'E17 4QH', to = from } = options
  const { drivingMinutes = 0, dutyMinutes = minutesBetween(start, end) } = options
  const customer = await (customers.get(app) ?? customers.set(app, createPerson(app)).get(app))
  if (!customer) throw new Error('No customer was made')
  const [startPlace, endPlace] = [await placeOf(app, from), await placeOf(app, to)]
  const { id } = await app.ctx.db
    .insertInto('bookings.booking')
    .values({
      customerId: customer.id,
      unitId: unit.id,
      quoteId: crypto.randomUUID(),
      status: 'confirmed',
      startAt: start,
      endAt: end,
      paymentMethod: 'cash',
      totalPence: 10_000,
      ceilingPence: 10_000,
      commissionablePence: 10_000,
      lines: toJson([]),
      move: toJson(moveOf([from, to])),
      work: toJson(workOf(await app.ctx.services.places.locateAll([from, to]), start, end)),
      routePoints: toJson([]),
      requestDigest: Buffer.alloc(32),
      createdAt: app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.ctx.db
    .insertInto('calendar.hold')
    .values(holdRow(unit.id, id, { start, end, startPlace, endPlace, drivingMinutes, dutyMinutes }))
    .execute()
  return id
}

/** How a hold is stored. */
export const holdRow = (unitId: string, bookingId: string, hold: Stay<HoldPlace>) => ({
  unitId,
  bookingId,
  drivingMinutes: hold.drivingMinutes,
  dutyMinutes: hold.dutyMinutes,
  during: `[${hold.start.toISOString()},${hold.end.toISOString()})`,
  startLat: hold.startPlace.lat,
  startLng: hold.startPlace.lng,
  startOutcode: hold.startPlace.outcode,
  endLat: hold.endPlace.lat,
  endLng: hold.endPlace.lng,
  endOutcode: hold.endPlace.outcode,
})

/** A place as a hold keeps it. */
export async function placeOf({ ctx }: TestApp, postcode: string): Promise<HoldPlace> {
  const place = await ctx.services.places.locate(postcode)
  if (!place) throw new Error(`${postcode} is nowhere`)
  return { lat: place.lat, lng: place.lng, outcode: place.outcode }
}

const moveOf = (postcodes: readonly string[]): AskedMove => ({
  routePoints: postcodes.map((postcode, number) => ({ number, postcode, stairs: 0 })),
  items: [],
  jobKind: 'home_or_office',
  vanCategory: 'large_van',
  manPower: 'driver_helps',
  needTailLift: false,
})

const workOf = (found: readonly (Place | null)[], start: Date, end: Date): KeptWork => {
  const places = found.filter((place) => place !== null)
  return {
    order: {
      trips: 1,
      distance: 0,
      travelTime: '00:00:00',
      loadUnloadTime: '00:00:00',
      stairsTime: '00:00:00',
      stopsTime: '00:00:00',
      assemblingTime: '00:00:00',
      disassemblingTime: '00:00:00',
      breaksTime: '00:00:00',
      totalTime: '00:00:00',
      declaredWaiting: '00:00:00',
      returnTime: '00:00:00',
      isUlezCharged: false,
      isCongestionCharged: false,
      zones: [],
      tolls: [],
      precision: 'unit',
      estimated: false,
      startAt: start.toISOString(),
      endAt: end.toISOString(),
      places: places.map(({ town }) => town),
      warnings: [],
      unknownPostcodes: [],
      recalculated: false,
    },
    places: places.map(({ postcode, outcode, lat, lng, town }) => ({ postcode, outcode, lat, lng, town })),
  }
}
