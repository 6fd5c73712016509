import { sql } from 'kysely'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { jobName, type JobRun, job } from '#platform/jobs.ts'
import { addMinutes, daysFromTo, endOfDay, localDayOf, startOfDay, type LocalDay } from '#shared/local-time.ts'

/** Counts days from the trail and the ledger (ADR 0046). A day is always counted as a whole, so counting it again changes nothing. */

/** `isWhole`: every day from the first, not only what has changed. */
export const countDue = jobName<{ isWhole?: boolean }>('figures.count')

/** Longer than a transaction lasts that was already writing when the last count read. */
const OVERLAP_MINUTES = 30

/** Counts the days since the last count, and earlier ones of which something has changed since. Answers how many. */
export async function countFigures(
  ctx: Ctx,
  { isWhole = false }: { isWhole?: boolean } = {},
  run?: JobRun,
): Promise<number> {
  const now = ctx.clock.now()
  const { until } = await ctx.db.selectFrom('figures.counted').select('until').executeTakeFirstOrThrow()
  const since = until && !isWhole ? addMinutes(until < now ? until : now, -OVERLAP_MINUTES) : undefined
  const days = since ? await changedDays(ctx, since, now) : await everyDay(ctx, now)
  // Each in a short transaction of its own.
  for (const [index, day] of days.entries()) {
    run?.signal.throwIfAborted()
    await ctx.tx((tx) => countDay(tx, day))
    await run?.progress(index + 1, days.length)
  }
  await ctx.db.updateTable('figures.counted').set({ until: now }).execute()
  return days.length
}

/**
 * All days from the first event on. Days of the ledger may be in the future: a late cancellation has that of its job.
 */
async function everyDay(ctx: Ctx, now: Date): Promise<LocalDay[]> {
  const { rows } = await sql<{ at: Date | null; first: LocalDay | null; last: LocalDay | null }>`
    select (select min(at) from bookings.event where kind in (${COUNTED})) as at,
      (select min(day) from billing.entry) as first, (select max(day) from billing.entry) as last`.execute(ctx.db)
  const today = localDayOf(now)
  const [found] = rows
  const known = [
    today,
    found?.at ? localDayOf(found.at) : today,
    found?.first ?? today,
    found?.last ?? today,
  ].toSorted()
  return daysFromTo(known[0] ?? today, known.at(-1) ?? today)
}

/**
 * Days to recount, including those of entries posted since, of bookings whose price has changed, and of cancellations
 * that were none.
 */
async function changedDays(ctx: Ctx, since: Date, now: Date): Promise<LocalDay[]> {
  const { rows } = await sql<{ day: LocalDay | null; at: Date | null }>`
    select day, null::timestamptz as at from billing.entry where at >= ${since}
    union
    select null, p.at from bookings.event e join bookings.event p on p.booking_id = e.booking_id
    where e.at >= ${since} and e.kind in ('change_agreed', 'cancellation_denied') and p.kind in ('created', 'verified', 'cancelled')`.execute(
    ctx.db,
  )
  const earlier = rows.flatMap(({ day, at }) => (at ? [localDayOf(at)] : day ? [day] : []))
  return [...new Set([...earlier, ...daysFromTo(localDayOf(since), localDayOf(now))])].toSorted()
}

/** The kinds of the index event_counted. Literals, so that it serves. */
const COUNTED = sql.raw(
  ['created', 'verified', 'confirmed', 'rejected', 'not_taken', 'became_hot', 'no_one_took', 'finished', 'cancelled']
    .map((kind) => `'${kind}'`)
    .join(', '),
)

/** One count at a time: each reads what the one before has seen, and more. */
async function countDay(ctx: TxCtx, day: LocalDay): Promise<void> {
  await sql`select from figures.counted for update`.execute(ctx.db)
  await sql`delete from figures.reply where day = ${day}::date`.execute(ctx.db)
  await sql`/* figures-count */
    with happened as materialized (${happenedOn(day)}), reply as (
      insert into figures.reply (day, minutes, replies)
      select ${day}::date, minutes, count(*) from (
        select waited - waited % case when waited < 30 then 1 when waited < 120 then 5 else 15 end as minutes
        from (select floor(extract(epoch from at - asked_at) / 60)::int as waited
          from happened where asked_at < at and kind in ('confirmed', 'rejected')) w
      ) m group by minutes
    ), counted as (
      select count(*) filter (where kind in ('created', 'verified') and counts) as made,
        sum(total_pence) filter (where kind in ('created', 'verified') and counts) as made_pence,
        count(*) filter (where kind = 'confirmed' and counts) as confirmed,
        count(*) filter (where kind = 'finished') as completed,
        count(*) filter (where kind = 'cancelled' and counts) as cancelled,
        count(*) filter (where kind = 'confirmed' and asked_at < at) as accepted,
        count(*) filter (where kind = 'rejected' and asked_at < at) as declined,
        count(*) filter (where kind = 'not_taken' and asked_at < at) as unanswered,
        count(*) filter (where kind = 'became_hot') as hot,
        count(*) filter (where kind = 'confirmed' and was_hot) as hot_taken,
        count(*) filter (where kind = 'no_one_took') as untaken
      from happened
    ), money as (
      select sum(p.amount_pence) filter (where p.account = 'customer' and p.what = 'price') as settled_pence,
        -sum(p.amount_pence) filter (where p.account = 'commission') as commission_pence
      from billing.entry e join billing.posting p on p.entry_id = e.id
      where e.day = ${day}::date and p.account in ('customer', 'commission')
    )
    insert into figures.day (day, made, made_pence, confirmed, completed, cancelled, accepted, declined, unanswered, hot, hot_taken, untaken,
      settled_pence, commission_pence)
    select ${day}::date, made, coalesce(made_pence, 0), confirmed, completed, cancelled, accepted, declined, unanswered, hot, hot_taken, untaken,
      coalesce(settled_pence, 0), coalesce(commission_pence, 0)
    from counted, money
    on conflict (day) do update set made = excluded.made, made_pence = excluded.made_pence, confirmed = excluded.confirmed,
      completed = excluded.completed, cancelled = excluded.cancelled, accepted = excluded.accepted, declined = excluded.declined,
      unanswered = excluded.unanswered, hot = excluded.hot, hot_taken = excluded.hot_taken, untaken = excluded.untaken,
      settled_pence = excluded.settled_pence, commission_pence = excluded.commission_pence`.execute(ctx.db)
}

/**
 * What happened on a day to bookings whose customer is verified, each beside the whole trail of its booking. `counts`: it is the one of its
 * kind that makes a booking, a first confirmation, a cancellation that stayed. `asked_at`: when this unit was asked for it. `was_hot`: every
 * driver was.
 */
const happenedOn = (day: LocalDay) => sql`
  select e.at, e.kind, b.total_pence, t.asked_at, t.last_before = 'became_hot' as was_hot,
    case e.kind when 'created' then not t.is_made_later when 'confirmed' then not t.was_confirmed
      when 'cancelled' then t.cancelled_next is distinct from 'cancellation_denied' else true end as counts
  from bookings.event e
  join bookings.booking b on b.id = e.booking_id and not b.awaiting_verification
  cross join lateral (
    select bool_or(p.kind in ('verified', 'time_gone')) as is_made_later, bool_or(p.kind = 'confirmed' and p.id < e.id) as was_confirmed,
      max(p.at) filter (where p.kind in ('created', 'verified') and p.unit_id = e.unit_id and p.id < e.id) as asked_at,
      (array_agg(p.kind order by p.id desc) filter (where p.kind in ('created', 'verified', 'became_hot', 'confirmed') and p.id < e.id))[1] as last_before,
      (array_agg(p.kind order by p.id) filter (where p.kind in ('cancelled', 'cancellation_denied') and p.id > e.id))[1] as cancelled_next
    from bookings.event p where p.booking_id = e.booking_id
  ) t
  where e.at >= ${startOfDay(day)} and e.at < ${endOfDay(day)} and e.kind in (${COUNTED})`

export const figuresJobs = [
  // Long for the first time, and after npm run figures:count.
  job({ ...countDue, cron: '*/5 * * * *', long: { minutes: 60 }, handle: countFigures }),
]
