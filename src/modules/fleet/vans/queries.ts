import { sql, type Selectable } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import type { FleetVan } from '#platform/db-types.gen.ts'
import { jsonRow } from '#platform/json-columns.ts'
import { refuse, type Refusal } from '#shared/endpoint.ts'
import { FACTS } from '../documents/declarations-rules.ts'
import { plateOf } from './rules.ts'
import { registrationTaken } from './contract.ts'

export type VanView = Pick<Selectable<FleetVan>, (typeof FACTS)[number]>

/** What counts of a van: as entered until the office has approved it, as approved then. As a column, of the unit that the statement calls `u`. */
export const vanOfUnit = sql<VanView | null>`(
  select ${jsonRow('fleet.van', 'v', FACTS)} from fleet.van v where v.unit_id = u.id)`

const enteredVan = sql<VanView | null>`coalesce(
  (select ${jsonRow('fleet.van_declaration', 's', FACTS)} from fleet.van_declaration s where s.unit_id = u.id and s.status <> 'approved'), ${vanOfUnit})`

/** The van of a unit as its driver entered it last, null where it has none. */
export async function findVan(ctx: Ctx, unitId: string): Promise<VanView | null> {
  const { rows } = await sql<{ van: VanView | null }>`/* van */
    select ${enteredVan} as van from fleet.working_unit u where u.id = ${unitId}`.execute(ctx.db)
  return rows[0]?.van ?? null
}

interface Holder {
  /** Unit of the same company that already has this plate, approved or not. */
  ownUnit: string | null
  /** A unit of another company has it with the office's approval. */
  isHeld: boolean
}

/**
 * Reason why a unit may not be given this registration. Within a company no two units may have it; of two companies the
 * one that the office approved keeps it, and the other learns nothing about the owner. Two unapproved claims may
 * coexist: the office decides.
 */
export async function findTaken(
  ctx: Ctx,
  { unitId, companyId }: { unitId: string; companyId: string },
  registration: string,
): Promise<Refusal | undefined> {
  const plate = plateOf(registration)
  const { rows } = await sql<Holder>`/* registration-holders */
    select (
      select u.name from fleet.working_unit u left join fleet.van v on v.unit_id = u.id
      left join fleet.van_declaration s on s.unit_id = u.id and s.status = 'pending'
      where u.company_id = ${companyId} and u.id <> ${unitId}
        and ${plate} in (replace(v.registration, ' ', ''), replace(s.registration, ' ', '')) limit 1) as own_unit,
      exists (select from fleet.van h where h.held_plate = ${plate} and h.unit_id <> ${unitId}) as is_held`.execute(
    ctx.db,
  )
  const { ownUnit, isHeld } = rows[0] ?? { ownUnit: null, isHeld: false }
  if (ownUnit) return taken(`${registration} is the van of ${ownUnit} already. A van belongs to one unit.`)
  if (!isHeld) return undefined
  return taken(
    `${registration} is registered with us already. If this is your van, write to ${ctx.config.contacts.email} and we’ll put it right.`,
  )
}

const taken = (text: string): Refusal => refuse(registrationTaken, { detail: text, errors: { registration: [text] } })

interface Claim {
  unitId: string
  unit: string
  companyId: string
  company: string
  isApproved: boolean
}

/** Other units that say they have the plate which unit `u` has or waits for, those that the office has approved first. */
export const claimsOfPlate = sql<Claim[]>`coalesce((
  with plate as (
    select distinct replace(r.registration, ' ', '') as plate from (
      select registration from fleet.van where unit_id = u.id
      union all select registration from fleet.van_declaration where unit_id = u.id and status = 'pending') r
  ), claim as (
    select v.unit_id from plate p join fleet.van v on replace(v.registration, ' ', '') = p.plate
    union select s.unit_id from plate p join fleet.van_declaration s on replace(s.registration, ' ', '') = p.plate and s.status = 'pending'
  )
  select json_agg(json_build_object('unitId', o.id, 'unit', o.name, 'companyId', c.id, 'company', c.name, 'isApproved', h.held_plate is not null)
    order by h.held_plate is null, o.created_at)
  from claim k join fleet.working_unit o on o.id = k.unit_id join companies.company c on c.id = o.company_id
  left join fleet.van h on h.unit_id = o.id
  where o.id <> u.id), '[]')`
