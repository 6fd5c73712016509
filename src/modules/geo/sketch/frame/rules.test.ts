import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { haversineMetres } from '#shared/distance.ts'
import { outcodes } from '../../outcodes/data.ts'
import { clipLine, clipShape, frameOf, HEIGHT, pathOf, simplified, WIDTH } from './rules.ts'

const place = fc.constantFrom(...outcodes.values())

describe('the frame', () => {
  it('holds every place with room around it, north up and west left', () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 2, maxLength: 6 }), (places) => {
        const { spotOf } = frameOf(places)
        for (const one of places) {
          const { x, y } = spotOf(one)
          expect(x).toBeGreaterThanOrEqual(43.9)
          expect(x).toBeLessThanOrEqual(WIDTH - 43.9)
          expect(y).toBeGreaterThanOrEqual(39.9)
          expect(y).toBeLessThanOrEqual(HEIGHT - 57.9)
          expect(spotOf({ ...one, lat: one.lat + 0.01 }).y).toBeLessThan(y)
          expect(spotOf({ ...one, lng: one.lng + 0.01 }).x).toBeGreaterThan(x)
        }
      }),
    )
  })

  it('is true to length: two places are as far apart as on the globe, within a per cent', () => {
    fc.assert(
      fc.property(place, place, (from, to) => {
        const { spotOf, metresPerPixel } = frameOf([from, to])
        const [a, b] = [spotOf(from), spotOf(to)]
        const drawn = Math.hypot(a.x - b.x, a.y - b.y) * metresPerPixel
        const real = haversineMetres(from, to)
        expect(Math.abs(drawn - real)).toBeLessThanOrEqual(real * 0.01 + 0.5)
      }),
    )
  })

  it('of one place is as large as a town, and not larger', () => {
    const [one] = outcodes.values()
    if (!one) throw new Error('There are outcodes')
    expect(frameOf([one, one]).metresPerPixel * WIDTH).toBe(6000)
  })
})

describe('lines and shapes', () => {
  const square = [
    { x: -100, y: -100 },
    { x: 50, y: -100 },
    { x: 50, y: 50 },
    { x: -100, y: 50 },
  ]
  it('are cut off a little outside the frame', () => {
    expect(
      clipShape(square)
        .map(({ x, y }) => `${x} ${y}`)
        .toSorted(),
    ).toEqual(['-6 -6', '-6 50', '50 -6', '50 50'])
    expect(clipShape(square.map(({ x, y }) => ({ x: x - 500, y })))).toEqual([])
    const outAndIn = [-900, -800, 10, 20, 900, 1000].map((x) => ({ x, y: 10 }))
    expect(clipLine(outAndIn)).toEqual([outAndIn.slice(1, 5)])
  })

  it('lose only bends that nobody sees', () => {
    const bends = [0, 0.3, -0.2, 40, 0.1, 0].map((y, x) => ({ x: x * 10, y }))
    const kept = simplified(bends, 0.8)
    expect(kept).toContainEqual({ x: 30, y: 40 })
    expect(kept.length).toBeLessThan(bends.length)
  })

  it('are written short, in whole pixels', () => {
    expect(
      pathOf(
        [
          { x: 1.2, y: 2 },
          { x: 4, y: 1 },
          { x: 4.2, y: 1.3 },
          { x: 10, y: 5 },
        ],
        true,
      ),
    ).toBe('M1 2l3-1 6 4z')
    expect(pathOf([{ x: 1, y: 1 }])).toBe('')
  })
})
