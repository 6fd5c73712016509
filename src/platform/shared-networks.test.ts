import { expect, test } from 'vitest'
import type { Ctx } from './ctx.ts'
import { parseNetworks, tellingNetwork } from './shared-networks.ts'

const at = (address: string, list = '82.132.0.0/16,2a01:4c8::/32') =>
  tellingNetwork({
    address,
    config: { secretKey: Buffer.alloc(32), sharedNetworks: parseNetworks(list) },
  } as unknown as Ctx)

test.each([
  ['203.0.113.7', true],
  ['::ffff:203.0.113.7', true],
  ['2001:db8::1', true],
  ['82.132.4.5', false],
  ['2a01:4c8:1:2::3', false],
  ['100.64.0.9', false],
  ['::ffff:192.168.1.2', false],
  ['127.0.0.1', false],
  ['fe80::1%eth0', false],
  ['', false],
])('the network of %s tells people apart: %s', (address, isTelling) => {
  expect(at(address) !== null).toBe(isTelling)
})

test('two hosts of one network are the same, and the key names no address', () => {
  expect(at('2001:db8::1')).toBe(at('2001:db8::2'))
  expect(at('203.0.113.7')).not.toContain('203')
})

test.each(['82.132.0.0', '82.132.0.0/99', 'vodafone/8', '82.132.0.0/16;1.2.3.0/24'])(
  '%s is no list of networks',
  (list) => expect(parseNetworks(list)).toBeUndefined(),
)
