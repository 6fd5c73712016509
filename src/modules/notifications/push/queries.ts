import type { Ctx } from '#platform/ctx.ts'
import type { PushDevice } from './gateway.ts'

/** The browsers of open sessions. */
const devicesOf = (ctx: Ctx) =>
  ctx.db.selectFrom('notifications.open_device as d').where('d.expiresAt', '>', ctx.clock.now())

export async function listDeviceIds(ctx: Ctx, userId: string): Promise<string[]> {
  const rows = await devicesOf(ctx).select('d.id').where('d.userId', '=', userId).execute()
  return rows.flatMap(({ id }) => id ?? [])
}

export async function findDevice(ctx: Ctx, id: string): Promise<PushDevice | undefined> {
  const row = await devicesOf(ctx)
    .select(['d.endpoint', 'd.publicKey', 'd.auth'])
    .where('d.id', '=', id)
    .executeTakeFirst()
  // The columns of a view may all be null by their types.
  const { endpoint, publicKey, auth } = row ?? {}
  return endpoint && publicKey && auth ? { endpoint, publicKey, auth } : undefined
}

export async function hasDevice(ctx: Ctx, sessionId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('notifications.push_device')
    .select('id')
    .where('sessionId', '=', sessionId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Devices for an export: their dates and push services; the keys are secrets. */
export async function listOwnDevices(ctx: Ctx, userId: string) {
  const rows = await ctx.db
    .selectFrom('notifications.push_device')
    .select(['endpoint', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  return rows.map(({ endpoint, createdAt }) => ({ service: new URL(endpoint).hostname, createdAt }))
}
