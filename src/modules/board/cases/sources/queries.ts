import { sql, type RawBuilder } from 'kysely'
import { LATE_MINUTES } from '#modules/bookings/day/clock/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { addDays, addMinutes, localDayOf } from '#shared/local-time.ts'
import { NO_ONE_TOOK_HOURS, PAPERS_AHEAD_DAYS, type Group } from '../../rules.ts'

/** The columns of a row beside its order, `at` and `id`; those that are left out are null. */
interface Said {
  booking?: RawBuilder<unknown>
  unit?: RawBuilder<unknown>
  since: RawBuilder<unknown>
  due?: RawBuilder<unknown>
  amount?: RawBuilder<unknown>
  note?: RawBuilder<unknown>
  number?: RawBuilder<unknown>
}

const none = sql`null`

const says = ({
  booking,
  unit,
  since,
  due,
  amount,
  note,
  number,
}: Said) => sql`(${booking ?? none})::uuid as booking_id,
  (${unit ?? none})::uuid as about_unit, ${since} as since, (${due ?? none})::timestamptz as due, (${amount ?? none})::bigint as amount_pence,
  (${note ?? none})::text as note, (${number ?? none})::int as number`

const latest = (kinds: RawBuilder<unknown>) =>
  sql`coalesce((select max(e.at) from bookings.event e where e.booking_id = b.id and e.kind in (${kinds})), b.created_at)`

const [id, at] = [sql`b.id`, sql`b.start_at`]

/** The rows of each group, each from an index of just these, in the order of `at` and `id`: what it is about, since when, and when time decides. */
export function sourceOf(ctx: Ctx, group: Group): RawBuilder<unknown> {
  return sources[group](ctx.clock.now())
}

const sources: Record<Group, (now: Date) => RawBuilder<unknown>> = {
  late: (now) => sql`select b.start_at as at, b.id, ${says({ booking: id, since: at, due: sql`b.end_at` })}
    from bookings.booking b where b.status = 'confirmed' and b.start_at <= ${addMinutes(now, -LATE_MINUTES)} and b.end_at > ${now}`,
  nobody: () => sql`select b.start_at as at, b.id, ${says({
    booking: id,
    since: latest(sql`'became_hot'`),
    due: sql`b.start_at - interval '1 hour'`,
    number: sql`(select count(*) from bookings.hot_offer o where o.booking_id = b.id)`,
  })}
    from bookings.booking b where b.is_hot and b.status = 'new_booking'`,
  unconfirmed: () => sql`select b.created_at as at, b.id, ${says({
    booking: id,
    since: latest(sql`'created', 'verified', 'given'`),
    due: sql`b.respond_by`,
  })}
    from bookings.booking b where b.status = 'new_booking' and not b.is_hot and not b.awaiting_verification`,
  no_one_took: (now) => sql`select b.start_at as at, b.id, ${says({ booking: id, since: latest(sql`'no_one_took'`) })}
    from bookings.booking b where b.status = 'no_one_took' and not b.awaiting_verification
      and b.start_at > ${addMinutes(now, -NO_ONE_TOOK_HOURS * 60)}`,
  // The first condition is there for the index booking_agreed_end, whose own it is.
  never_started: (now) => sql`select b.end_at as at, b.id, ${says({ booking: id, since: at })}
    from bookings.booking b where b.status in ('confirmed', 'in_progress') and b.status = 'confirmed' and b.end_at <= ${now}`,
  card: () => sql`select k.since as at, k.booking_id as id, ${says({ booking: sql`k.booking_id`, since: sql`k.since`, amount: sql`k.amount_pence` })}
    from billing.card_due k`,
  papers: (now) => sql`select u.papers_until::timestamp at time zone 'Europe/London' as at, u.id, ${says({
    unit: sql`u.id`,
    since: sql`${now}::timestamptz`,
    due: sql`u.papers_until::timestamp at time zone 'Europe/London'`,
    number: sql`(select count(*) from bookings.booking j where j.unit_id = u.id and j.status = 'confirmed'
      and j.end_at > u.papers_until::timestamp at time zone 'Europe/London')`,
  })}
    from fleet.working_unit u where u.status in ('operating', 'insurance_expires_soon')
      and u.papers_until <= ${addDays(localDayOf(now), PAPERS_AHEAD_DAYS)}::date and u.papers_until > '-infinity'`,
  questions:
    () => sql`select q.asked_at as at, q.id, ${says({ booking: sql`q.booking_id`, unit: sql`q.unit_id`, since: sql`q.asked_at`, note: sql`q.kind` })}
    from bookings.day_question q where q.decided_at is null`,
  claims:
    () => sql`select k.made_at as at, k.booking_id as id, ${says({ booking: sql`k.booking_id`, since: sql`k.made_at`, amount: sql`k.asked_pence` })}
    from bookings.claim k where k.status = 'with_office'`,
  messages: () => sql`select r.at, r.id, ${says({
    booking: sql`(select m.booking_id from bookings.message m where m.id = r.message_id)`,
    since: sql`r.at`,
    note: sql`r.reason`,
  })}
    from bookings.message_report r where r.decided_at is null`,
  reviews: () => sql`select r.held_at as at, r.id, ${says({
    booking: sql`r.booking_id`,
    since: sql`r.held_at`,
    note: sql`(select m.reason from reviews.moderation m where m.review_id = r.id order by m.id limit 1)`,
  })}
    from reviews.review r where r.held_at is not null`,
  undelivered:
    () => sql`select m.failed_at as at, m.id, ${says({ since: sql`m.failed_at`, note: sql`coalesce(nullif(m.subject, ''), m.kind)` })}
    from notifications.message m where m.failed_at is not null`,
}
