import type { Ctx } from '#platform/ctx.ts'
import { userIdOf } from '#platform/session.ts'
import type { AnswerOf, Role } from '#shared/endpoint.ts'
import type { PageRequest } from '#shared/page.ts'
import { sessionLife } from '../rules.ts'
import type { listSessions } from './contract.ts'
import { deviceOf } from './rules.ts'

type Listed = Pick<AnswerOf<typeof listSessions>, 'count' | 'results'>

/** The account's sessions: the current one first, then by last use. */
export async function listOwnSessions(ctx: Ctx, { page, pageSize }: PageRequest): Promise<Listed> {
  const current = 'sessionId' in ctx.actor ? ctx.actor.sessionId : ''
  const now = ctx.clock.now()
  const { idle } = sessionLife(ctx.actor.kind as Role)
  const rows = await ctx.db
    .selectFrom('identity.session')
    .select(['id', 'createdAt', 'lastUsedAt', 'expiresAt', 'userAgent'])
    .where('userId', '=', userIdOf(ctx.actor))
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
