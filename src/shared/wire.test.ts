import { expect, test } from 'vitest'
import { fromWire, toWire } from './wire.ts'

test('keys change their case at every depth, and back', () => {
  const wire = { first_name: 'Jo', route_points: [{ flat_and_house: '2' }], _00: true, '2x': 1 }
  const code = { firstName: 'Jo', routePoints: [{ flatAndHouse: '2' }], _00: true, '2x': 1 }
  expect(fromWire(wire)).toEqual(code)
  expect(toWire(code)).toEqual(wire)
})

test.each(['__proto__', 'constructor', 'to_string', 'toString'])('a key %s lends its fields to nothing', (key) => {
  const sent = JSON.parse(`{"${key}":{"is_admin":true},"b":2}`) as object
  for (const translate of [fromWire<object>, toWire]) {
    const made = translate(sent) as Record<string, unknown>
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype)
    expect([made['isAdmin'], made['is_admin'], Object.keys(made).length]).toEqual([undefined, undefined, 2])
  }
})
