import { expect, test } from 'vitest'
import { fieldsOf } from './fields-of.ts'
import { keyed, keysOf, mapped } from './mapped.ts'
import { oneOf } from './one-of.ts'

test('a table keeps its keys, whatever they are called', () => {
  const table = { a: 1, ['__proto__']: 2, constructor: 3 }
  expect(keysOf(table)).toEqual(['a', '__proto__', 'constructor'])
  expect(Object.entries(mapped(table, (value, key) => `${key} ${value}`))).toEqual([
    ['a', 'a 1'],
    ['__proto__', '__proto__ 2'],
    ['constructor', 'constructor 3'],
  ])
  expect(keyed(['x', 'y'], (key, index) => key + index)).toEqual({ x: 'x0', y: 'y1' })
})

test.each([undefined, null, '', 'text', 7, true])('%j has no fields', (value) => expect(fieldsOf(value)).toEqual({}))

test('what an error says is read, its own or not', () => {
  class CodedError extends Error {
    readonly code = 'ENOENT'
  }
  expect(fieldsOf(new CodedError('gone'))).toMatchObject({ code: 'ENOENT', message: 'gone', name: 'Error' })
})

test('one of a list is itself, and nothing like it', () => {
  const isStep = oneOf([1, 2])
  expect([1, '1', 3, null, [1]].map(isStep)).toEqual([true, false, false, false, false])
})
