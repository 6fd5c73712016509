import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { haversineMetres } from '#shared/distance.ts'
import { ZONES } from '../charges/data.ts'
import { doLinesMeet, isInOutline, isNearEdge, outlineOf, type LngLat } from './outlines-rules.ts'

const drawn = ZONES.flatMap(({ code, outline }) => (outline ? [{ code, outline }] : []))

/** How often the edge winds round a place, by adding up angles: slow, and shares nothing with counting crossings. */
function windings(points: readonly LngLat[], [lng, lat]: LngLat): number {
  let turned = 0
  points.forEach(([toLng, toLat], index) => {
    const [fromLng, fromLat] = points.at(index - 1) ?? [0, 0]
    const turn = Math.atan2(toLat - lat, toLng - lng) - Math.atan2(fromLat - lat, fromLng - lng)
    turned += turn > Math.PI ? turn - 2 * Math.PI : turn < -Math.PI ? turn + 2 * Math.PI : turn
  })
  return Math.round(turned / (2 * Math.PI))
}

/** The nearest of many points set along the edge. */
function metresToEdge(points: readonly LngLat[], place: { lat: number; lng: number }): number {
  const steps = Array.from({ length: 201 }, (_, step) => step / 200)
  return Math.min(
    ...points.flatMap(([toLng, toLat], index) => {
      const [fromLng, fromLat] = points.at(index - 1) ?? [0, 0]
      return steps.map((share) =>
        haversineMetres(place, { lat: fromLat + (toLat - fromLat) * share, lng: fromLng + (toLng - fromLng) * share }),
      )
    }),
  )
}

describe.each(drawn)('the outline of $code', ({ outline }) => {
  const shape = outlineOf(outline)
  const width = shape.east - shape.west
  const height = shape.north - shape.south
  const share = fc.double({ min: -0.2, max: 1.2, noNaN: true })
  const anyPlace = fc.record({ x: share, y: share }).map(({ x, y }) => ({
    lat: shape.south + y * height,
    lng: shape.west + x * width,
  }))

  test('has inside what its edge winds round', () => {
    fc.assert(
      fc.property(anyPlace, (place) => {
        fc.pre(!isNearEdge(shape, place, 0.5))
        expect(isInOutline(shape, place)).toBe(windings(outline, [place.lng, place.lat]) !== 0)
      }),
      { numRuns: 300 },
    )
  })

  test('is near what a point of its edge is near', () => {
    fc.assert(
      fc.property(anyPlace, fc.integer({ min: 20, max: 500 }), (place, metres) => {
        const nearest = metresToEdge(outline, place)
        fc.pre(Math.abs(nearest - metres) > 10)
        expect(isNearEdge(shape, place, metres)).toBe(nearest < metres)
      }),
      { numRuns: 60 },
    )
  })

  test('crosses itself nowhere', () => {
    const edges = outline.map((to, index) => [outline.at(index - 1) ?? to, to] as const)
    const crossed = edges.flatMap(([a, b], index) =>
      edges.slice(index + 1).filter(([c, d]) => a !== d && b !== c && doLinesMeet(a, b, c, d)),
    )
    expect(crossed).toEqual([])
  })
})
