import type { App } from '#app/build-app.ts'
import { createCall } from '#app/call.ts'
import { signAccessToken } from '#modules/identity/sessions/gateway.ts'
import type { Call } from '#shared/call.ts'
import type { Role, StaffRole } from '#shared/endpoint.ts'
import type { TestApp } from './app.ts'

export interface TestSession {
  userId: string
  sessionId: string
  /** The access token, for `app.call(bearer)`. */
  bearer: string
}

/** A verified account of its own in this role, signed in for a day by the test's clock. */
export async function signIn(app: TestApp, role: Role, staffRole: StaffRole = 'owner'): Promise<TestSession> {
  const email = `${role}-${crypto.randomUUID()}@example.test`
  const user = await app.ctx.db
    .insertInto('identity.user')
    .values({
      userRole: role,
      staffRole: role === 'admin' ? staffRole : null,
      email,
      emailKey: email,
      emailVerifiedAt: app.clock.now(),
      passwordHash: 'never compared',
      firstName: 'Priya',
      createdAt: app.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return sessionFor(app, user.id)
}

/** A session of an account that exists, begun now, for a day by the test's clock; its access token is good for ten minutes. */
export async function sessionFor(
  { ctx, clock }: TestApp,
  userId: string,
  createdAt = clock.now(),
): Promise<TestSession> {
  const now = clock.now()
  const session = await ctx.db
    .insertInto('identity.session')
    .values({ userId, createdAt, lastUsedAt: now, expiresAt: new Date(now.getTime() + 86_400_000) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ids = { userId, sessionId: session.id }
  return { ...ids, bearer: await signAccessToken(ctx, ids) }
}

const LONG_MS = 30 * 86_400_000

/** Has another session for each call, because sessions end before a test's days do, and each as if it had been begun long before. */
export const callAs = (app: TestApp, id: string, at: App = app.app): Call =>
  (async (...request: Parameters<Call>) => {
    const { bearer } = await sessionFor(app, id, new Date(app.clock.now().getTime() - LONG_MS))
    return createCall(at.fastify, { bearer })(...request)
  }) as Call
