import { BlockList, isIPv6 } from 'node:net'
import type { Ctx } from './ctx.ts'
import { networkKey } from './rate-limit.ts'

/** Private networks, and those of carriers that put thousands of people behind one address. */
const ALWAYS_SHARED = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
]

/** Undefined if the text is no list of networks such as `82.132.0.0/16`. */
export function parseNetworks(list: string): BlockList | undefined {
  const networks = new BlockList()
  for (const text of [...ALWAYS_SHARED, ...list.split(',').filter(Boolean)]) {
    const [address = '', bits = ''] = text.trim().split('/')
    if (!/^[0-9]{1,3}$/.test(bits)) return undefined
    try {
      networks.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
    } catch {
      return undefined
    }
  }
  return networks
}

/** The caller's network as a blind key; null for one that says nothing about who is behind it. */
export function tellingNetwork(ctx: Ctx): string | null {
  const address = ctx.address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!address || ctx.config.sharedNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return null
  return networkKey(ctx)
}
