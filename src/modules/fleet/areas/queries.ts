import { areas, outcodes, sortedOutcodes } from '#modules/geo/outcodes/data.ts'
import { compareOutcodes } from '#modules/geo/outcodes/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { invalidField, type AnswerOf, type InputOf, type Refusal } from '#shared/endpoint.ts'
import { areaOf } from '#shared/uk-postcode.ts'
import type { listPostcodeDistricts } from './contract.ts'
import { districtsWithin, type Gazetteer } from './rules.ts'

export const gazetteer: Gazetteer = { districts: outcodes, areas }

type Listed = AnswerOf<typeof listPostcodeDistricts>

const placeOf = ({ lat, lng }: { lat: number; lng: number }) => ({ lat, lng })

let listed: Listed['areas'] | undefined

/** Computed on first use, so that it does not slow the start. */
const listedAreas = () => (listed ??= listAreas())

function listAreas(): Listed['areas'] {
  const byArea = Map.groupBy(sortedOutcodes, areaOf)
  return [...areas.values()]
    .toSorted((a, b) => compareOutcodes(a.code, b.code))
    .map((area) => ({
      area: area.code,
      name: area.name,
      location: placeOf(area),
      districts: (byArea.get(area.code) ?? []).flatMap((code) => {
        const district = outcodes.get(code)
        return district ? [{ district: code, name: district.name, location: placeOf(district) }] : []
      }),
    }))
}

export const UNKNOWN_BASE = 'We don’t know this postcode. Check it, or try the one next door.'

/** All areas and districts, and those a radius would select. */
export async function listDistricts(
  ctx: Ctx,
  { basePostcode, radiusMetres }: InputOf<typeof listPostcodeDistricts>['query'],
): Promise<Listed | Refusal> {
  if (!basePostcode) return { areas: listedAreas(), within: [], base: null }
  const base = await ctx.services.places.locate(basePostcode)
  if (!base) return invalidField('base_postcode', UNKNOWN_BASE)
  return {
    areas: listedAreas(),
    within: radiusMetres ? districtsWithin(base, radiusMetres, gazetteer) : [],
    base: { postcode: base.postcode, location: placeOf(base) },
  }
}
