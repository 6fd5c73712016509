import { sql } from 'kysely'
import type { TestApp } from '../app.ts'
import type { LocalDay } from '#shared/local-time.ts'
import { countPeople } from '#modules/fleet/people/commands.ts'

export interface PeopleOptions {
  companyId: string
  unitIds: readonly string[]
  /** Three are the largest crew. */
  count?: number
  /** Of every check; null without a time limit. */
  expiresOn?: LocalDay | null
}

/** Checked people of a company, as the office leaves them, with photos that show nothing. Answers their ids, the first one first. */
export async function checkedPeople(
  { ctx }: Pick<TestApp, 'ctx'>,
  { companyId, unitIds, count = 3, expiresOn = null }: PeopleOptions,
): Promise<string[]> {
  const now = ctx.clock.now()
  const { rows } = await sql<{ id: string }>`
    with face as (
      insert into files.upload (id, address_digest, created_at, attached_at)
      select gen_random_uuid()::text, '', ${now}::timestamptz, ${now}::timestamptz from generate_series(1, ${count}) returning id
    ), person as (
      insert into fleet.person (company_id, first_name, last_name, photo_upload_id, checked_first_name, checked_last_name, checked_photo_upload_id, created_at)
      select ${companyId}::uuid, name, 'Pennant', id, name, 'Pennant', id, ${now}::timestamptz
      from (select id, (array['Sam', 'Ali', 'Jo'])[1 + (row_number() over () - 1) % 3] as name from face) f returning id
    ), checked as (
      insert into fleet.person_check (person_id, method, expires_on, status, submitted_at, decided_at)
      select id, case when ${expiresOn}::date is null then 'british_or_irish_passport' else 'share_code' end, ${expiresOn}::date, 'approved', ${now}::timestamptz, ${now}::timestamptz from person
    ), assigned as (
      insert into fleet.unit_person (unit_id, person_id) select u, id from person cross join unnest(${unitIds}::uuid[]) u
    )
    select id from person order by id`.execute(ctx.db)
  await ctx.tx((tx) => countPeople(tx, { companyId }))
  return rows.map(({ id }) => id)
}
