import { serve, type Api } from '#platform/serve.ts'
import { invalidField, refuse } from '#shared/endpoint.ts'
import { autocompletePostcode, getPlace, getPostcodeSource, isUlezCharged, unknownPostcode } from './contract.ts'
import { findLatestImport } from './queries.ts'
import { isApproximate, UNKNOWN_POSTCODE_MESSAGE, type Place } from './rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { localDayOf } from '#shared/local-time.ts'
import { holdsOn, zoneAt } from './zones/rules.ts'

export function routes(api: Api): void {
  serve(api, autocompletePostcode, (ctx, { params }) => ctx.services.places.autocomplete(params.partial))

  serve(api, isUlezCharged, async (ctx, { query }) => {
    const place = await ctx.services.places.locate(query.postcode)
    if (!place) return invalidField('postcode', UNKNOWN_POSTCODE_MESSAGE)
    const found = (await zonesAt(ctx, place)).find(({ code }) => code === 'ulez')
    const {
      isInside,
      precision,
      isApproximate: isUnsure,
    } = found ?? { ...place, isInside: false, isApproximate: false }
    return { isUlezCharged: isInside, precision, isApproximate: isUnsure }
  })

  serve(api, getPlace, async (ctx, { params }) => {
    const place = await ctx.services.places.locate(params.postcode)
    return place ? placeAnswer(ctx, place) : refuse(unknownPostcode)
  })

  serve(api, getPostcodeSource, async (ctx) => {
    const latest = await findLatestImport(ctx.db)
    return { vintage: latest?.vintage ?? null, attribution: latest?.attribution ?? null }
  })
}

async function placeAnswer(ctx: Ctx, place: Place) {
  const zones = await zonesAt(ctx, place)
  const isIn = (zone: string) => zones.some(({ code, isInside }) => code === zone && isInside)
  return {
    postcode: place.postcode,
    outcode: place.outcode,
    town: place.town,
    nation: place.nation,
    location: { lat: place.lat, lng: place.lng },
    precision: place.precision,
    isApproximate: isApproximate(place.precision),
    isUlezCharged: isIn('ulez'),
    isCongestionCharged: isIn('congestion'),
    // Where it is not sure that a place is outside, that is worth saying too.
    zones: zones.filter((zone) => zone.isInside || zone.isApproximate),
  }
}

/** What each zone of today says of a place. */
async function zonesAt(ctx: Ctx, place: Place) {
  const today = localDayOf(ctx.clock.now())
  const zones = await ctx.services.zones.get()
  return zones
    .filter((zone) => holdsOn(zone, today))
    .map((zone) => ({ code: zone.code, name: zone.name, kind: zone.kind, ...zoneAt(zone, place) }))
}
