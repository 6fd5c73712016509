import type { Ctx } from '#platform/ctx.ts'
import { signedInOf } from '#platform/session.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { PageRequest } from '#shared/page.ts'
import { sessionLife, deviceOf } from '../rules.ts'
import type { listSessions } from './contract.ts'

type Listed = Pick<AnswerOf<typeof listSessions>, 'count' | 'results'>

/** The account's sessions: the current one first, then by last use. */
export async function listOwnSessions(ctx: Ctx, { page, pageSize }: PageRequest): Promise<Listed> {
  const { kind, userId, sessionId: current } = signedInOf(ctx.actor)
  const now = ctx.clock.now()
  const { idle } = sessionLife(kind)
  const rows = await ctx.db
    .selectFrom('identity.session')
    .select(['id', 'createdAt', 'lastUsedAt', 'expiresAt', 'userAgent'])
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where('lastUsedAt', '>', new Date(now.getTime() - idle * 1000))
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id')
    .execute()
  const ordered = [...rows.filter(({ id }) => id === current), ...rows.filter(({ id }) => id !== current)]
  const results = ordered.slice((page - 1) * pageSize, page * pageSize).map((row) => ({
    id: row.id,
    device: deviceOf(row.userAgent),
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    isCurrent: row.id === current,
  }))
  return { count: rows.length, results }
}
