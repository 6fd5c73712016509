import { sql } from 'kysely'
import { listRoadCharges } from '#modules/pricing/queries.ts'
import { storedOffer, type FrozenPlan, type KeptWork, type PlanSize } from '#modules/quoting/commands.ts'
import { moveAt, prepareMove } from '#modules/quoting/move/queries.ts'
import type { AskedMove } from '#modules/quoting/move/rules.ts'
import { findPlanOffers } from '#modules/quoting/plans/queries.ts'
import { MOST_VANS } from '#modules/quoting/plans/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { Refusal } from '#shared/endpoint.ts'
import { formatTime, toLocal } from '#shared/local-time.ts'
import { splitPence } from '#shared/money.ts'
import type { BookingNow } from '../queries.ts'

/** What a company would do of a plan whose own company is lost: its cheapest plan of that move at that start, for the agreed price. */
export interface RescuePlan {
  companyId: string
  /** The lead's. */
  unitId: string
  end: Date
  work: KeptWork
  plan: FrozenPlan
}

interface RescueRow {
  move: AskedMove
  plan: PlanSize
  paymentMethod: 'cash' | 'card'
  commissionablePence: number
  /** Companies that had it, and the customer's own. */
  excluded: string[]
  /** The company's units; null for all companies. */
  unitIds: string[] | null
}

/**
 * Finds each company's rescue of the booking, or that of one unit's company, cheapest first. On no more days than were booked, and with one
 * van if one was. Asks for places and routes, so it runs without the booking's lock: all vans' time is held, or refused, when one is taken.
 */
export async function findRescuePlans(ctx: Ctx, booking: BookingNow, unitId?: string): Promise<RescuePlan[]> {
  const row = await findRescueRow(ctx, booking.id, unitId)
  const { day, minute } = toLocal(booking.start)
  const routePoints = row.move.routePoints.map((point, index) =>
    index === 0 ? { ...point, date: day, time: formatTime(minute) } : point,
  )
  const prepared = await prepareMove(ctx, { ...row.move, routePoints }, { oneVan: false })
  if (prepared instanceof Refusal) return []
  const charges = await listRoadCharges(ctx)
  const offers = await findPlanOffers(ctx, moveAt(prepared, booking.start), charges, {
    offering: row.excluded,
    wish: { mostVans: row.plan.vans > 1 ? MOST_VANS : 1, mostDays: row.plan.days },
    among: row.unitIds ? { unitIds: row.unitIds, isAsChecked: false } : undefined,
  })
  return offers
    .filter(({ unit }) => unit.company.paymentMethods.includes(row.paymentMethod))
    .toSorted((a, b) => a.price.totalPence - b.price.totalPence)
    .flatMap((offer) => {
      const { work, plan } = storedOffer(offer, charges)
      const last = plan?.stretches.findLast(({ van }) => van === 1)
      if (!plan || !last) return []
      const price = { ...booking, commissionablePence: row.commissionablePence }
      return [
        {
          companyId: offer.unit.company.id,
          unitId: offer.unit.id,
          end: new Date(last.end),
          work,
          plan: atAgreedPrice(plan, price),
        },
      ]
    })
}

async function findRescueRow(ctx: Ctx, bookingId: string, unitId?: string): Promise<RescueRow> {
  const { rows } = await sql<RescueRow>`/* rescue-row */
    select b.move, b.plan, b.payment_method, b.commissionable_pence,
      array(select u.company_id from bookings.lost_job l join fleet.working_unit u on u.id = l.unit_id where l.booking_id = b.id
        union select c.id from companies.company c where c.owner_user_id = b.customer_id) as excluded,
      case when ${unitId ?? null}::uuid is not null then array(select o.id from fleet.working_unit u
        join fleet.working_unit o on o.company_id = u.company_id where u.id = ${unitId ?? null}::uuid) end as unit_ids
    from bookings.booking b where b.id = ${bookingId}`.execute(ctx.db)
  if (!rows[0]?.plan) throw new Error('Only a plan is rescued as one')
  return rows[0]
}

/** The agreed price divided among other vans and days, as these would share their own. */
function atAgreedPrice(
  plan: FrozenPlan,
  agreed: { totalPence: number; commissionablePence: number; minimumTimePence: number },
): FrozenPlan {
  const totals = splitPence(
    agreed.totalPence,
    plan.stretches.map(({ totalPence }) => totalPence),
  )
  const commissionable = splitPence(agreed.commissionablePence, totals)
  const minimum = splitPence(agreed.minimumTimePence, totals)
  const stretches = plan.stretches.map((stretch, index) => ({
    ...stretch,
    totalPence: totals[index] ?? 0,
    commissionablePence: commissionable[index] ?? 0,
    minimumTimePence: minimum[index] ?? 0,
    lines: [],
  }))
  return { ...plan, stretches }
}
