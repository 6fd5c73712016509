import type { Ctx, TxCtx } from '#platform/ctx.ts'
import {
  commonRefusals,
  refuse,
  type FieldErrors,
  type InputOf,
  Refusal,
  invalidField,
  type AnswerOf,
} from '#shared/endpoint.ts'
import { formatDayLong, localDayOf } from '#shared/local-time.ts'
import {
  type setOperatingArea as setEndpoint,
  appealLater,
  companyStopped,
  notDeactivated,
  officeDecides,
  tooManyUnits,
  type saveAllowedJobs,
} from './contract.ts'
import { gazetteer, UNKNOWN_BASE, getJobs, getUnitOf, type UnitView } from './queries.ts'
import { districtsWithin, knownCode, tidyDistricts, canAppealFrom, MOST_UNITS } from './rules.ts'
import type { OwnUnit } from '../queries.ts'
import { canCarryCrew, HELP_LEVEL_LABELS, VAN_NAMES } from '../rules.ts'

/** Adds another van of the company. Like the first, it starts without van details, documents or hours. */
export const addUnit = (ctx: Ctx, companyId: string, name: string): Promise<UnitView | Refusal> =>
  ctx.tx(async (tx) => {
    await tx.db.selectFrom('companies.company').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()
    const { count, stopped } = await tx.db
      .selectFrom('fleet.working_unit')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.count<number>('officeBlock').as('stopped')])
      .where('companyId', '=', companyId)
      .executeTakeFirstOrThrow()
    if (count >= MOST_UNITS) return refuse(tooManyUnits)
    // A company cannot get round a block by adding a van.
    if (count > 0 && stopped === count) return refuse(companyStopped)
    const unitId = await insertUnit(tx, companyId, name)
    return getUnitOf(tx, { unitId, companyId })
  })

export async function insertUnit(ctx: TxCtx, companyId: string, name: string): Promise<string> {
  const { id } = await ctx.db
    .insertInto('fleet.working_unit')
    .values({ companyId, name, createdAt: ctx.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function renameUnit(ctx: Ctx, unit: OwnUnit, name: string): Promise<UnitView> {
  await ctx.db.updateTable('fleet.working_unit').set({ name }).where('id', '=', unit.unitId).execute()
  return getUnitOf(ctx, unit)
}

/** A crew has to fit the seats of the unit's van (decisions §3). */
export const saveJobs = (ctx: Ctx, { unitId }: OwnUnit, allowedJobs: InputOf<typeof saveAllowedJobs>['body']) =>
  ctx.tx(async (tx) => {
    const van = await tx.db.selectFrom('fleet.van').select('category').where('unitId', '=', unitId).executeTakeFirst()
    const category = van?.category
    const errors: FieldErrors = {}
    allowedJobs.helpLevels.forEach((help, index) => {
      if (category && !canCarryCrew(category, help))
        errors[`help_levels.${index}`] = [`A ${VAN_NAMES[category]} has no seats for ${HELP_LEVEL_LABELS[help]}.`]
    })
    if (Object.keys(errors).length > 0) return refuse(commonRefusals.invalid, { errors })
    const { helpLevels: before } = await tx.db
      .selectFrom('fleet.working_unit')
      .select('helpLevels')
      .where('id', '=', unitId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    // What this van does not seat is not asked about, and stays as it was for the next one.
    const unasked = category ? before.filter((help) => !canCarryCrew(category, help)) : []
    await tx.db
      .updateTable('fleet.working_unit')
      .set({
        jobKinds: allowedJobs.jobKinds,
        helpLevels: [...allowedJobs.helpLevels, ...unasked],
        ...(allowedJobs.confirmsFromHours === undefined ? {} : { confirmsFromHours: allowedJobs.confirmsFromHours }),
      })
      .where('id', '=', unitId)
      .execute()
    await tx.emit({ type: 'fleet.jobs-changed', unitId })
    return getJobs(tx, unitId)
  })

/** Pauses a unit or ends the pause. Bookings it already has still stand. Cannot undo a block by the office (T-064). */
export const pauseUnit = (ctx: Ctx, unit: OwnUnit, deactivate: boolean): Promise<UnitView | Refusal> =>
  ctx.tx(async (tx) => {
    const now = await lock(tx, unit.unitId)
    if (now.officeBlock) return refuse(officeDecides)
    if ((now.pausedAt !== null) !== deactivate) {
      const pausedAt = deactivate ? tx.clock.now() : null
      await tx.db.updateTable('fleet.working_unit').set({ pausedAt }).where('id', '=', unit.unitId).execute()
      await tx.emit({ type: deactivate ? 'fleet.unit-paused' : 'fleet.unit-resumed', unitId: unit.unitId })
      // The answer contains the resulting status.
      await tx.settle()
    }
    return getUnitOf(tx, unit)
  })

const lock = (ctx: TxCtx, unitId: string) =>
  ctx.db
    .selectFrom('fleet.working_unit')
    .select(['officeBlock', 'pausedAt', 'appealAnsweredAt'])
    .where('id', '=', unitId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/**
 * Sends the driver's appeal against a decision to the office. While it waits its text can be changed; after an answer
 * the next one has to wait.
 */
export const appeal = (ctx: Ctx, unit: OwnUnit, text: string): Promise<UnitView | Refusal> =>
  ctx.tx(async (tx) => {
    const { officeBlock, appealAnsweredAt } = await lock(tx, unit.unitId)
    if (!officeBlock) return refuse(notDeactivated)
    const now = tx.clock.now()
    const from = appealAnsweredAt && canAppealFrom(appealAnsweredAt)
    if (from && localDayOf(now) < from)
      return refuse(appealLater, {
        detail: `We have answered your appeal. You can appeal again from ${formatDayLong(from)}.`,
      })
    await tx.db
      .updateTable('fleet.working_unit')
      .set({ appeal: text, appealedAt: now, appealAnswer: null, appealAnsweredAt: null })
      .where('id', '=', unit.unitId)
      .execute()
    await tx.emit({ type: 'fleet.unit-appealed', unitId: unit.unitId })
    return getUnitOf(tx, unit)
  })

type Wanted = InputOf<typeof setEndpoint>['body']

/** Replaces the whole area. A radius is resolved once, now: the resulting districts are stored as a list, which can be edited. */
export async function setOperatingArea(
  ctx: Ctx,
  unit: OwnUnit,
  area: Wanted,
): Promise<AnswerOf<typeof setEndpoint> | Refusal> {
  const listed = listedCodes(area.districts)
  if (listed instanceof Refusal) return listed
  const nearbyCodes = await codesAround(ctx, area)
  if (nearbyCodes instanceof Refusal) return nearbyCodes
  const districts = tidyDistricts([...listed, ...nearbyCodes])
  if (districts.length === 0) return invalidField('districts', 'Choose at least one area or district.')
  return replaceArea(ctx, unit, { ...area, districts })
}

/** Writes an area as it is, without looking round its base again. An empty list leaves none. */
export async function replaceArea(
  ctx: Ctx,
  { unitId }: OwnUnit,
  { districts: requestedDistricts, basePostcode = null, radiusMetres = null }: Wanted,
): Promise<AnswerOf<typeof setEndpoint> | Refusal> {
  const listed = listedCodes(requestedDistricts)
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
