import type { TestApp } from './app.ts'

/**
 * Twenty thousand jobs of four hundred days and fifty units in the ledger, each on a statement of its unit and day, all but those of the last
 * weeks saved; invoices and credits of some; a run of each month. After `fillGrowingTables`, whose units and customers these are of.
 */
export async function fillBillingTables(app: TestApp): Promise<void> {
  const own = (text: string) => app.database.asOwner(text)
  const jobs = `(select n, date '2025-10-15' + (n % 400) as day, md5('w' || 1 + n % 50)::uuid as unit_id, md5('c' || 1 + n % 50)::uuid as company_id,
    md5('u' || n)::uuid as customer_id, case when n % 40 = 0 then 'compensation' when n % 10 = 0 then 'cancellation' else 'booking' end as kind
    from generate_series(1, 20000) n) j`
  // What checks every row would take minutes.
  const checked = ['entry', 'posting', 'sheet_entry']
  for (const table of checked) await own(`alter table billing.${table} disable trigger user`)
  await own(`
    with e as (
      insert into billing.entry (id, cause, kind, at, day, booking_id, company_id, unit_id, customer_id, about)
      select md5('e' || n)::uuid, 'job ' || n, kind, day, day, md5('b' || n)::uuid, company_id, unit_id, customer_id,
        '{"reference":"ABCD1234","from":"","to":"","startAt":"","registration":null,"paidBy":"card","pricePence":10000,"roadChargesPence":0,"commissionPercent":15,"moverChargesVat":false}'
      from ${jobs} returning id)
    insert into billing.posting (entry_id, position, account, what, amount_pence)
    select e.id, p.position, p.account, p.what, p.amount from e, (values (1, 'customer', 'price', 10000), (2, 'mover', 'price', -10000),
      (3, 'mover', 'commission', 1500), (4, 'commission', 'commission', -1500)) p(position, account, what, amount)`)
  await own(`
    insert into billing.document (id, kind, start_day, end_day, unit_id, status, made_at, saved_at)
    select md5('d' || n)::uuid, 'statement', day, day, unit_id, case when day < '2026-11-01' then 'saved' else 'draft' end, day,
      case when day < '2026-11-01' then day::timestamptz end from ${jobs}`)
  await own(`
    insert into billing.document (id, kind, start_day, end_day, customer_id, status, made_at, saved_at)
    select md5('s' || n)::uuid, 'sales_credit', day, day, customer_id, 'saved', day, day from ${jobs} where kind = 'compensation' and n % 80 = 0`)
  await own(`
    insert into billing.document (id, kind, start_day, end_day, status, made_at, saved_at)
    select md5('i' || m)::uuid, 'invoice', date '2025-10-01' + m * interval '1 month', date '2025-10-31' + m * interval '1 month', 'saved', now(), now()
    from generate_series(0, 12) m`)
  await own(`
    insert into billing.sheet (id, document_id, kind, company_id, customer_id, party, issuer, tax_year, number, entries, gross_pence, held_by_mover_pence,
      commission_pence, vat_pence, corrections_pence, balance_pence)
    select d.id, d.id, d.kind, case d.kind when 'statement' then md5('c1')::uuid end, d.customer_id, '{"name":"Vans"}', '{}',
      case when d.status = 'saved' then '2025/26' end, case when d.status = 'saved' then row_number() over (partition by d.kind order by d.id) end,
      1, 10000, 0, 1500, 0, 0, 8500 from billing.document d`)
  await own(`
    insert into billing.sheet_entry (sheet_id, entry_id, kind, is_saved)
    select md5('d' || n)::uuid, md5('e' || n)::uuid, 'statement', day < '2026-11-01' from ${jobs}
    union all select md5('s' || n)::uuid, md5('e' || n)::uuid, 'sales_credit', true from ${jobs} where kind = 'compensation' and n % 80 = 0
    union all select md5('i' || m)::uuid, md5('e' || n)::uuid, 'invoice', true
      from ${jobs}, lateral (select (extract(year from day) * 12 + extract(month from day) - 2025 * 12 - 10)::int as m) m
      where kind <> 'compensation' and m.m <= 12`)
  await own(`
    insert into billing.delivery (document_id, sheet_id, version, recipient, at)
    select id, id, version, 'jo@example.test', now() from billing.document where status = 'saved'`)
  await own(`
    insert into billing.line_query (id, document_id, entry_id, company_id, text, asked_at, answer, answered_at)
    select md5('q' || n)::uuid, md5('d' || n)::uuid, md5('e' || n)::uuid, company_id, 'Why?', day, case when n % 900 <> 0 then 'So.' end,
      case when n % 900 <> 0 then day::timestamptz end from ${jobs} where n % 3 = 0`)
  await own(`
    insert into billing.run (id, start_day, end_day, saves, sends, state, started_at, started_by, changed_at, changed_by, ended_at)
    select md5('r' || m)::uuid, (date '2024-10-01' + m * interval '1 month')::date, (date '2024-11-01' + m * interval '1 month')::date - 1, true, true, 'done', now(),
      md5('u1')::uuid, now(), md5('u1')::uuid, now() from generate_series(0, 23) m`)
  await own(`
    insert into billing.run_step (run_id, place, kind, unit_id, state, document_id)
    select md5('r' || m)::uuid, n, 'statement', md5(m || 'w' || n)::uuid, (array['sent', 'sent', 'sent', 'no_data'])[1 + n % 4], md5('d' || n)::uuid
    from generate_series(0, 23) m, generate_series(1, 500) n`)
  for (const table of checked) await own(`alter table billing.${table} enable trigger user`)
  await own(`
    insert into billing.unbilled (entry_id, kind, day, unit_id, customer_id)
    select e.id, k.kind, e.day, e.unit_id, e.customer_id from billing.entry e, (values ('statement'), ('invoice'), ('sales_credit')) k(kind)
    where e.cause like 'job %' and (e.kind = 'compensation') >= (k.kind = 'sales_credit') and (e.kind = 'compensation') <= (k.kind <> 'invoice')
      and not exists (select from billing.sheet_entry s where s.entry_id = e.id and s.kind = k.kind and s.is_saved)`)
  await own('vacuum analyze')
}
