import { serve, type Api } from '#platform/serve.ts'
import { invalidField, refuse } from '#shared/endpoint.ts'
import {
  autocompletePostcode,
  checkEnds,
  getPlace,
  getPostcodeSource,
  isUlezCharged,
  seaCrossing,
  suggestPlaces,
  unknownPlace,
  unknownPostcode,
  addressLookupDown,
  addressLookupOff,
  listAddresses,
} from './contract.ts'
import { seaCrossing as findSeaCrossing } from './crossings/rules.ts'
import { outcodes } from './outcodes/data.ts'
import { SOURCE_NAMES } from './postcode-import/rules.ts'
import { isApproximate, unknownPostcodeMessage, type Place } from './rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { localDayOf } from '#shared/local-time.ts'
import { getRouteMap } from './sketch/contract.ts'
import { readRouteMap } from './sketch/queries.ts'
import { holdsOn, zoneAt } from './charges/rules.ts'

export function routes(api: Api): void {
  serve(api, autocompletePostcode, (ctx, { params }) => ctx.services.places.autocomplete(params.partial))

  serve(api, suggestPlaces, (ctx, { query }) => ctx.services.places.suggest(query.text))

  serve(api, isUlezCharged, async (ctx, { query }) => {
    const place = await ctx.services.places.locate(query.postcode)
    if (!place) return invalidField('postcode', unknownPostcodeMessage(query.postcode, outcodes))
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
    return place
      ? placeAnswer(ctx, place)
      : refuse(unknownPostcode, { detail: unknownPostcodeMessage(params.postcode, outcodes) })
  })

  serve(api, listAddresses, async (ctx, { params }) => {
    const { addresses } = ctx.services
    if (!addresses.isOffered) return refuse(addressLookupOff)
    const results = await addresses.find(params.postcode)
    return results ? { results } : refuse(addressLookupDown, { retryAfterSeconds: 30 })
  })

  serve(api, getPostcodeSource, async (ctx) => {
    const source = await ctx.services.places.source()
    return {
      name: source && SOURCE_NAMES[source.sourceKind],
      vintage: source?.vintage ?? null,
      attribution: source?.attribution ?? null,
    }
  })

  serve(api, getRouteMap, (ctx, { query: { points, day } }) => readRouteMap(ctx, points, day))

  serve(api, checkEnds, async (ctx, { query: { from, to } }) =>
    endsAnswer(await ctx.services.places.locateAll([from, to]), { from, to }),
  )
}

/** The same sentences as when the move is priced, by the names of this form's fields. */
function endsAnswer([start, end]: readonly (Place | null | undefined)[], postcodes: { from: string; to: string }) {
  if (!start || !end) {
    const errors = {
      ...(start ? {} : { from: [unknownPostcodeMessage(postcodes.from, outcodes)] }),
      ...(end ? {} : { to: [unknownPostcodeMessage(postcodes.to, outcodes)] }),
    }
    return refuse(unknownPlace, { errors })
  }
  const crossing = findSeaCrossing([start, end])
  if (crossing) return refuse(seaCrossing, { detail: crossing.message, errors: { to: [crossing.message] } })
  const unlisted = [start, end].filter(({ isUnlisted }) => isUnlisted)
  return { unknownPostcodes: [...new Set(unlisted.map(({ postcode }) => postcode))] }
}

async function placeAnswer(ctx: Ctx, place: Place) {
  const zones = await zonesAt(ctx, place)
  const isInZone = (zone: string) => zones.some(({ code, isInside }) => code === zone && isInside)
  return {
    postcode: place.postcode,
    outcode: place.outcode,
    town: place.town,
    nation: place.nation,
    location: { lat: place.lat, lng: place.lng },
    precision: place.precision,
    isApproximate: isApproximate(place.precision),
    isUlezCharged: isInZone('ulez'),
    isCongestionCharged: isInZone('congestion'),
    // A place that is not surely outside is reported too.
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
