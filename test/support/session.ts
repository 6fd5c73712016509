import { signAccessToken } from '#modules/identity/sessions/access-tokens/gateway.ts'
import type { Role } from '#shared/endpoint.ts'
import type { TestApp } from './app.ts'

export interface TestSession {
  userId: string
  sessionId: string
  /** The access token, for `app.call(bearer)`. */
  bearer: string
}

/** A verified account of its own in this role, signed in for a day by the test's clock. */
export async function signIn(app: TestApp, role: Role): Promise<TestSession> {
  const email = `${role}-${crypto.randomUUID()}@example.test`
  const user = await app.ctx.db
    .insertInto('identity.user')
    .values({
      user_role: role,
      email,
      email_key: email,
      email_verified_at: app.clock.now(),
      password_hash: 'never compared',
      first_name: 'Priya',
      created_at: app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return sessionFor(app, user.id)
}

/** A session of an account that exists, for a day by the test's clock; its access token is good for ten minutes. */
export async function sessionFor({ ctx, clock }: TestApp, userId: string): Promise<TestSession> {
  const now = clock.now()
  const session = await ctx.db
    .insertInto('identity.session')
    .values({ user_id: userId, created_at: now, last_used_at: now, expires_at: new Date(now.getTime() + 86_400_000) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ids = { userId, sessionId: session.id }
  return { ...ids, bearer: await signAccessToken(ctx, ids) }
}
