import { isFinished, isOnCalendar } from '#modules/bookings/rules.ts'
import { sql } from 'kysely'
import { findProfile } from '#modules/companies/queries.ts'
import { coverOf, traderOf } from '#modules/companies/rules.ts'
import type { HelpLevel, VanCategory } from '#modules/fleet/rules.ts'
import { isTelling } from '#modules/identity/sessions/known-devices-queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { countOf, openPage, pageOfRows } from '#platform/key-pages.ts'
import { refuseMiss } from '#platform/rate-limit.ts'
import { readSignedId, signId } from '#platform/secrets.ts'
import { commonRefusals, refuse, Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { localDayOf } from '#shared/local-time.ts'
import { outcodeOf } from '#shared/uk-postcode.ts'
import type {
  getReviewPage,
  listCompanyReviews as listEndpoint,
  answerReview,
  getCompanyPage,
  getWhatPeopleSay,
} from './contract.ts'
import { findFigures } from './figures/queries.ts'
import { areShown } from './figures/rules.ts'
import { meanOf, type ReviewedDay } from './rules.ts'

type Review = AnswerOf<typeof answerReview>

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The booking's own link opens no review, nor the other way round. */
const PURPOSE = 'review hash'

/** Hash of the secret address at which a booking is reviewed, emailed to its booker alone. */
export const reviewHashOf = (ctx: Pick<Ctx, 'config'>, bookingId: string): string => signId(ctx, PURPOSE, bookingId)

const bookingOfHash = (ctx: Ctx, hash: string): string | undefined => readSignedId(ctx, PURPOSE, hash)

/** The booking that an address opens; by its id, for the customer who is signed in. */
export async function findReviewable(ctx: Ctx, hash: string): Promise<string | Refusal> {
  if (!UUID.test(hash)) return bookingOfHash(ctx, hash) ?? refuseMiss(ctx, 'review')
  if (ctx.actor.kind !== 'customer') return refuse(commonRefusals.notFound)
  const own = await ctx.db
    .selectFrom('bookings.booking')
    .select('id')
    .where('id', '=', hash)
    .where('customerId', '=', ctx.actor.userId)
    .where('awaitingVerification', '=', false)
    .executeTakeFirst()
  return own?.id ?? refuse(commonRefusals.notFound)
}

/** Finds the booking to review, and the review once there is one. A booking without a company cannot be reviewed. */
export async function findReviewPage(ctx: Ctx, hash: string): Promise<AnswerOf<typeof getReviewPage> | Refusal> {
  const id = await findReviewable(ctx, hash)
  if (id instanceof Refusal) return id
  const row = await ctx.db
    .selectFrom('bookings.booking as b')
    .innerJoin('companies.company as c', 'c.id', 'b.companyId')
    .leftJoin('fleet.van as v', 'v.unitId', 'b.unitId')
    .leftJoin('reviews.review as r', 'r.bookingId', 'b.id')
    .select(['b.startAt', 'b.status', 'b.move', 'b.work', 'b.routePoints', 'v.registration'])
    .select(['c.id', 'c.name', 'c.markColour', 'c.logoUrl'])
    .select(['r.punctuality', 'r.care', 'r.value', 'r.text', 'r.createdAt'])
    .where('b.id', '=', id)
    .executeTakeFirst()
  if (!row) return refuse(commonRefusals.notFound)
  const { order, places } = row.work
  const end = (index: number) => ({
    place: places.at(index)?.town ?? '',
    outcode: outcodeOf(row.routePoints.at(index)?.postcode ?? '') ?? '',
  })
  const { punctuality, care, value, text, createdAt } = row
  return {
    company: { id: row.id, name: row.name, markColour: row.markColour, logoUrl: row.logoUrl },
    move: {
      startAt: row.startAt.toISOString(),
      from: end(0),
      to: end(-1),
      totalTime: order.totalTime,
      distance: order.distance,
      estimated: order.estimated,
      vanCategory: row.move.vanCategory,
      registration: row.registration,
    },
    isFinished: isFinished(row.status),
    isOff: !isOnCalendar(row.status),
    review:
      punctuality && care && value && createdAt
        ? { punctuality, care, value, text: text ?? '', createdAt: createdAt.toISOString() }
        : null,
  }
}

/** What the booker `u` and the company's people are both recognised by, as far as it tells people apart. */
const sharedMarks = sql`identity.known_device d join identity.known_device o on o.digest = d.digest
  join mover m on m.id = o.user_id and m.id <> u.id and d.user_id = u.id and ${isTelling}`

/** What is known of the move that a review is about. A start that only the driver's phone dates back counts from when it was sure. */
export async function readReviewedDay(ctx: Ctx, bookingId: string): Promise<ReviewedDay> {
  const { rows } = await sql<ReviewedDay>`/* reviewed-day */
    with mover as (select distinct p.id from bookings.booking b join companies.company c on c.id = b.company_id
      left join fleet.working_unit w on w.company_id = c.id left join fleet.unit_driver h on h.unit_id = w.id
      join identity."user" p on p.id in (c.owner_user_id, h.user_id) where b.id = ${bookingId})
    select (extract(epoch from d.finished_at - greatest(d.started_at, d.proved_start_at)) / 60)::int as worked_minutes,
      (extract(epoch from (b.work #>> '{order,totalTime}')::interval) / 60)::int as agreed_minutes,
      coalesce((d.started_at at time zone 'Europe/London')::date < (b.start_at at time zone 'Europe/London')::date, false) as began_before_its_day,
      exists (select from mover m join identity."user" p on p.id = m.id where p.phone = u.phone
        and (p.phone_verified_at is not null or u.phone_verified_at is not null)) as shares_phone,
      exists (select from ${sharedMarks} where d.kind = 'device') as shares_device,
      exists (select from ${sharedMarks} where d.kind = 'network' and greatest(d.first_used_at, o.first_used_at) <
        (b.start_at at time zone 'Europe/London')::date::timestamp at time zone 'Europe/London') as shares_network
    from bookings.booking b join identity."user" u on u.id = b.customer_id left join bookings.day d on d.booking_id = b.id
    where b.id = ${bookingId}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error('A booking that is reviewed is gone')
  return row
}

/** Facts about the booking `b` that a reader of its review sees. */
const reviewedMove = sql<ReviewedMove | null>`case when b.id is not null then json_build_object(
  'from', b.work #>> '{places,0,town}', 'to', b.work #>> '{places,-1,town}', 'vanCategory', b.move ->> 'vanCategory',
  'manPower', b.move ->> 'manPower') end`

interface ReviewedMove {
  from: string
  to: string
  vanCategory: VanCategory
  manPower: HelpLevel
}

const shown = (ctx: Ctx) =>
  ctx.db
    .selectFrom('reviews.review as r')
    .leftJoin('bookings.booking as b', 'b.id', 'r.bookingId')
    .select(['r.id', 'r.authorName', 'r.punctuality', 'r.care', 'r.value', 'r.text', 'r.createdAt'])
    .select(['r.answer', 'r.answeredAt'])
    .select(reviewedMove.as('move'))
    .where('r.hiddenAt', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>

const viewOf = ({ createdAt, answer, answeredAt, ...row }: Row): Review => ({
  ...row,
  createdAt: createdAt.toISOString(),
  answer: answer === null ? null : { text: answer, answeredAt: answeredAt?.toISOString() ?? null },
})

export async function findShownReview(ctx: Ctx, id: string): Promise<Review | undefined> {
  const row = await shown(ctx).where('r.id', '=', id).executeTakeFirst()
  return row && viewOf(row)
}

const newest = { 'r.created_at': 'timestamptz', 'r.id': 'uuid' } as const
/** All downwards, as their indexes have them. */
const ORDERS = {
  newest,
  highest: { 'r.marks': 'int', ...newest },
  lowest: { 'r.marks_short': 'int', ...newest },
} as const

/** A page of a company's reviews: two statements, however many there are. */
export async function listCompanyReviews(
  ctx: Ctx,
  companyId: string,
  { order, ...pageRequest }: InputOf<typeof listEndpoint>['query'],
): Promise<AnswerOf<typeof listEndpoint> | Refusal> {
  const path = `/api/company/${companyId.toLowerCase()}/reviews/`
  const query = order === 'newest' ? {} : { order }
  const page = openPage(ctx, { list: path, direction: 'desc', columns: ORDERS[order], query }, pageRequest)
  if (page instanceof Refusal) return page
  const [count, rows] = await Promise.all([
    countOf(
      ctx,
      page,
      ctx.db.selectFrom('reviews.review as r').where('r.companyId', '=', companyId).where('r.hiddenAt', 'is', null),
    ),
    shown(ctx).select(page.key.as('key')).where('r.companyId', '=', companyId).$call(page.cut).execute(),
  ])
  const { rows: pageRows, ...answer } = pageOfRows(ctx, path, page, { rows, count })
  return { ...answer, results: pageRows.map(({ key: _key, ...row }) => viewOf(row)) }
}

/** Newest reviews that are looked at for three companies. */
const NEWEST = 40
const COMPANIES = 3

/** Finds the newest reviews of all companies, whatever their marks. */
export async function findWhatPeopleSay(ctx: Ctx): Promise<AnswerOf<typeof getWhatPeopleSay>> {
  const [rows, total] = await Promise.all([
    shown(ctx)
      .innerJoin('companies.company as c', 'c.id', 'r.companyId')
      .select(['c.id as companyId', 'c.name as companyName'])
      // Condition of the index review_said.
      .where(sql<boolean>`length(r.text) between 40 and 240`)
      .orderBy('r.createdAt', 'desc')
      .orderBy('r.id', 'desc')
      .limit(NEWEST)
      .execute(),
    ctx.db
      .selectFrom('companies.company')
      .select([
        sql<number>`coalesce(sum(reviews_count), 0)::int`.as('count'),
        sql<number | null>`round(sum(rating * reviews_count) / nullif(sum(reviews_count), 0), 1)::float`.as('rating'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  const newestOfEach = [...Map.groupBy(rows, ({ companyId }) => companyId).values()].flatMap(([first]) => first ?? [])
  return {
    ...total,
    results: newestOfEach
      .slice(0, COMPANIES)
      .map(({ id, authorName, text, move, companyId, companyName, ...marks }) => ({
        id,
        authorName,
        text,
        move,
        rating: meanOf(marks),
        company: { id: companyId, name: companyName },
      })),
  }
}

type Page = AnswerOf<typeof getCompanyPage>

interface CompanyPageRow {
  name: string
  legalName: string | null
  companyNumber: string | null
  coverPence: number | null
  coverPerItemPence: number | null
  papers: Page['papers']
  vans: Page['vans']
  prices: Page['prices']
  districts: string[]
  takesJobs: boolean
  distribution: number[]
  marks: Page['marks']
}

/**
 * Builds a company’s public page in a fixed number of SQL statements: its profile and gallery, its vans and marks, its
 * figures.
 */
export async function findCompanyPage(ctx: Ctx, id: string): Promise<Page | Refusal> {
  const [profile, row, counted] = await Promise.all([findProfile(ctx, id), findMore(ctx, id), findFigures(ctx, id)])
  if (profile instanceof Refusal || !row) return profile as Refusal
  const { papers: documents, vans, prices, districts, takesJobs, distribution, marks } = row
  return {
    ...profile,
    trader: traderOf(row),
    cover: coverOf(row),
    papers: documents,
    takesJobs,
    vans,
    prices,
    districts,
    distribution,
    marks,
    figures:
      counted && areShown(counted)
        ? { ...counted, lastCancelledAt: counted.lastCancelledAt?.toISOString() ?? null }
        : null,
  }
}

const isAtWork = sql`u.status in ('operating', 'insurance_expires_soon')`

async function findMore(ctx: Ctx, id: string): Promise<CompanyPageRow | undefined> {
  const today = localDayOf(ctx.clock.now())
  const { rows } = await sql<CompanyPageRow>`/* company-page */
    select c.name, c.legal_name, c.company_number, c.cover_pence, c.cover_per_item_pence,
      exists (select from fleet.working_unit u where u.company_id = c.id and ${isAtWork}) as takes_jobs,
      coalesce((select json_agg(json_build_object('category', v.category, 'make', v.make, 'model', v.model, 'registration', v.registration,
          'hasTailLift', v.has_tail_lift, 'fuel', v.fuel, 'euroClass', v.euro_class,
          'people', (select count(*) from unnest(u.people_until) day where day > ${today}::date)) order by u.created_at, u.id)
        from fleet.working_unit u join fleet.van v on v.unit_id = u.id where u.company_id = c.id and ${isAtWork}), '[]') as vans,
      coalesce((select json_agg(json_build_object('kind', p.kind, 'expiresOn', p.expires_on) order by p.kind)
        from (select d.kind, max(d.expires_on) as expires_on from fleet.document d
          where d.company_id = c.id and d.unit_id is null and d.status = 'approved' and d.expires_on > ${today}::date
            and d.kind in ('goods_in_transit', 'public_liability') group by d.kind) p), '[]') as papers,
      (select json_build_object('minimumMinutes', t.minimum_minutes, 'minimumMinutesTwoPorters', t.minimum_minutes_two_porters,
          'includedMiles', t.included_miles, 'pencePerMile', t.pence_per_mile, 'outOfHoursPercent', t.out_of_hours_percent,
          'waitingPencePerHalfHour', t.waiting_pence_per_half_hour, 'freeWaitingMinutes', t.free_waiting_minutes,
          'hourly', coalesce((select json_agg(json_build_object('vanCategory', r.van_category, 'helpLevel', r.help_level, 'pencePerHour', r.pence_per_hour))
            from pricing.hourly_rate r where r.company_id = c.id and exists (
              select from fleet.working_unit u join fleet.van v on v.unit_id = u.id
              where u.company_id = c.id and v.category = r.van_category and r.help_level = any (u.help_levels) and ${isAtWork})), '[]'))
        from pricing.tariff t where t.company_id = c.id) as prices,
      array(select distinct d.district from fleet.working_unit u join fleet.operating_district d on d.unit_id = u.id
        where u.company_id = c.id and ${isAtWork} order by 1) as districts,
      s.distribution, s.marks
    from companies.company c
    cross join lateral (
      select json_build_array(${sql.join([1, 2, 3, 4, 5].map((stars) => sql`count(*) filter (where r.stars = ${stars}::int)`))}) as distribution,
        case when count(*) > 0 then json_build_object('punctuality', round(avg(r.punctuality), 1), 'care', round(avg(r.care), 1),
          'value', round(avg(r.value), 1)) end as marks
      from (select punctuality, care, value, round((punctuality + care + value) / 3.0)::int as stars
        from reviews.review where company_id = c.id and hidden_at is null) r) s
    where c.id = ${id}`.execute(ctx.db)
  return rows[0]
}
