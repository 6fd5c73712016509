import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { ON_TIME_MINUTES, type Counted } from './rules.ts'

/**
 * Figures of a company's units, read from the trail by its index: a row for each company named. A booking counts for
 * the unit that finished, gave up or answered it, even if it moved on. A start that only the phone dates back counts
 * from the next other proof: the customer, a position at the door, or our own clock.
 */
export const countedOf = (companies: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with unit as (select u.id, u.company_id from fleet.working_unit u where u.company_id in (${companies})),
  done as (
    select u.company_id, b.start_at, coalesce(b.final_pence, b.total_pence) <= b.total_pence as is_kept,
      coalesce((select coalesce(d.proved_start_at, d.started_at) from bookings.day d where d.booking_id = b.id),
        (select min(s.at) from bookings.event s where s.booking_id = b.id and s.kind = 'started')) as started_at,
      exists (select from bookings.day d where d.booking_id = b.id and d.is_start_doubted) as is_doubted
    from unit u join bookings.event f on f.unit_id = u.id and f.kind = 'finished' join bookings.booking b on b.id = f.booking_id
  ), work as (
    select company_id, count(*)::int as finished, count(started_at)::int as started,
      (count(*) filter (where not is_doubted and started_at <= start_at + ${`${ON_TIME_MINUTES} minutes`}::interval))::int as on_time,
      (count(*) filter (where is_kept))::int as price_kept
    from done group by company_id
  ), given_up as (
    select u.company_id, count(*)::int as cancelled, max(e.at) as last_cancelled_at
    from unit u join bookings.event e on e.unit_id = u.id and e.kind in ('given_up', 'not_reconfirmed', 'cancelled')
    where e.kind <> 'cancelled' or (e.data ->> 'byMover' = 'true' and not exists (
      select from bookings.event s where s.booking_id = e.booking_id and s.kind = 'no_show_settled' and s.data ->> 'isOwed' = 'false'))
    group by u.company_id
  ), reply as (
    select u.company_id, count(*)::int as replies,
      floor(percentile_cont(0.5) within group (order by extract(epoch from a.at - q.at) / 60) + 0.5)::int as reply_minutes
    from unit u join bookings.event a on a.unit_id = u.id and a.kind in ('confirmed', 'rejected', 'not_taken')
      and a.data -> 'atOnce' is null
    cross join lateral (
      select max(q.at) as at from bookings.event q
      where q.booking_id = a.booking_id and q.unit_id = a.unit_id and q.kind in ('created', 'verified')) q
    where q.at < a.at group by u.company_id
  )
  select c.id as company_id, coalesce(w.finished, 0) as finished, coalesce(w.started, 0) as started, coalesce(w.on_time, 0) as on_time,
    coalesce(w.price_kept, 0) as price_kept, coalesce(g.cancelled, 0) as cancelled, g.last_cancelled_at,
    coalesce(r.replies, 0) as replies, r.reply_minutes
  from (select id from companies.company where id in (${companies})) c
  left join work w on w.company_id = c.id left join given_up g on g.company_id = c.id left join reply r on r.company_id = c.id`

export const findFigures = (ctx: Ctx, companyId: string): Promise<Counted | undefined> =>
  ctx.db
    .selectFrom('reviews.figures')
    .select(['finished', 'started', 'onTime', 'priceKept', 'cancelled', 'lastCancelledAt', 'replies', 'replyMinutes'])
    .where('companyId', '=', companyId)
    .executeTakeFirst()
