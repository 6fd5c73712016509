// Units that have something to be billed for, and statements of them that are made without the pages.
import { expect } from '@playwright/test'
import { localDayOf, toInstant } from '#shared/local-time.ts'
import { now } from '#test/support/start-of-clock.ts'
import { inDatabase } from './database.ts'
import type { Owner } from './owners.ts'
import { demonstrationPeople } from './people.ts'
import { aJob } from './world.ts'

export interface BilledUnit {
  id: string
  plate: string
  company: string
  /** The owner of its company. */
  driver: Owner
  /** Whose move it was. */
  customer: { email: string; firstName: string }
}

/** Noon on the twelfth of the last month, in London’s time. */
function inLastMonth(): string {
  const [year = 0, month = 1] = localDayOf(now()).split('-').map(Number)
  return toInstant(localDayOf(new Date(Date.UTC(year, month - 2, 12, 12))), 12 * 60).toISOString()
}

/** A new unit that did one job last month, as the ledger has it, and was paid in cash. */
export async function billedUnit(): Promise<BilledUnit> {
  const { id, unitId, plate, company, driver, email, firstName } = await aJob({
    paidInCash: true,
    isFinished: true,
    at: inLastMonth(),
  })
  const entries = () => inDatabase(`select id from billing.entry where booking_id = $1 and kind = 'booking'`, [id])
  await expect.poll(async () => (await entries()).length, { message: 'the entry of the job' }).toBe(1)
  return { id: unitId, plate, company, driver, customer: { email, firstName } }
}

export interface Draft extends BilledUnit {
  unitId: string
}

/** A fresh draft of the last month of a new unit. */
export async function draftOfLastMonth(): Promise<Draft> {
  const [days = {}] = await inDatabase(
    `select to_char(date_trunc('month', pgboss.job_now() - interval '1 month'), 'YYYY-MM-DD') as start_date,
       to_char(date_trunc('month', pgboss.job_now()) - interval '1 day', 'YYYY-MM-DD') as end_date`,
  )
  return draftFor(await billedUnit(), days)
}

async function draftFor(unit: BilledUnit, days: object): Promise<Draft> {
  const { access } = await posted('/users/login/', { ...demonstrationPeople.admin })
  const path = `/admin/statements/working-unit/${unit.id}/`
  const { id } = await posted(path, { ...days, need_validation: false }, String(access))
  return { ...unit, unitId: unit.id, id: String(id) }
}

/** A draft of as many jobs of a new unit, in a month in which nobody else did anything. */
export async function longDraftOf(jobs: number): Promise<Draft> {
  const unit = await billedUnit()
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

async function posted(path: string, body: object, bearer?: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`${process.env['VANFARE_TEST_URL']}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) },
    body: JSON.stringify(body),
  })
  expect(answer.ok, `${path}: ${answer.status}`).toBe(true)
  return (await answer.json()) as Record<string, unknown>
}
