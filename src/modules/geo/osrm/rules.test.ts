import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { polylineOf } from '#test/support/polyline.ts'
import { decodePolyline } from './rules.ts'

test('reads the example of the format’s own description', () => {
  expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@')).toEqual([
    [-120.2, 38.5],
    [-120.95, 40.7],
    [-126.453, 43.252],
  ])
})

test('reads back whatever was written', () => {
  const degrees = (most: number) => fc.integer({ min: -most * 100_000, max: most * 100_000 }).map((n) => n / 100_000)
  const points = fc.array(fc.tuple(degrees(180), degrees(90)), { minLength: 2, maxLength: 50 })
  fc.assert(
    fc.property(points, (line) => {
      expect(decodePolyline(polylineOf(line))).toEqual(line)
    }),
  )
})

test('T-021: is null for what is no line, whatever it is', () => {
  for (const text of ['', '_p~iF', '_p~iF~ps|U', '\u0000\u0001', '~~~~~~~~~~~~~~~~', 'ÿÿÿÿ', '_p~iF~ps|U_'])
    expect(decodePolyline(text)).toBeNull()
  fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => void decodePolyline(text)))
})
