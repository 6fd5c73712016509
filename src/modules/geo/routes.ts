import { serve, type Api } from '#platform/serve.ts'
import { invalidField, refuse } from '#shared/endpoint.ts'
import {
  autocompletePostcode,
  checkEnds,
  getPlace,
  getPostcodeSource,
  isUlezCharged,
  seaCrossing,
  unknownPlace,
  unknownPostcode,
} from './contract.ts'
import { seaCrossing as findSeaCrossing } from './crossings/rules.ts'
import { SOURCE_NAMES } from './postcode-import/rules.ts'
import { isApproximate, unknownPostcodeMessage, type Place } from './rules.ts'
import { congestionAt, ulezAt } from './zones/rules.ts'

export function routes(api: Api): void {
  serve(api, autocompletePostcode, (ctx, { params }) => ctx.services.places.autocomplete(params.partial))

  serve(api, isUlezCharged, async (ctx, { query }) => {
    const place = await ctx.services.places.locate(query.postcode)
    if (!place) return invalidField('postcode', unknownPostcodeMessage(query.postcode))
    const { isInside, ...rest } = ulezAt(place)
    return { isUlezCharged: isInside, ...rest }
  })

  serve(api, getPlace, async (ctx, { params }) => {
    const place = await ctx.services.places.locate(params.postcode)
    return place ? placeAnswer(place) : refuse(unknownPostcode, { detail: unknownPostcodeMessage(params.postcode) })
  })

  serve(api, getPostcodeSource, async (ctx) => {
    const source = await ctx.services.places.source()
    return {
      name: source && SOURCE_NAMES[source.sourceKind],
      vintage: source?.vintage ?? null,
      attribution: source?.attribution ?? null,
    }
  })

  serve(api, checkEnds, async (ctx, { query: { from, to } }) =>
    endsAnswer(await ctx.services.places.locateAll([from, to]), { from, to }),
  )
}

/** The same sentences as when the move is priced, by the names of this form's fields. */
function endsAnswer([start, end]: readonly (Place | null | undefined)[], asked: { from: string; to: string }) {
  if (!start || !end) {
    const errors = {
      ...(start ? {} : { from: [unknownPostcodeMessage(asked.from)] }),
      ...(end ? {} : { to: [unknownPostcodeMessage(asked.to)] }),
    }
    return refuse(unknownPlace, { errors })
  }
  const crossing = findSeaCrossing([start, end])
  if (crossing) return refuse(seaCrossing, { detail: crossing.message, errors: { to: [crossing.message] } })
  const unlisted = [start, end].filter(({ isUnlisted }) => isUnlisted)
  return { unknownPostcodes: [...new Set(unlisted.map(({ postcode }) => postcode))] }
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
