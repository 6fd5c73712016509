import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { commonRefusals, refuse, type AnswerOf, type InputOf, type Refusal } from '#shared/endpoint.ts'
import { localDayOf } from '#shared/local-time.ts'
import { listHeld, refuseHeld } from '../held-bookings/queries.ts'
import { endVanDocuments } from '../documents/commands.ts'
import { VAN_DOCUMENTS } from '../documents/rules.ts'
import { declareMasses } from '../masses/commands.ts'
import { findApprovedMasses } from '../masses/queries.ts'
import { declaredMasses, massProblems } from '../masses/rules.ts'
import type { OwnUnit } from '../queries.ts'
import { vanExists, vanHasDocuments, type getVan, type saveVan as saveEndpoint } from './contract.ts'
import { findVan } from './queries.ts'
import { vanProblems } from './rules.ts'

export type VanFields = InputOf<typeof saveEndpoint>['body']
type Van = NonNullable<AnswerOf<typeof getVan>>

/** A unit's first van. A second one is refused, so that two forms sent at once do not overwrite each other. */
export const addVan = (ctx: Ctx, unit: OwnUnit, fields: VanFields): Promise<Van | Refusal> =>
  ctx.tx(async (tx) => {
    await lockForVan(tx, unit.unitId)
    return (await findVan(tx, unit.unitId)) ? refuse(vanExists) : writeVan(tx, unit, fields)
  })

/**
 * Corrects a van. A different registration means a different van, which needs other documents; size and tail-lift cannot change
 * while bookings rely on them.
 */
export const saveVan = (ctx: Ctx, unit: OwnUnit, fields: VanFields): Promise<Van | Refusal> =>
  ctx.tx(async (tx) => {
    await lockForVan(tx, unit.unitId)
    const before = await findVan(tx, unit.unitId)
    if (before && before.registration !== fields.registration && (await hasVanDocuments(tx, unit.unitId)))
      return refuse(vanHasDocuments)
    if (before && (before.category !== fields.category || (before.hasTailLift && !fields.hasTailLift))) {
      const held = await listHeldAhead(tx, unit.unitId)
      if (held.length > 0) return refuseHeld(held, before.category === fields.category ? 'has_tail_lift' : 'category')
    }
    return writeVan(tx, unit, fields)
  })

/**
 * The unit starts again with another van: the old van's documents go with it, and the unit is not ready for jobs until the new ones
 * are approved.
 */
export const resetVan = (ctx: Ctx, unit: OwnUnit): Promise<{ detail: string } | Refusal> =>
  ctx.tx(async (tx) => {
    await lockForVan(tx, unit.unitId)
    const held = await listHeldAhead(tx, unit.unitId)
    if (held.length > 0) return refuseHeld(held, 'van')
    await tx.db.deleteFrom('fleet.van').where('unitId', '=', unit.unitId).execute()
    await endVanDocuments(tx, unit)
    await tx.emit({ type: 'fleet.van-removed', unitId: unit.unitId })
    return { detail: 'The van and its documents have been removed. Enter the new van and hand in its documents.' }
  })

/** Taken before the check for bookings: a booking being made at this moment either waits and sees the changed van, or is seen here. */
const lockForVan = (ctx: TxCtx, unitId: string) =>
  ctx.db.selectFrom('fleet.working_unit').select('id').where('id', '=', unitId).forNoKeyUpdate().execute()

const farAhead = new Date('2999-01-01')
const listHeldAhead = (ctx: TxCtx, unitId: string) => listHeld(ctx, unitId, ctx.clock.now(), farAhead)

async function hasVanDocuments(ctx: TxCtx, unitId: string): Promise<boolean> {
  const document = await ctx.db
    .selectFrom('fleet.document')
    .select('id')
    .where('unitId', '=', unitId)
    .where('kind', 'in', [...VAN_DOCUMENTS])
    .where('status', 'in', ['pending', 'approved'])
    .limit(1)
    .executeTakeFirst()
  return document !== undefined
}

async function writeVan(ctx: TxCtx, unit: OwnUnit, fields: VanFields): Promise<Van | Refusal> {
  const { grossWeightKg = null, kerbWeightKg = null, payloadKg = null, ...others } = fields
  const said = { grossWeightKg, kerbWeightKg, payloadKg }
  const van = {
    ...others,
    euroClass: fields.fuel === 'electric' ? null : (fields.euroClass ?? null),
    year: fields.year ?? null,
  }
  const approved = await findApprovedMasses(ctx, unit.unitId)
  const declared = declaredMasses(said, approved)
  const errors = { ...vanProblems(van, localDayOf(ctx.clock.now())), ...massProblems(said, declared, van.category) }
  if (Object.keys(errors).length > 0) return refuse(commonRefusals.invalid, { errors })
  await ctx.db
    .insertInto('fleet.van')
    .values({ unitId: unit.unitId, ...van })
    .onConflict((conflict) => conflict.column('unitId').doUpdateSet(van))
    .execute()
  await declareMasses(ctx, unit.unitId, { declared, approved })
  await ctx.emit({ type: 'fleet.van-changed', unitId: unit.unitId })
  return { ...van, ...declared }
}
