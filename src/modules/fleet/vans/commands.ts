import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { commonRefusals, refuse, type AnswerOf, type InputOf, type Refusal } from '#shared/endpoint.ts'
import { localDayOf } from '#shared/local-time.ts'
import { listHeldAhead, refuseHeld, type OwnUnit } from '../queries.ts'
import { endVanDocuments, declareFacts, lockUnitsOf } from '../documents/commands.ts'
import { VAN_DOCUMENTS } from '../documents/rules.ts'
import { findDeclaredVan } from '../documents/queries.ts'
import type { ApprovedFacts, DeclaredVan } from '../documents/declarations-rules.ts'
import { declaredMasses, massProblems, NO_MASSES, vanProblems } from './rules.ts'
import { findTaken } from './queries.ts'
import { vanExists, vanHasDocuments, type getVan, type saveVan as saveEndpoint } from './contract.ts'

export type VanFields = InputOf<typeof saveEndpoint>['body']
type Van = NonNullable<AnswerOf<typeof getVan>>

/** A unit's first van. A second one is refused, so that two forms sent at once do not overwrite each other. */
export const addVan = (ctx: Ctx, unit: OwnUnit, fields: VanFields): Promise<Van | Refusal> =>
  ctx.tx(async (tx) => {
    await lockUnitsOf(tx, unit.companyId)
    return (await findDeclaredVan(tx, unit.unitId)) ? refuse(vanExists) : writeVan(tx, unit, { fields, before: null })
  })

/**
 * Corrects a van, or says what is new about one that the office has approved: that waits, whatever the unit has booked (ADR 0028). Until then
 * a different registration needs other documents, and size and tail-lift cannot change while bookings rely on them.
 */
export const saveVan = (ctx: Ctx, unit: OwnUnit, fields: VanFields): Promise<Van | Refusal> =>
  ctx.tx(async (tx) => {
    await lockUnitsOf(tx, unit.companyId)
    const before = await findDeclaredVan(tx, unit.unitId)
    const flaw = before && !before.isApproved ? await enteredFlaw(tx, unit, before.inForce, fields) : undefined
    return flaw ?? writeVan(tx, unit, { fields, before })
  })

/** What stands in the way of a change that counts at once. */
async function enteredFlaw(
  ctx: TxCtx,
  { unitId }: OwnUnit,
  before: ApprovedFacts,
  fields: VanFields,
): Promise<Refusal | undefined> {
  if (before.registration !== fields.registration && (await hasVanDocuments(ctx, unitId)))
    return refuse(vanHasDocuments)
  if (before.category === fields.category && (!before.hasTailLift || fields.hasTailLift)) return undefined
  const held = await listHeldAhead(ctx, unitId)
  if (held.length === 0) return undefined
  return refuseHeld(held, before.category === fields.category ? 'has_tail_lift' : 'category')
}

/**
 * The unit starts again with another van: the old van's documents go with it, and the unit is not ready for jobs until the new ones
 * are approved.
 */
export const resetVan = (ctx: Ctx, unit: OwnUnit): Promise<{ detail: string } | Refusal> =>
  ctx.tx(async (tx) => {
    await lockUnitsOf(tx, unit.companyId)
    const held = await listHeldAhead(tx, unit.unitId)
    if (held.length > 0) return refuseHeld(held, 'van')
    await tx.db.deleteFrom('fleet.van').where('unitId', '=', unit.unitId).execute()
    await endVanDocuments(tx, unit)
    await tx.emit({ type: 'fleet.van-removed', unitId: unit.unitId })
    return { detail: 'The van and its documents have been removed. Enter the new van and send its documents.' }
  })

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

interface Change {
  fields: VanFields
  before: DeclaredVan | null
}

async function writeVan(ctx: TxCtx, unit: OwnUnit, { fields, before }: Change): Promise<Van | Refusal> {
  const { grossWeightKg = null, kerbWeightKg = null, payloadKg = null, ...others } = fields
  const submitted = { grossWeightKg, kerbWeightKg, payloadKg }
  const van = {
    ...others,
    euroClass: fields.fuel === 'electric' ? null : (fields.euroClass ?? null),
    year: fields.year ?? null,
  }
  // What is left open stays as approved, of the same vehicle.
  const isSame = before?.isApproved && before.inForce.registration === van.registration
  const declared = declaredMasses(submitted, isSame ? before.inForce : NO_MASSES)
  const errors = {
    ...vanProblems(van, localDayOf(ctx.clock.now())),
    ...massProblems(submitted, declared, van.category),
  }
  if (Object.keys(errors).length > 0) return refuse(commonRefusals.invalid, { errors })
  const taken = isClaimed(before, van.registration) ? undefined : await findTaken(ctx, unit, van.registration)
  if (taken) return taken
  await declareFacts(ctx, unit.unitId, { ...van, ...declared })
  await ctx.emit({ type: 'fleet.van-changed', unitId: unit.unitId })
  return { ...van, ...declared }
}

/**
 * Whether the unit claims the registration already: the claim stays, even if others claim it too, and the office
 * decides.
 */
const isClaimed = (before: DeclaredVan | null, registration: string): boolean =>
  registration === before?.inForce.registration ||
  (before?.declared?.status === 'pending' && registration === before.declared.registration)
