import { signAccessToken } from '#modules/identity/access-tokens/gateway.ts'
import type { Role } from '#shared/endpoint.ts'
import type { TestApp } from './app.ts'

export interface TestSession {
  userId: string
  sessionId: string
  /** The access token, for `app.call(bearer)`. */
  bearer: string
}

/** A verified account of its own in this role, signed in for a day by the test's clock. */
export async function signIn({ ctx, clock }: TestApp, role: Role): Promise<TestSession> {
  const now = clock.now()
  const email = `${role}-${crypto.randomUUID()}@example.test`
  const user = await ctx.db
    .insertInto('identity.user')
    .values({
      user_role: role,
      email,
      email_key: email,
      email_verified_at: now,
      password_hash: 'never compared',
      first_name: 'Priya',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const session = await ctx.db
    .insertInto('identity.session')
    .values({ user_id: user.id, created_at: now, last_used_at: now, expires_at: new Date(now.getTime() + 86_400_000) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ids = { userId: user.id, sessionId: session.id }
  return { ...ids, bearer: await signAccessToken(ctx, ids) }
}
