import { BlockList, isIP, isIPv4 } from 'node:net'

export type TrustProxy = false | number | string[]

/**
 * Parses the proxies whose X-Forwarded-For is trusted: `false`, a number of hops (1 to 5), or addresses and small
 * networks. In a large network every member could claim any address and so evade rate limits (T-006).
 */
export function parseTrustProxy(text: string): { trust: TrustProxy } | { refused: string } {
  if (text === 'false' || text === '') return { trust: false }
  if (/^[1-5]$/.test(text)) return { trust: Number(text) }
  const entries = text.split(',').map((entry) => entry.trim())
  if (entries.every(isNarrow)) return { trust: entries }
  return {
    refused:
      'must be false, a number of hops from 1 to 5, or exact addresses separated by commas (networks no wider than /24, or /64 in IPv6).',
  }
}

/** Whether a connection from this address carries other people's requests. With a number of hops, the nearest always does. */
export function isTrustedPeer(trust: TrustProxy): (address: string) => boolean {
  if (!Array.isArray(trust)) return () => trust !== false
  const list = new BlockList()
  for (const entry of trust) {
    const [address = '', bits] = entry.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    list.addSubnet(address, bits === undefined ? { ipv4: 32, ipv6: 128 }[family] : Number(bits), family)
  }
  return (address) => list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

function isNarrow(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  if (!/^[0-9]{1,3}$/.test(bits)) return false
  const [least, most] = family === 4 ? [24, 32] : [64, 128]
  return Number(bits) >= least && Number(bits) <= most
}
