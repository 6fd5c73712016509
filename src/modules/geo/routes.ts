import { serve, type Api } from '#platform/serve.ts'
import { invalidField, refuse } from '#shared/endpoint.ts'
import { autocompletePostcode, getPlace, getPostcodeSource, isUlezCharged, unknownPostcode } from './contract.ts'
import { findLatestImport } from './queries.ts'
import { isApproximate, UNKNOWN_POSTCODE_MESSAGE, type Place } from './rules.ts'
import { congestionAt, ulezAt } from './zones/rules.ts'

export function routes(api: Api): void {
  serve(api, autocompletePostcode, (ctx, { params }) => ctx.services.places.autocomplete(params.partial))

  serve(api, isUlezCharged, async (ctx, { query }) => {
    const place = await ctx.services.places.locate(query.postcode)
    if (!place) return invalidField('postcode', UNKNOWN_POSTCODE_MESSAGE)
    const { isInside, ...rest } = ulezAt(place)
    return { isUlezCharged: isInside, ...rest }
  })

  serve(api, getPlace, async (ctx, { params }) => {
    const place = await ctx.services.places.locate(params.postcode)
    return place ? placeAnswer(place) : refuse(unknownPostcode)
  })

  serve(api, getPostcodeSource, async (ctx) => {
    const latest = await findLatestImport(ctx.db)
    return { vintage: latest?.vintage ?? null, attribution: latest?.attribution ?? null }
  })
}

const placeAnswer = (place: Place) => ({
  postcode: place.postcode,
  outcode: place.outcode,
  town: place.town,
  nation: place.nation,
  location: { lat: place.lat, lng: place.lng },
  precision: place.precision,
  isApproximate: isApproximate(place.precision),
  isUlezCharged: ulezAt(place).isInside,
  isCongestionCharged: congestionAt(place).isInside,
})
