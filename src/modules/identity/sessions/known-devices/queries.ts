import type { Ctx } from '#platform/ctx.ts'
import { networkKey } from '#platform/rate-limit.ts'
import { digestOf } from '#platform/secrets.ts'
import { knownDeviceSeconds } from '../../rules.ts'

/** What a caller is known by: the browser's secret where it has one, and the network, for clients that keep none. */
export function deviceDigests(ctx: Ctx, device: string | null): Buffer[] {
  const network = digestOf(`network ${networkKey(ctx)}`)
  return device ? [Buffer.from(device, 'hex'), network] : [network]
}

/**
 * Which count of wrong tries this log-in belongs to: a known device has its own, and so has a known network; everybody else shares
 * that of the address. One statement, whether or not there is such an account.
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
