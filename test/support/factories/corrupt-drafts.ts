// What may stand under "booking" in a browser's storage although the product never wrote it (T-118).
import { emptyPoint, type Order } from '#web/quote-flow/draft/order.ts'

/** More than forty ways of an order being wrong, each with its name. */
export function corruptDrafts(order: Order): [name: string, stored: string][] {
  const point = order.routePoints[0] ?? emptyPoint
  const storedAs = (change: object) => JSON.stringify({ timestamp: 1, order: { ...order, ...change } })
  return [
    ['nothing', ''],
    ['no JSON', '{'],
    ['a script', '<script>alert(1)</script>'],
    ['a word', 'undefined'],
    ['null', 'null'],
    ['a number', '42'],
    ['a string', '"booking"'],
    ['an array', '[]'],
    ['an array of orders', `[${storedAs({})}]`],
    ['an empty object', '{}'],
    ['no order', JSON.stringify({ timestamp: 1 })],
    ['null for an order', JSON.stringify({ timestamp: 1, order: null })],
    ['an array for an order', JSON.stringify({ timestamp: 1, order: [] })],
    ['no timestamp', JSON.stringify({ order })],
    ['a timestamp in words', JSON.stringify({ timestamp: 'now', order })],
    ['a timestamp before time', JSON.stringify({ timestamp: -1, order })],
    ['a date in words', storedAs({ date: 'tomorrow' })],
    ['a date that is none', storedAs({ date: '2026-02-31' })],
    ['a date as a number', storedAs({ date: 20261128 })],
    ['a time that is none', storedAs({ time: '25:00' })],
    ['a time off the half hour', storedAs({ time: '09:10' })],
    ['items as an object', storedAs({ items: { id: 102 } })],
    ['an item that is null', storedAs({ items: [null] })],
    ['an amount of zero', storedAs({ items: [{ id: 102, category: 1, amount: 0 }] })],
    ['a negative amount', storedAs({ items: [{ id: 102, category: 1, amount: -3 }] })],
    ['an amount in words', storedAs({ items: [{ id: 102, category: 1, amount: '2' }] })],
    ['half an item', storedAs({ items: [{ id: 102, category: 1, amount: 1.5 }] })],
    ['a huge amount', storedAs({ items: [{ id: 102, category: 1, amount: 1e9 }] })],
    [
      'too many items',
      storedAs({ items: Array.from({ length: 201 }, (_, id) => ({ id: id + 1, category: 1, amount: 1 })) }),
    ],
    ['an unknown van', storedAs({ van: 'lorry' })],
    ['a van from the prototype', storedAs({ van: '__proto__' })],
    ['a van as an object', storedAs({ van: { category: 'luton_van' } })],
    ['an unknown crew', storedAs({ helpLevel: 'toString' })],
    ['a tail-lift in words', storedAs({ needTailLift: 'yes' })],
    ['a note as an object', storedAs({ note: { html: '<b>' } })],
    ['one route point', storedAs({ routePoints: [point] })],
    ['eleven route points', storedAs({ routePoints: Array.from({ length: 11 }, () => point) })],
    ['stairs to the sky', storedAs({ routePoints: [{ ...point, stairs: 99 }, point] })],
    ['a postcode as a number', storedAs({ routePoints: [{ ...point, postcode: 174 }, point] })],
    [
      'a place off the globe',
      storedAs({ routePoints: [{ ...point, address: { location: { lat: 999, lng: 0 } } }, point] }),
    ],
    ['added time below nothing', storedAs({ addedMinutes: -30 })],
    ['waiting that is no half hour', storedAs({ waitingMinutes: 45 })],
    ['waiting all day', storedAs({ waitingMinutes: 270 })],
    ['an original that is no order', JSON.stringify({ timestamp: 1, order, isEditing: true, original: 7 })],
    ['megabytes', storedAs({ note: 'x'.repeat(5_000_000) })],
    ['deep nesting', '['.repeat(100_000)],
  ]
}
