import { expect, test } from 'vitest'
import { ownValue } from './lookup-own.ts'

test('a table answers its own keys', () => {
  expect(ownValue({ a: 1 }, 'a')).toBe(1)
  expect(ownValue({ a: 1 }, 'b')).toBeUndefined()
})

test.each(Object.getOwnPropertyNames(Object.prototype))('%s is in no table', (name) => {
  expect(ownValue({ a: 1 }, name)).toBeUndefined()
})
