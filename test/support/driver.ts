import { confirmBankingAccount, saveBankingAccount } from '#modules/companies/banking/contract.ts'
import { getCompany, updateCompany } from '#modules/companies/contract.ts'
import { saveMarketingInfo } from '#modules/companies/marketing/contract.ts'
import { saveSchedule } from '#modules/calendar/contract.ts'
import { setOperatingArea, listUnits, saveAllowedJobs, type workingUnit } from '#modules/fleet/units/contract.ts'
import { HELP_LEVELS, type HelpLevel } from '#modules/fleet/rules.ts'
import { addVan } from '#modules/fleet/vans/contract.ts'
import { decideVerification, getVerification } from '#modules/onboarding/verification/contract.ts'
import { getHourlyRates, saveHourlyRates, saveMileageCharges, saveTerms } from '#modules/pricing/contract.ts'
import type { Call } from '#shared/call.ts'
import type { Problem } from '#shared/endpoint.ts'
import { fromWire, type Camel } from '#shared/wire.ts'
import type { z } from 'zod'
import type { TestApp } from './app.ts'
import { multipartBody, multipartType, type Part } from './multipart.ts'
import { checkedPeople } from './factories/crew.ts'
import { createPerson, mailedToken, type Person } from './people.ts'
import { jpeg } from './pictures.ts'
import { sessionFor, signIn } from './session.ts'

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

const insurances = ['hire_and_reward', 'goods_in_transit', 'public_liability'] as const

/** Hands in every document of a new van, as photos, expiring on this day. Answers the ids of the documents. */
export async function handInDocuments(app: TestApp, driver: TestDriver, expiresOn = '2027-11-01'): Promise<string[]> {
  const ids: string[] = []
  for (const kind of ['v5c', ...insurances]) {
    const isInsurance = (insurances as readonly string[]).includes(kind)
    const sent = await upload<{ newest: { id: string } | null }>(
      app,
      driver.bearer,
      `/company/working-unit/${driver.unitId}/docs/`,
      [{ name: 'files', filename: `${kind}.jpg`, type: 'image/jpeg', content: await jpeg() }],
      { kind, ...(isInsurance ? { expires_on: expiresOn } : {}) },
    )
    if (sent.status !== 201) throw new Error(`${kind} was refused: ${sent.problem.detail}`)
    if (sent.data.newest) ids.push(sent.data.newest.id)
  }
  return ids
}

/** Everything of a profile but the documents' approval and the hours: van, people, area, prices, marketing, bank account, phone. */
export async function fillProfile(app: TestApp, driver: TestDriver): Promise<void> {
  const { call } = driver
  const unit = { id: driver.unitId }
  const company = { id: driver.companyId }
  await must(
    call(addVan, {
      params: unit,
      body: {
        registration: await freePlate(app),
        make: 'Ford',
        model: 'Transit',
        category: 'large_van',
        fuel: 'electric',
        year: 2025,
      },
    }),
  )
  await checkedPeople(app, { companyId: company.id, unitIds: [unit.id] })
  const helpLevels: HelpLevel[] = [...HELP_LEVELS]
  await must(call(saveAllowedJobs, { params: unit, body: { jobKinds: ['home_or_office', 'furniture'], helpLevels } }))
  await must(call(setOperatingArea, { params: unit, body: { districts: ['E17', 'E10'] } }))
  const rates = await must(call(getHourlyRates, { params: company }))
  const saved = await must(
    call(saveHourlyRates, {
      params: company,
      body: {
        version: rates.version,
        rates: helpLevels.map((helpLevel, index) => ({
          vanCategory: 'large_van' as const,
          helpLevel,
          pencePerHour: 4000 + index * 1000,
        })),
        minimumMinutes: 120,
        minimumMinutesTwoPorters: 180,
      },
    }),
  )
  const mileage = await must(
    call(saveMileageCharges, {
      params: company,
      body: { version: saved.version, includedMiles: 10, pencePerMile: 120 },
    }),
  )
  await must(
    call(saveTerms, {
      params: company,
      body: {
        version: mileage.version,
        terms: 'Cash on the day.',
        waitingPencePerHalfHour: 1500,
        freeWaitingMinutes: 30,
      },
    }),
  )
  await must(call(saveMarketingInfo, { params: company, body: { description: 'Two vans and a kettle.' } }))
  const picture = await jpeg()
  await upload(app, driver.bearer, '/company/upload-company-logo/', [{ name: 'logo', content: picture }])
  await upload(app, driver.bearer, `/company/${driver.companyId}/photos/`, [{ content: picture }])
  await must(call(updateCompany, { body: { insuranceNumber: 'HR-2231/9' } }))
  await app.ctx.db
    .updateTable('identity.user')
    .set({ phoneVerifiedAt: app.clock.now() })
    .where('id', '=', driver.id)
    .execute()
  const account = { accountHolder: 'Dawn Pennant', sortCode: '20-45-42', accountNumber: '31926819' }
  await must(call(saveBankingAccount, { body: { ...account, currentPassword: driver.password } }))
  await must(call(confirmBankingAccount, { body: { token: await mailedToken(app, driver.email) } }))
}

/** The answer, or what went wrong. */
export async function must<T>(
  result: Promise<{ ok: true; data: T } | { ok: false; status: number; problem: Problem }>,
): Promise<T> {
  const answer = await result
  if (!answer.ok)
    throw new Error(`${answer.status} ${answer.problem.detail} ${JSON.stringify(answer.problem.errors ?? {})}`)
  return answer.data
}

/** What an admin sends to approve these documents: with every field beside them ticked. */
export async function approvals(office: Call, unitId: string, documentIds: readonly string[]) {
  const { documents } = await must(office(getVerification, { params: { id: unitId } }))
  return documentIds.map((documentId) => ({
    documentId,
    decision: 'approve' as const,
    ticks: documents.find(({ newest }) => newest?.id === documentId)?.checks ?? [],
  }))
}

/** Approves these documents as an admin would, and with them what waits of the van. */
export async function approve(app: TestApp, unitId: string, documentIds: readonly string[]): Promise<void> {
  const admin = app.call((await signIn(app, 'admin')).bearer)
  const params = { id: unitId }
  const decisions = await approvals(admin, unitId, documentIds)
  const declared = (await must(admin(getVerification, { params }))).vanFacts?.declared
  const vanFacts = declared?.status === 'pending' ? { id: declared.id, decision: 'approve' as const } : null
  await must(admin(decideVerification, { params, body: { decisions, vanFacts } }))
}

const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ'

/** LK72 VNF for the first van of a test's database, and one that nobody has for any other. */
export async function freePlate({ ctx }: Pick<TestApp, 'ctx'>): Promise<string> {
  const isTaken = await ctx.db
    .selectFrom('fleet.van')
    .select('unitId')
    .where('registration', '=', 'LK72 VNF')
    .executeTakeFirst()
  if (!isTaken) return 'LK72 VNF'
  const letter = () => LETTERS[Math.floor(Math.random() * LETTERS.length)]
  return `L${letter()}72 ${letter()}${letter()}${letter()}`.replace(/^L[IQZ]/, 'LA')
}

/** A driver whose unit takes jobs round the clock, set up over the API step by step as a person would. */
export async function anOperatingDriver(app: TestApp, expiresOn?: string): Promise<TestDriver> {
  const driver = await aDriver(app)
  await fillProfile(app, driver)
  await approve(app, driver.unitId, await handInDocuments(app, driver, expiresOn))
  const day = { startTime: '00:00', endTime: '24:00' }
  await must(driver.call(saveSchedule, { params: { id: driver.unitId }, body: [day, day, day, day, day, day, day] }))
  return driver
}
