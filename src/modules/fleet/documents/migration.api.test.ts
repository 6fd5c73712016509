import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { documentsValidUntil, type Document } from '#modules/fleet/documents/rules.ts'
import { migrate } from '#platform/migrate.ts'
import { prepareDatabase } from '#platform/prepare-database.ts'

/**
 * Vans from before the migration: their approved facts, the owner of a plate, and the day until which documents cover
 * them.
 */
const { admin, owner } = inject('postgres')
const database = `declared_${randomBytes(4).toString('hex')}`
const connection = { ...admin, user: owner.user, database }
const folder = mkdtempSync(join(tmpdir(), 'vanfare-migrations-'))
const client = new pg.Client(connection)

beforeAll(async () => {
  const maker = new pg.Client(admin)
  await maker.connect()
  await maker.query(`create database ${database} owner ${owner.user}`)
  await maker.end()
  const all = join(import.meta.dirname, '../../../../db/migrations')
  for (const name of readdirSync(all)) if (name < '0037') cpSync(join(all, name), join(folder, name))
  await prepareDatabase({ connection, owner: connection }, { folder })
  await client.connect()
  await client.query(before)
  for (const name of readdirSync(all)) if (/^00(38|39|44)_/.test(name)) cpSync(join(all, name), join(folder, name))
  await migrate(connection, { folder })
}, 60_000)
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await client.end()
})

const id = (number: number) => `'00000000-0000-7000-8000-00000000000${number}'`
const unit = (number: number, status: string, plate: string, approvedOn: string | null, year = 2022) => `
  insert into identity."user" (id, user_role, email, email_key, password_hash, first_name, created_at)
    values (${id(number)}, 'driver', '${number}@example.test', '${number}@example.test', '!', 'Jo', '2026-01-01');
  insert into companies.company (id, owner_user_id, name, base_postcode, created_at) values (${id(number)}, ${id(number)}, 'Vans', 'E17 4QH', '2026-01-01');
  insert into fleet.working_unit (id, company_id, name, status, created_at) values (${id(number)}, ${id(number)}, 'Sam', '${status}', '2026-01-0${number}');
  insert into fleet.van (unit_id, category, make, model, registration, fuel, euro_class, year, gross_weight_kg)
    values (${id(number)}, 'large_van', 'Ford', 'Transit', '${plate}', 'diesel', 6, ${year}, 3500);
  insert into fleet.document (company_id, unit_id, kind, status, expires_on, submitted_at, decided_at)
    select ${id(number)}, case when kind in ('goods_in_transit', 'public_liability') then null else ${id(number)}::uuid end, kind,
      ${approvedOn ? `'approved'` : `'pending'`}, expires_on::date, '2026-02-01', ${approvedOn ? `'${approvedOn}'::timestamptz` : 'null'}
    from (values ('v5c', null), ('hire_and_reward', '2026-12-15'), ('goods_in_transit', '2027-03-01'), ('public_liability', '2027-04-01')) k (kind, expires_on);`

const before = [
  unit(1, 'operating', 'LK72 VNF', '2026-03-02'),
  unit(2, 'operating', 'LK72VNF', '2026-03-01'),
  unit(3, 'pending_verification', 'LK72 VNF', null),
  unit(4, 'operating', 'AB12 CDE', '2026-02-01', 2025),
  unit(5, 'deactivated_by_you', 'AB12 CDE', '2026-02-05'),
  // Closed: its plate is free.
  `update identity."user" set status = 'pending_delete', erase_at = '2027-01-01' where id = ${id(4)};
   insert into fleet.van_masses (unit_id, payload_kg, submitted_at) values (${id(2)}, 1200, '2026-03-05'), (${id(3)}, 1300, '2026-03-05');`,
].join('\n')

it('leaves each plate to the van that was approved first, and asks again about the others', async () => {
  const { rows } = await client.query(`
    select right(u.id::text, 1) as unit, u.status, u.status_reason is not null as is_told, v.approved_at is not null as is_approved, v.held_plate,
      s.status as declared, s.payload_kg, s.reason is not null as has_reason
    from fleet.working_unit u join fleet.van v on v.unit_id = u.id left join fleet.van_declaration s on s.unit_id = u.id order by u.id`)
  const plain = { is_told: false, is_approved: true, declared: null, payload_kg: null, has_reason: false }
  const waits = { is_approved: false, held_plate: null, declared: 'pending', has_reason: true }
  expect(rows).toEqual([
    { unit: '1', status: 'pending_verification', ...waits, is_told: true, payload_kg: null },
    {
      ...plain,
      unit: '2',
      status: 'operating',
      held_plate: 'LK72VNF',
      declared: 'pending',
      payload_kg: 1200,
      has_reason: false,
    },
    { unit: '3', status: 'pending_verification', ...waits, is_told: false, payload_kg: 1300 },
    { ...plain, unit: '4', status: 'operating', held_plate: null },
    { ...plain, unit: '5', status: 'deactivated_by_you', held_plate: 'AB12CDE' },
  ])
})

it('reckons until when papers cover as the rule does', async () => {
  const { rows } = await client.query<{ id: string; until: string; year: number; documents: Document[] }>(`
    select u.id, u.papers_until::text as until, v.year, (select json_agg(json_build_object('kind', d.kind, 'status', d.status, 'expiresOn', d.expires_on))
      from fleet.document d where d.company_id = u.company_id) as documents
    from fleet.working_unit u join fleet.van v on v.unit_id = u.id order by u.id`)
  expect(rows.map(({ until }) => until)).toEqual(['2026-01-01', '2026-01-01', '-infinity', '2026-12-15', '2026-01-01'])
  const unnotified = await client.query(
    'select right(id::text, 1) as unit from fleet.working_unit where is_cover_untold',
  )
  expect(unnotified.rows.map(({ unit: number }: { unit: string }) => number).toSorted()).toEqual(['1', '2', '4', '5'])
  for (const { until, year, documents } of rows)
    expect(until).toBe(documentsValidUntil(documents, { year, grossWeightKg: 3500 }))
})
