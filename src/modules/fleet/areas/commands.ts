import type { Ctx } from '#platform/ctx.ts'
import {
  commonRefusals,
  invalidField,
  refuse,
  Refusal,
  type AnswerOf,
  type FieldErrors,
  type InputOf,
} from '#shared/endpoint.ts'
import type { OwnUnit } from '../queries.ts'
import type { setOperatingArea as setEndpoint } from './contract.ts'
import { gazetteer, UNKNOWN_BASE } from './queries.ts'
import { districtsWithin, knownCode, tidyDistricts } from './rules.ts'

type Wanted = InputOf<typeof setEndpoint>['body']

/** Replaces the whole area. A radius is resolved once, now: the resulting districts are stored as a list, which can be edited. */
export async function setOperatingArea(
  ctx: Ctx,
  unit: OwnUnit,
  wanted: Wanted,
): Promise<AnswerOf<typeof setEndpoint> | Refusal> {
  const listed = listedCodes(wanted.districts)
  if (listed instanceof Refusal) return listed
  const around = await codesAround(ctx, wanted)
  if (around instanceof Refusal) return around
  const districts = tidyDistricts([...listed, ...around])
  if (districts.length === 0) return invalidField('districts', 'Choose at least one area or district.')
  const { basePostcode, radiusMetres } = wanted
  return ctx.tx(async (tx) => {
    await tx.db
      .updateTable('fleet.working_unit')
      .set({ areaBasePostcode: basePostcode ?? null, areaRadiusMetres: radiusMetres ?? null })
      .where('id', '=', unit.unitId)
      .execute()
    await tx.db.deleteFrom('fleet.operating_district').where('unitId', '=', unit.unitId).execute()
    await tx.db
      .insertInto('fleet.operating_district')
      .values(districts.map((district) => ({ unitId: unit.unitId, district })))
      .execute()
    await tx.emit({ type: 'fleet.area-changed', unitId: unit.unitId })
    return { districts, basePostcode: basePostcode ?? null, radiusMetres: radiusMetres ?? null }
  })
}

function listedCodes(codes: readonly string[]): string[] | Refusal {
  const errors: FieldErrors = {}
  const known = codes.flatMap((text, index) => {
    const code = knownCode(text, gazetteer)
    if (!code) errors[`districts.${index}`] = ['There is no such area or district.']
    return code ? [code] : []
  })
  return Object.keys(errors).length > 0 ? refuse(commonRefusals.invalid, { errors }) : known
}

async function codesAround(ctx: Ctx, { basePostcode, radiusMetres }: Wanted): Promise<string[] | Refusal> {
  if (!basePostcode && !radiusMetres) return []
  if (!basePostcode) return invalidField('base_postcode', 'Enter the postcode that the distance is measured from.')
  if (!radiusMetres) return invalidField('radius_metres', 'Choose how far you go from there.')
  const base = await ctx.services.places.locate(basePostcode)
  return base ? districtsWithin(base, radiusMetres, gazetteer) : invalidField('base_postcode', UNKNOWN_BASE)
}
