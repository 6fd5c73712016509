import { post, type Entry } from '#modules/billing/ledger/commands.ts'
import { postingsOfCharge, postingsOfCompensation, postingsOfFee, type PaidBy } from '#modules/billing/ledger/rules.ts'
import { newId } from '#platform/new-id.ts'
import type { LocalDay } from '#shared/local-time.ts'
import type { TestApp } from '../app.ts'
import { aUnit, type TestUnit } from './unit.ts'

/** Jobs as the ledger has them, without the bookings behind them. */

export interface PostedJob {
  unit: { id: string; company: { id: string } }
  day: LocalDay
  pricePence?: number
  paidBy?: PaidBy
  customerId?: string | null
}

const entryOf = (
  app: Pick<TestApp, 'ctx'>,
  { unit, day, pricePence = 10_000, paidBy = 'card', customerId = null }: PostedJob,
) => {
  const bookingId = newId(app.ctx.clock)
  return {
    bookingId,
    day,
    companyId: unit.company.id,
    unitId: unit.id,
    customerId,
    about: {
      reference: 'ABCD1234',
      from: 'Walthamstow E17',
      to: 'Brighton BN1',
      startAt: `${day}T09:00:00.000Z`,
      registration: null,
      paidBy,
      pricePence,
      roadChargesPence: 0,
      commissionPercent: 15,
      moverChargesVat: false,
    },
  }
}

/** A job that is done, as a booking would post it. */
export function postedJob(app: Pick<TestApp, 'ctx'>, job: PostedJob): Entry {
  const entry = entryOf(app, job)
  const { pricePence, paidBy } = entry.about
  return {
    ...entry,
    cause: `booking ${entry.bookingId}`,
    kind: 'booking',
    postings: postingsOfFee({ pricePence, commissionablePence: pricePence, commissionPercent: 15, paidBy }),
  }
}

/** Its card money has come. */
export const chargeFor = ({ about, ...job }: Entry): Entry => ({
  ...job,
  cause: `charge ${job.bookingId} 1`,
  kind: 'charge',
  about: { ...about, reason: 'ch_1' },
  postings: postingsOfCharge(about.pricePence),
})

/** A job that its mover gave back too late. */
export function postedCompensation(app: Pick<TestApp, 'ctx'>, job: PostedJob & { customerId: string }): Entry {
  const entry = entryOf(app, job)
  return {
    ...entry,
    cause: `compensation ${entry.bookingId} ${job.unit.id}`,
    kind: 'compensation',
    about: { ...entry.about, paidBy: null, commissionPercent: 0 },
    postings: postingsOfCompensation(entry.about.pricePence),
  }
}

const MOST_JOBS = 9
const AT_ONCE = 500

/** So many units; the n-th has n jobs, at most nine, in each of these months, "2026-09"; every third is paid in cash, the others by card, which was charged. */
export async function billedMonths(app: TestApp, count: number, months: readonly string[]): Promise<TestUnit[]> {
  const units: TestUnit[] = []
  for (let number = 1; number <= count; number++)
    units.push(await aUnit(app, { company: { name: `Vans ${String(number).padStart(3, '0')}` } }))
  const jobs = units.flatMap((unit, index) =>
    months.flatMap((month) =>
      Array.from({ length: Math.min(index + 1, MOST_JOBS) }, (_, place) =>
        postedJob(app, {
          unit,
          day: `${month}-${String(1 + (place % 28)).padStart(2, '0')}`,
          pricePence: 10_000 + 100 * place,
          paidBy: place % 3 === 0 ? 'cash' : 'card',
        }),
      ),
    ),
  )
  const entries = jobs.flatMap((job) => (job.about.paidBy === 'card' ? [job, chargeFor(job)] : [job]))
  for (let from = 0; from < entries.length; from += AT_ONCE)
    await app.ctx.tx((tx) => post(tx, entries.slice(from, from + AT_ONCE)))
  return units
}
