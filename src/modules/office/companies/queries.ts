import { literals } from '#platform/db.ts'
import { WITH_DAY } from '#modules/bookings/rules.ts'
import { sql, type RawBuilder } from 'kysely'
import { listUpcomingJobs } from '#modules/bookings/waiting/queries.ts'
import { commissionPercentOf } from '#modules/companies/queries.ts'
import { isRegisteredForVat, type PaymentMethod } from '#modules/companies/rules.ts'
import {
  vanWithDocuments,
  documentsOfUnit,
  listDocuments,
  type DocumentView,
} from '#modules/fleet/documents/queries.ts'
import type { VanWithDocuments } from '#modules/fleet/documents/rules.ts'
import { findPeople } from '#modules/fleet/people/queries.ts'
import type { UnitStatus } from '#modules/fleet/units/rules.ts'
import { FIGURES_FROM } from '#modules/reviews/figures/rules.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { localDayOf, type LocalDay } from '#shared/local-time.ts'
import type { getCompanyForOffice as endpoint } from './contract.ts'
import { RECENT_DAYS } from '../rules.ts'

type Company = AnswerOf<typeof endpoint>
type Unit = Company['units'][number]

/** What the company `c` pays us of a price today. */
export const commissionOf = ({ clock }: Ctx): RawBuilder<number> => commissionPercentOf(sql`c.id`, clock.now())

/** Jobs of the company `c` that began lately. */
export const recentJobs = ({ clock }: Ctx): RawBuilder<number> =>
  sql<number>`(select count(*)::int from bookings.booking b where b.company_id = c.id and b.start_at <= ${clock.now()}
    and b.start_at > ${new Date(clock.now().getTime() - RECENT_DAYS * 86_400_000)} and b.status in ${literals(WITH_DAY)})`

/** Figures of the company `c` on its public page; null before it has finished some jobs. */
export const shownFigures = sql<Company['figures']>`(
  select json_build_object('finished', f.finished, 'started', f.started, 'onTime', f.on_time, 'priceKept', f.price_kept,
    'cancelled', f.cancelled, 'lastCancelledAt', to_char(f.last_cancelled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'replyMinutes', f.reply_minutes)
  from reviews.figures f where f.company_id = c.id and f.finished >= ${sql.lit(FIGURES_FROM)})`

interface Row {
  name: string
  legalName: string | null
  companyNumber: string | null
  registeredAddress: string | null
  basePlace: string
  paymentMethods: PaymentMethod[]
  createdAt: Date
  owner: Company['owner']
  bank: Company['bank']
  vatNumber: string | null
  vatRegisteredFrom: LocalDay | null
  vatDeregisteredFrom: LocalDay | null
  commissionPercent: number
  rating: number | null
  reviewsCount: number
  figures: Company['figures']
  recentJobs: number
  units: (Pick<Unit, 'id' | 'name' | 'registration' | 'statusReason' | 'officeBlock' | 'driver'> & {
    status: UnitStatus
    van: VanWithDocuments | null
  })[]
}

async function readCompany(ctx: Ctx, id: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`/* company-for-office */
    select c.name, c.legal_name, c.company_number, c.registered_address, c.base_place, c.payment_methods, c.created_at, c.vat_number,
      c.vat_registered_from, c.vat_deregistered_from, ${commissionOf(ctx)} as commission_percent, c.rating, c.reviews_count,
      ${shownFigures} as figures, ${recentJobs(ctx)} as recent_jobs,
      (select json_build_object('id', o.id, 'name', concat_ws(' ', o.first_name, o.last_name), 'email', o.email, 'phone', o.phone, 'status', o.status)
        from identity."user" o where o.id = c.owner_user_id) as owner,
      (select json_build_object('accountTail', b.account_tail, 'isConfirmed', b.confirmed_at is not null)
        from companies.bank_account b where b.company_id = c.id order by b.confirmed_at is not null desc, b.requested_at desc limit 1) as bank,
      coalesce((select json_agg(json_build_object('id', u.id, 'name', u.name, 'registration', v.registration, 'status', u.status,
          'statusReason', u.status_reason, 'officeBlock', u.office_block, 'van', ${vanWithDocuments}, 'driver', (
            select json_build_object('id', d.id, 'name', concat_ws(' ', d.first_name, d.last_name))
            from fleet.unit_driver ud join identity."user" d on d.id = ud.user_id where ud.unit_id = u.id)) order by u.created_at, u.id)
        from fleet.working_unit u left join fleet.van v on v.unit_id = u.id where u.company_id = c.id), '[]') as units
    from companies.company c where c.id = ${id}`.execute(ctx.db)
  return rows[0]
}

/** One company, and the look at it in the audit log. */
export async function seeCompany(ctx: Ctx, id: string): Promise<Company | Refusal> {
  const row = await readCompany(ctx, id)
  if (!row) return refuse(commonRefusals.notFound)
  const [documents, people, upcomingJobs] = await Promise.all([
    listDocuments(ctx, id),
    findPeople(ctx, id),
    listUpcomingJobs(
      ctx,
      row.units.map((unit) => unit.id),
    ),
  ])
  await ctx.tx((tx) => recordAudit(tx, { action: 'company.seen', object: `company ${id}` }))
  const today = localDayOf(ctx.clock.now())
  const { vatNumber, vatRegisteredFrom, vatDeregisteredFrom, units, createdAt, ...company } = row
  return {
    id,
    ...company,
    createdAt: createdAt.toISOString(),
    vat: {
      number: vatNumber,
      registeredFrom: vatRegisteredFrom,
      deregisteredFrom: vatDeregisteredFrom,
      isRegistered: isRegisteredForVat(row, today),
    },
    units: units.map(({ van, ...unit }) => {
      const own = upcomingJobs.filter(({ unitId }) => unitId === unit.id)
      const count = (which: (typeof own)[number]['becomes']) => own.filter(({ becomes }) => becomes === which).length
      return {
        ...unit,
        papers: documentsOfUnit(documents, { id: unit.id, van }, today).filter(isOfInterest).map(unitDocumentOf),
        ahead: { hot: count('hot'), ends: count('ends'), goesOn: count('goes_on') },
      }
    }),
    people: people.map((person) => ({
      id: person.id,
      name: [person.firstName, person.lastName].filter(Boolean).join(' '),
      isChecked: person.isChecked,
      isWaiting: person.newest?.status === 'pending' || person.hasChanges,
      expiresOn: person.current?.expiresOn ?? null,
    })),
  }
}

/** What a unit has to have, and whatever else it has. */
const isOfInterest = ({ isRequired, current, newest }: DocumentView): boolean =>
  isRequired || current !== null || newest !== null

const unitDocumentOf = ({ kind, label, standing, current, newest }: DocumentView): Unit['papers'][number] => ({
  kind,
  label,
  standing,
  expiresOn: (current ?? newest)?.expiresOn ?? null,
  daysLeft: (current ?? newest)?.daysLeft ?? null,
  isWaiting: newest?.status === 'pending',
})
