import { seaCrossing } from '../crossings/rules.ts'
import { outcodes, areas } from '../outcodes/data.ts'
import { locate, unknownPostcodeMessage, type Place } from '../rules.ts'
import { mayMeet, type Passage, type Toll, holdsOn, zonesOfJourney, type Zone } from '../charges/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { refuse, type Refusal } from '#shared/endpoint.ts'
import { localDayOf, type LocalDay } from '#shared/local-time.ts'
import { normalisePostcode } from '#shared/uk-postcode.ts'
import { unknownPlace } from '../contract.ts'
import { LONDON } from './data.ts'
import { drawRoute, describeRoute, type Drawing, type Route, type SketchToll, type SketchZone } from './rules.ts'

export interface RouteMap extends Drawing {
  isSketch: boolean
  zoneNames: string[]
  tollNames: { name: string; isCertain: boolean }[]
  words: string
}

/** The route over these postcodes or outcodes, drawn. */
export async function readRouteMap(ctx: Ctx, codes: readonly string[], day?: LocalDay): Promise<RouteMap | Refusal> {
  const found = await placesOf(ctx, codes)
  const unknown = codes.find((_, index) => !found[index])
  if (unknown !== undefined)
    return refuse(unknownPlace, { errors: { points: [unknownPostcodeMessage(unknown, outcodes)] } })
  const places = found.filter((place) => place !== null)
  const onDay = day ?? localDayOf(ctx.clock.now())
  const [zones, allTolls] = [await ctx.services.zones.get(), await ctx.services.tolls.get()]
  const tolls = allTolls.filter((toll) => holdsOn(toll, onDay))
  const isByRoad = seaCrossing(places) === null
  const line = isByRoad ? await ctx.services.routing.line(places) : null
  const passages = isByRoad ? (await ctx.services.routing.journey(places, tolls)).passages : []
  const route: Route = {
    points: places,
    line,
    zones: zonesOfJourney(
      zones.filter((zone) => holdsOn(zone, onDay)),
      places,
    ).map(({ zone }) => drawnZone(zone)),
    tolls: tollsOf(tolls, places, passages),
  }
  return {
    ...drawRoute(route),
    isSketch: line === null,
    zoneNames: route.zones.map(({ name }) => name),
    tollNames: route.tolls.map(({ name, isCertain }) => ({ name, isCertain })),
    words: describeRoute(route),
  }
}

/** An outcode alone stands for its middle. */
async function placesOf(ctx: Ctx, codes: readonly string[]): Promise<(Place | null)[]> {
  const fullPostcodes = codes.filter((code) => normalisePostcode(code) !== null)
  const located = await ctx.services.places.locateAll(fullPostcodes)
  const byCode = new Map(fullPostcodes.map((code, index) => [code, located[index] ?? null]))
  return codes.map((code) => byCode.get(code) ?? (byCode.has(code) ? null : locate(`${code} 0ZZ`, { outcodes, areas })))
}

const drawnZone = ({ code, name, outline }: Zone): SketchZone => ({
  name,
  outline: outline?.points ?? (code === 'ulez' ? LONDON : null),
})

/** Each once: those that an engine saw, or those that the way between two points might meet. */
function tollsOf(tolls: readonly Toll[], places: readonly Place[], passages: readonly Passage[] | null): SketchToll[] {
  const isMet = (toll: Toll) =>
    passages
      ? passages.some(({ code }) => code === toll.code)
      : places.slice(1).some((to, index) => {
          const from = places[index]
          return from !== undefined && mayMeet(toll, from, to)
        })
  return tolls.filter(isMet).map((toll) => ({ name: toll.name, isCertain: passages !== null, ...middleOf(toll) }))
}

function middleOf({ gates, road }: Toll) {
  const [[from, to] = road?.ends ?? []] = gates
  return { lng: ((from?.[0] ?? 0) + (to?.[0] ?? 0)) / 2, lat: ((from?.[1] ?? 0) + (to?.[1] ?? 0)) / 2 }
}
