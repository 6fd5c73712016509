import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addUnit, getUnit } from '#modules/fleet/units/contract.ts'
import { getUser, logOut } from '#modules/identity/contract.ts'
import { updateUser } from '#modules/identity/profile/contract.ts'
import type { Call } from '#shared/call.ts'
import type { UserStatus } from '#modules/identity/rules.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aDriver, must } from '#test/support/driver.ts'
import { createPerson, signedIn } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'
import { visitor } from './session.ts'
import { findShared, sharingIdentity } from './shared-identity.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const statusOf = async (call: Call) => (await call(getUser)).status
const setStatus = (id: string, status: UserStatus) =>
  app.ctx.db.updateTable('identity.user').set({ status }).where('id', '=', id).execute()
const looksAt = async (work: () => Promise<unknown>) =>
  (await statementsOf(app, work)).filter((text) => text.startsWith('/* session */')).length

describe('one identity per request (ADR 0018)', () => {
  test('the calls of one request look at the session once, those of several each time', async () => {
    const { access } = await signedIn(app)
    const call = app.call(access)
    const threeTimes = () => Promise.all([call(getUser), call(getUser), call(getUser)])
    expect(await looksAt(() => sharingIdentity(threeTimes))).toBe(1)
    expect(await looksAt(threeTimes)).toBe(3)
  })

  test('T-027, T-029: what ended or was blocked between two requests is over in the second', async () => {
    const [ended, blocked] = [await signedIn(app), await signedIn(app)]
    const look = () => Promise.all([ended, blocked].map(({ access }) => statusOf(app.call(access))))
    expect(await sharingIdentity(look)).toEqual([200, 200])
    await app.call(ended.access)(logOut)
    await setStatus(blocked.id, 'blocked')
    expect(await sharingIdentity(look)).toEqual([401, 403])
  })

  test('the control: within one request what was found is kept, so that the test above would see it', async () => {
    const person = await signedIn(app)
    const call = app.call(person.access)
    await sharingIdentity(async () => {
      expect(await statusOf(call)).toBe(200)
      await setStatus(person.id, 'blocked')
      expect(await statusOf(call)).toBe(200)
    })
    expect(await statusOf(call)).toBe(403)
  })

  test('T-029: who changes something is looked up again, and so is everything after it', async () => {
    const person = await signedIn(app)
    const call = app.call(person.access)
    await sharingIdentity(async () => {
      expect(await statusOf(call)).toBe(200)
      await setStatus(person.id, 'blocked')
      expect((await call(updateUser, { body: { firstName: 'Ada' } })).status).toBe(403)
      expect(await statusOf(call)).toBe(403)
    })
  })

  test('a log-out counts for the rest of its own request, and so does another role', async () => {
    const [leaving, promoted] = [await signedIn(app), await signedIn(app)]
    await sharingIdentity(async () => {
      const call = app.call(leaving.access)
      expect(await statusOf(call)).toBe(200)
      expect((await call(logOut)).ok).toBe(true)
      expect(await statusOf(call)).toBe(401)
    })
    await sharingIdentity(async () => {
      const call = app.call(promoted.access)
      expect(await statusOf(call)).toBe(200)
      await app.ctx.db
        .updateTable('identity.user')
        .set({ userRole: 'admin', staffRole: 'owner' })
        .where('id', '=', promoted.id)
        .execute()
      await call(updateUser, { body: { firstName: 'Ada' } })
      expect((await must(call(getUser))).userRole).toBe('admin')
    })
  })

  test('a driver who adds a unit has it in the rest of that request', async () => {
    const driver = await aDriver(app)
    await sharingIdentity(async () => {
      expect((await must(driver.call(getUser))).workingUnitIds).toEqual([driver.unitId])
      const added = await must(driver.call(addUnit, { body: { name: 'Second van' } }))
      expect((await must(driver.call(getUser))).workingUnitIds).toEqual([driver.unitId, added.id])
      expect((await driver.call(getUnit, { params: { id: added.id.toUpperCase() } })).status).toBe(200)
    })
  })

  test('T-117: two people in one request are themselves, in whatever order they ask', async () => {
    const people = [await signedIn(app), await signedIn(app), await signedIn(app)]
    const callers = [...people, ...people.toReversed(), ...people]
    const found = await sharingIdentity(() =>
      Promise.all(callers.map(async ({ access }) => (await must(app.call(access)(getUser))).id)),
    )
    expect(found).toEqual(callers.map(({ id }) => id))
  })

  test('what comes after the request is over finds nothing kept', async () => {
    const { access } = await signedIn(app)
    let release = () => {}
    const isOver = new Promise<void>((done) => (release = done))
    // It begins within the request and goes on after it.
    const { late } = await sharingIdentity(async () => {
      await statusOf(app.call(access))
      return { late: isOver.then(() => statusOf(app.call(access))) }
    })
    await app.call(access)(logOut)
    release()
    expect(await late).toBe(401)
  })

  test('a look that failed is not kept', async () => {
    await sharingIdentity(async () => {
      await expect(findShared('token', () => Promise.reject(new Error('the database is away')))).rejects.toThrow('away')
      expect(await findShared('token', async () => visitor)).toBe(visitor)
    })
  })
})

test('a driver without a company gets it with their first request, once however many ask', async () => {
  const { id } = await createPerson(app, { role: 'driver' })
  const { bearer } = await sessionFor(app, id)
  const call = app.call(bearer)
  const answers = await Promise.all([call(getUser), call(getUser), call(getUser)])
  const companies = new Set(answers.map((answer) => answer.ok && answer.data.companyId))
  const units = new Set(answers.flatMap((answer) => (answer.ok ? (answer.data.workingUnitIds ?? []) : [])))
  expect([companies.size, units.size, companies.has(undefined)]).toEqual([1, 1, false])
})
