// Units that have something to be billed for, and statements of them that are made without the pages.
import { expect } from '@playwright/test'
import { inDatabase } from './database.ts'
import { demonstrationPeople } from './people.ts'

export interface BilledUnit {
  id: string
  plate: string
  company: string
  /** Of the company's owner. */
  email: string
}

/** A unit that did something last month, by the ledger, which is written a moment after the demonstration is loaded. */
export async function billedUnit(place: number): Promise<BilledUnit> {
  const find = () =>
    inDatabase(
      `select e.unit_id as id, v.registration as plate, c.name as company, o.email from billing.entry e
       join fleet.working_unit u on u.id = e.unit_id join fleet.van v on v.unit_id = u.id join companies.company c on c.id = u.company_id
       join identity.user o on o.id = c.owner_user_id
       where e.kind = 'booking' and e.day >= date_trunc('month', pgboss.job_now() - interval '1 month') and e.day < date_trunc('month', pgboss.job_now())
       group by 1, 2, 3, 4 order by count(*) desc, 1 offset $1 limit 1`,
      [place],
    )
  await expect.poll(async () => (await find()).length, { message: 'entries of last month' }).toBe(1)
  const [row] = await find()
  return {
    id: String(row?.['id']),
    plate: String(row?.['plate']),
    company: String(row?.['company']),
    email: String(row?.['email']),
  }
}

export interface Draft extends BilledUnit {
  unitId: string
}

/** A fresh draft of such a unit’s last month. */
export async function draftOf(place: number): Promise<Draft> {
  const [days = {}] = await inDatabase(
    `select to_char(date_trunc('month', pgboss.job_now() - interval '1 month'), 'YYYY-MM-DD') as start_date,
       to_char(date_trunc('month', pgboss.job_now()) - interval '1 day', 'YYYY-MM-DD') as end_date`,
  )
  return draftFor(await billedUnit(place), days)
}

async function draftFor(unit: BilledUnit, days: object): Promise<Draft> {
  const { access } = await posted('/users/login/', { ...demonstrationPeople.admin })
  const path = `/admin/statements/working-unit/${unit.id}/`
  const { id } = await posted(path, { ...days, need_validation: false }, String(access))
  return { ...unit, unitId: unit.id, id: String(id) }
}

/** A draft of so many jobs, in a month in which nobody else did anything. */
export async function longDraftOf(place: number, jobs: number): Promise<Draft> {
  const unit = await billedUnit(place)
  await inDatabase(`do $$
    declare entry uuid; charge uuid; booking uuid;
    begin
      for n in 1..${jobs} loop
        entry := uuidv7(); charge := uuidv7(); booking := gen_random_uuid();
        insert into billing.entry (id, cause, kind, at, day, booking_id, company_id, unit_id, customer_id, about)
        select entry, 'booking of a long month ' || entry, 'booking', pgboss.job_now(), date '2020-01-01' + n % 31, booking, w.company_id, w.id, gen_random_uuid(),
          jsonb_build_object('reference', 'LONG' || lpad(n::text, 4, '0'), 'from', 'Walthamstow Village and Wood Street E17', 'to', 'Llanfairpwllgwyngyll LL61',
            'startAt', '2020-01-01T09:00:00.000Z', 'registration', '${unit.plate}', 'paidBy', 'card', 'pricePence', 20000, 'roadChargesPence', 0,
            'commissionPercent', 15, 'moverChargesVat', false)
        from fleet.working_unit w where w.id = '${unit.id}';
        insert into billing.posting (entry_id, position, account, what, amount_pence) values
          (entry, 1, 'customer', 'price', 20000), (entry, 2, 'mover', 'price', -20000), (entry, 3, 'mover', 'commission', 3000),
          (entry, 4, 'commission', 'commission', -3000), (entry, 5, 'mover', 'vat', 600), (entry, 6, 'vat', 'vat', -600);
        -- A statement pays out only what was collected.
        insert into billing.entry (id, cause, kind, at, day, booking_id, about)
        values (charge, 'charge ' || booking || ' 1', 'charge', pgboss.job_now(), date '2020-02-01', booking, '{}');
        insert into billing.posting (entry_id, position, account, what, amount_pence) values
          (charge, 1, 'money', 'charge', 20000), (charge, 2, 'customer', 'charge', -20000);
      end loop;
    end $$`)
  return draftFor(unit, { start_date: '2020-01-01', end_date: '2020-01-31' })
}

/** Somebody for whom a job was done last month. */
export async function billedClient(): Promise<{ name: string; email: string }> {
  const [row] = await inDatabase(
    `select concat_ws(' ', u.first_name, u.last_name) as name, u.email from billing.entry e join identity.user u on u.id = e.customer_id
     where e.kind = 'booking' and u.opened_by = 'email' and e.day >= date_trunc('month', pgboss.job_now() - interval '1 month')
       and e.day < date_trunc('month', pgboss.job_now()) order by e.day, u.id limit 1`,
  )
  return { name: String(row?.['name']), email: String(row?.['email']) }
}

async function posted(path: string, body: object, bearer?: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`${process.env['VANFARE_TEST_URL']}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) },
    body: JSON.stringify(body),
  })
  expect(answer.ok, `${path}: ${answer.status}`).toBe(true)
  return (await answer.json()) as Record<string, unknown>
}
