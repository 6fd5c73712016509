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
  return replaceArea(ctx, unit, { ...wanted, districts })
}

/** Writes an area as it is, without looking round its base again. An empty list leaves none. */
export async function replaceArea(
  ctx: Ctx,
  { unitId }: OwnUnit,
  { districts: wanted, basePostcode = null, radiusMetres = null }: Wanted,
): Promise<AnswerOf<typeof setEndpoint> | Refusal> {
  const listed = listedCodes(wanted)
  if (listed instanceof Refusal) return listed
  const districts = tidyDistricts(listed)
  return ctx.tx(async (tx) => {
    await tx.db
      .updateTable('fleet.working_unit')
      .set({ areaBasePostcode: basePostcode, areaRadiusMetres: radiusMetres })
      .where('id', '=', unitId)
      .execute()
    await tx.db.deleteFrom('fleet.operating_district').where('unitId', '=', unitId).execute()
    if (districts.length > 0)
      await tx.db
        .insertInto('fleet.operating_district')
        .values(districts.map((district) => ({ unitId, district })))
        .execute()
    await tx.emit({ type: 'fleet.area-changed', unitId })
    return { districts, basePostcode, radiusMetres }
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
