import { getCompany } from '#modules/companies/contract.ts'
import { listUnits, type workingUnit } from '#modules/fleet/units/contract.ts'
import type { Call } from '#shared/call.ts'
import type { Problem } from '#shared/endpoint.ts'
import { fromWire, type Camel } from '#shared/wire.ts'
import type { z } from 'zod'
import type { TestApp } from './app.ts'
import { multipartBody, multipartType, type Part } from './multipart.ts'
import { createPerson, type Person } from './people.ts'
import { sessionFor } from './session.ts'

export interface TestDriver extends Person {
  bearer: string
  call: Call
  companyId: string
  /** The first unit, made with the company. */
  unitId: string
}

export type UnitView = Camel<z.output<typeof workingUnit>>

/** A driver who has confirmed their address and signed in a moment ago: a company, one unit, and nothing else. */
export async function aDriver(app: TestApp, more: Parameters<typeof createPerson>[1] = {}): Promise<TestDriver> {
  const person = await createPerson(app, { ...more, role: 'driver' })
  const { bearer } = await sessionFor(app, person.id)
  const call = app.call(bearer)
  const company = await call(getCompany)
  const units = await call(listUnits)
  const unitId = units.ok ? units.data.results[0]?.id : undefined
  if (!company.ok || !unitId) throw new Error('The driver has no company')
  return { ...person, bearer, call, companyId: company.data.id, unitId }
}

export interface Sent<T> {
  status: number
  data: T
  problem: Partial<Problem>
}

/** Sends files with their fields as the driver, to a path below /api. */
export async function upload<T = unknown>(
  app: TestApp,
  bearer: string | undefined,
  path: string,
  parts: Part[],
  fields: Record<string, string> = {},
): Promise<Sent<T>> {
  const named = Object.entries(fields).map(([name, content]): Part => ({
    content,
    head: `Content-Disposition: form-data; name="${name}"\r\n`,
  }))
  const response = await app.app.fastify.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { 'content-type': multipartType, ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) },
    payload: multipartBody([...named, ...parts]),
  })
  const body: unknown = response.body ? response.json() : {}
  return { status: response.statusCode, data: fromWire(body) as T, problem: body as Problem }
}

/** Reads a file as somebody, or as nobody. */
export const download = (app: TestApp, bearer: string | undefined, url: string) =>
  app.app.fastify.inject({ url, headers: bearer ? { authorization: `Bearer ${bearer}` } : {} })
