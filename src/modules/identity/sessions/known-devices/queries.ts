import type { Ctx } from '#platform/ctx.ts'
import { networkKey } from '#platform/rate-limit.ts'
import { digestOf } from '#platform/secrets.ts'
import { knownDeviceSeconds } from '../../rules.ts'

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
