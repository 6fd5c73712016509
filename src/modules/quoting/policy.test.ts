import { expect, test } from 'vitest'
import { atMost, searchesToKeep } from './policy.ts'
import { KEPT_IN_ALL, KEPT_PER_ADDRESS } from './rules.ts'

const at = (address: string, minutes = 0) => ({ address, clock: { now: () => new Date(minutes * 60_000) } })

test('so many of one address, so many of all, and again after an hour', () => {
  const isKept = searchesToKeep({ ...KEPT_PER_ADDRESS, count: 2 }, { ...KEPT_IN_ALL, count: 5 })
  const keptAddresses = 'a a a b c d e'.split(' ').filter((address) => isKept(at(address)))
  expect(keptAddresses.join('')).toBe('aabcd')
  expect(isKept(at('a', 59))).toBe(false)
  expect(isKept(at('a', 60))).toBe(true)
})

test('one network is one caller, and what it may not keep takes nothing from the others', () => {
  const isKept = searchesToKeep({ ...KEPT_PER_ADDRESS, count: 1 }, { ...KEPT_IN_ALL, count: 2 })
  const own = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2::3'].map((address) => isKept(at(address)))
  expect([...own, isKept(at('203.0.113.1'))]).toEqual([true, false, false, true])
})

test('a flood of addresses does not make room', () => {
  const isKept = searchesToKeep(undefined, { ...KEPT_IN_ALL, count: 10 })
  let keptCount = 0
  for (let caller = 0; caller < 120_000; caller += 1) if (isKept(at(`caller ${caller}`))) keptCount += 1
  expect(keptCount).toBe(10)
})

test('so much at one time, the rest goes without, and room comes back, after a failure too', async () => {
  const inTurn = atMost(2)
  const gates = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const busy = gates.map(({ promise }) => inTurn(() => promise, 'without'))
  expect(await inTurn(async () => 'done', 'without')).toBe('without')
  gates[0]?.resolve('first')
  gates[1]?.reject(new Error('second'))
  await expect(busy[1]).rejects.toThrow('second')
  expect([await busy[0], await inTurn(async () => 'done', 'without')]).toEqual(['first', 'done'])
})
