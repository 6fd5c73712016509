import { saveVan } from '#modules/fleet/vans/contract.ts'
import type { TestApp } from './app.ts'
import { anOperatingDriver, freePlate, handInDocuments, must, upload, type TestDriver } from './driver.ts'
import { aWaitingPerson } from './neighbours.ts'
import { sessionFor } from './session.ts'

/** Everything that a decision may touch, but for versions, which only grow. */
export async function rowsThatDecisionsTouch(app: TestApp, companyId: string): Promise<string[]> {
  const { rows } = await app.app.pool.query<{ row: string }>(
    `select (to_jsonb(d))::text as row from fleet.document d where company_id = $1
     union all select (to_jsonb(u) - 'version')::text from fleet.working_unit u where company_id = $1
     union all select (to_jsonb(v))::text from fleet.van v join fleet.working_unit u on u.id = v.unit_id where u.company_id = $1
     union all select (to_jsonb(s))::text from fleet.van_declaration s join fleet.working_unit u on u.id = s.unit_id where u.company_id = $1
     union all select (to_jsonb(p) - 'version')::text from fleet.person p where company_id = $1
     union all select (to_jsonb(k))::text from fleet.person_check k join fleet.person p on p.id = k.person_id where p.company_id = $1
     union all select (to_jsonb(c))::text from companies.company c where id = $1
     union all select (to_jsonb(f))::text from files.upload f order by 1`,
    [companyId],
  )
  return rows.map(({ row }) => row)
}

export type BusyDriver = TestDriver & { personId: string }

/** Four documents and another van that wait, one document approved before, somebody checked before and somebody new. */
export async function aBusyDriver(app: TestApp): Promise<BusyDriver> {
  const driver = await anOperatingDriver(app)
  await handInDocuments(app, driver)
  const call = app.call((await sessionFor(app, driver.id)).bearer)
  const send = (path: string, parts: Parameters<typeof upload>[3], fields?: Record<string, string>) =>
    sessionFor(app, driver.id).then(({ bearer }) => upload<never>(app, bearer, path, parts, fields))
  const { id: personId } = await aWaitingPerson(call, send)
  // Later than what was approved, which names the van it had.
  app.clock.advance({ seconds: 1 })
  const body = {
    registration: await freePlate(app),
    make: 'Ford',
    model: 'Transit',
    category: 'large_van',
    fuel: 'electric',
    year: 2025,
    grossWeightKg: 3500,
    kerbWeightKg: 2350,
  } as const
  await must(call(saveVan, { params: { id: driver.unitId }, body }))
  return { ...driver, personId }
}
