import type { TestApp } from '../app.ts'
import { createPerson, type Person } from '../people.ts'
import type { HoldPlace } from '#modules/calendar/queries.ts'

export interface HoldOptions {
  start: Date
  end: Date
  /** Where the held job begins and ends. */
  from?: string
  to?: string
}

const customers = new WeakMap<TestApp, Promise<Person>>()

/** A time that a unit has promised to somebody else: a confirmed booking and its hold. */
export async function aHold(app: TestApp, unit: { id: string }, options: HoldOptions): Promise<string> {
  const { start, end, from = 'E17 4QH', to = from } = options
  const customer = await (customers.get(app) ?? customers.set(app, createPerson(app)).get(app))
  if (!customer) throw new Error('No customer was made')
  const [startPlace, endPlace] = [await placeOf(app, from), await placeOf(app, to)]
  const { id } = await app.ctx.db
    .insertInto('bookings.booking')
    .values({
      customer_id: customer.id,
      unit_id: unit.id,
      quote_id: crypto.randomUUID(),
      status: 'confirmed',
      start_at: start,
      end_at: end,
      payment_method: 'cash',
      total_pence: 10_000,
      ceiling_pence: 10_000,
      commissionable_pence: 10_000,
      lines: '[]',
      move: JSON.stringify(moveOf([from, to])),
      work: JSON.stringify({ places: await app.ctx.services.places.locateAll([from, to]) }),
      route_points: '[]',
      request_digest: Buffer.alloc(32),
      created_at: app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.ctx.db
    .insertInto('calendar.hold')
    .values(holdRow(unit.id, id, { start, end, startPlace, endPlace }))
    .execute()
  return id
}

/** How a hold is stored. */
export const holdRow = (
  unitId: string,
  bookingId: string,
  hold: { start: Date; end: Date; startPlace: HoldPlace; endPlace: HoldPlace },
) => ({
  unit_id: unitId,
  booking_id: bookingId,
  during: `[${hold.start.toISOString()},${hold.end.toISOString()})`,
  start_lat: hold.startPlace.lat,
  start_lng: hold.startPlace.lng,
  start_outcode: hold.startPlace.outcode,
  end_lat: hold.endPlace.lat,
  end_lng: hold.endPlace.lng,
  end_outcode: hold.endPlace.outcode,
})

/** A place as a hold keeps it. */
export async function placeOf({ ctx }: TestApp, postcode: string): Promise<HoldPlace> {
  const place = await ctx.services.places.locate(postcode)
  if (!place) throw new Error(`${postcode} is nowhere`)
  return { lat: place.lat, lng: place.lng, outcode: place.outcode }
}

const moveOf = (postcodes: readonly string[]) => ({
  routePoints: postcodes.map((postcode, number) => ({ number, postcode, stairs: 0 })),
  items: [],
  vanCategory: 'large_van',
  manPower: 'driver_helps',
})
