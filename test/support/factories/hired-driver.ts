import { inviteDriver, joinUnit } from '#modules/fleet/drivers/contract.ts'
import type { Call } from '#shared/call.ts'
import type { TestApp } from '../app.ts'
import { must } from '../driver.ts'
import { mailedToken, testPassword, type Person } from '../people.ts'
import { sessionFor } from '../session.ts'

export interface HiredDriver extends Person {
  bearer: string
  call: Call
}

interface Hiring {
  email?: string
  firstName?: string
  mayAnswer?: boolean
}

let hired = 0
const newAddress = () => `hired-${++hired}@example.com`

/** Invites somebody as the owner would. Answers the token of the link. */
export async function invite(
  app: TestApp,
  owner: Call,
  unitId: string,
  { email = newAddress(), ...more }: Hiring = {},
) {
  await must(owner(inviteDriver, { params: { id: unitId }, body: { email, ...more } }))
  return { email, token: await mailedToken(app, email) }
}

/** Somebody who has followed an owner's invitation to drive a unit, signed in. */
export async function aHiredDriver(
  app: TestApp,
  owner: Call,
  unitId: string,
  hiring: Hiring = {},
): Promise<HiredDriver> {
  const { email, token } = await invite(app, owner, unitId, hiring)
  await must(app.call()(joinUnit, { body: { token, password: testPassword, firstName: hiring.firstName ?? 'Hiroko' } }))
  const { id } = await app.ctx.db
    .selectFrom('identity.user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const { bearer } = await sessionFor(app, id)
  return { id, email, password: testPassword, bearer, call: app.call(bearer) }
}
