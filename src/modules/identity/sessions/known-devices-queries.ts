import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { networkKey } from '#platform/rate-limit.ts'
import { tellingNetwork } from '#platform/shared-networks.ts'
import { digestOf } from '#platform/secrets.ts'
import { knownDeviceSeconds } from '../rules.ts'
import { deviceHeader, isDeviceSecret } from './gateway.ts'

/** The digest of the caller's device secret, in hex; null if it sent none. */
export function deviceOf(headers: IncomingHttpHeaders): string | null {
  const secret = headers[deviceHeader]
  return isDeviceSecret(secret) ? digestOf(secret).toString('hex') : null
}

export type KnownKind = 'device' | 'network' | 'shared'

/** What a caller is recognised by, with its kind. */
export function knownMarks(ctx: Ctx, device: string | null): { digest: Buffer; kind: KnownKind }[] {
  const own = device ? Buffer.from(device, 'hex') : undefined
  return deviceDigests(ctx, device).map((digest) => ({
    digest,
    kind: own?.equals(digest) ? 'device' : tellingNetwork(ctx) ? 'network' : 'shared',
  }))
}

/** A network with more accounts than this is a café, an office or an operator: it says nothing about two of them. */
export const MOST_IN_A_NETWORK = 5

/** Whether these marks, of the table `d`, tell people apart. */
export const isTelling = sql<boolean>`(d.kind = 'device' or (d.kind = 'network'
  and (select count(*) from (select from identity.known_device n where n.digest = d.digest limit ${MOST_IN_A_NETWORK + 1}) s) <= ${MOST_IN_A_NETWORK}))`

/** Whether this caller is on a device, or in a network, with which one of these people has logged in. */
export async function isKnownTo(ctx: Ctx, userIds: readonly string[], device: string | null): Promise<boolean> {
  const digests = knownMarks(ctx, device).flatMap(({ digest, kind }) => (kind === 'shared' ? [] : [digest]))
  if (digests.length === 0 || userIds.length === 0) return false
  const known = await ctx.db
    .selectFrom('identity.known_device as d')
    .select('d.digest')
    .where('d.userId', 'in', [...userIds])
    .where('d.digest', 'in', digests)
    .where(isTelling)
    .executeTakeFirst()
  return known !== undefined
}

/** What a caller is recognised by: the browser's secret, if any, and the network, for clients that keep none. */
export function deviceDigests(ctx: Ctx, device: string | null): Buffer[] {
  const network = digestOf(`network ${networkKey(ctx)}`)
  return device ? [Buffer.from(device, 'hex'), network] : [network]
}

/**
 * The counter of wrong tries for this login: a known device has its own, so has a known network, and all others share the
 * address's. One statement, whether or not the account exists.
 */
export async function guardKeyOf(ctx: Ctx, emailKey: string, device: string | null): Promise<string> {
  if (ctx.config.guardOff.has('known_devices')) return emailKey
  const since = new Date(ctx.clock.now().getTime() - knownDeviceSeconds * 1000)
  const rows = await ctx.db
    .selectFrom('identity.known_device as d')
    .innerJoin('identity.user as u', 'u.id', 'd.userId')
    .select('d.digest')
    .where('u.emailKey', '=', emailKey)
    .where('d.digest', 'in', deviceDigests(ctx, device))
    .where('d.lastUsedAt', '>', since)
    .execute()
  const known = rows.map(({ digest }) => digest.toString('hex'))
  const own = known.find((digest) => digest === device) ?? known[0]
  return own ? `${own} ${emailKey}` : emailKey
}
