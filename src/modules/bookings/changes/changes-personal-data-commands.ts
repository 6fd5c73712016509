import { sql } from 'kysely'
import { detachUpload } from '#modules/files/commands.ts'
import type { TxCtx } from '#platform/ctx.ts'

/** Words, photos and codes of the changes of a customer’s bookings, and the words that this person wrote to others. Figures stay with the price. */
export async function forgetChanges(ctx: TxCtx, { userId }: { userId: string }): Promise<void> {
  const { rows } = await sql<{ bookingId: string; photosId: string | null }>`/* forget-changes */
    with theirs as (
      select c.id, c.photos_id from bookings.change c where c.proposer_id = ${userId}
      union
      select c.id, c.photos_id from bookings.booking b join bookings.change c on c.booking_id = b.id where b.customer_id = ${userId}
      union
      select c.id, c.photos_id from companies.company o join bookings.booking b on b.company_id = o.id
        join bookings.change c on c.booking_id = b.id where o.owner_user_id = ${userId}
    )
    update bookings.change c set words = '', photos_id = null, proposer_id = null,
      label = case when c.label is null then null else 'Agreed change' end
    from theirs where theirs.id = c.id
    returning c.booking_id, theirs.photos_id`.execute(ctx.db)
  for (const { photosId } of rows) if (photosId) await detachUpload(ctx, photosId)
  const ids = rows.map(({ bookingId }) => bookingId)
  if (ids.length > 0)
    await sql`/* forget-agreed-lines */
      update bookings.booking set lines = (
        select coalesce(jsonb_agg(case when line ->> 'code' = 'agreed_change' then line || '{"label": "Agreed change"}' else line end order by nr), '[]')
        from jsonb_array_elements(lines) with ordinality as l (line, nr))
      where id = any (${ids}::uuid[])`.execute(ctx.db)
  await sql`/* forget-day-links */
    with theirs as (select id from bookings.booking where customer_id = ${userId}),
      codes as (delete from bookings.change_code where change_id in (
        select c.id from bookings.change c where c.booking_id in (select id from theirs))),
      screens as (delete from bookings.screen_code where booking_id in (select id from theirs)),
      warnings as (delete from bookings.late_warning where booking_id in (select id from theirs)),
      names as (update bookings.keys_link k set for_name = null from bookings.booking b join companies.company o on o.id = b.company_id
        where k.booking_id = b.id and k.made_by = 'mover' and o.owner_user_id = ${userId})
    delete from bookings.keys_link where booking_id in (select id from theirs)`.execute(ctx.db)
}
