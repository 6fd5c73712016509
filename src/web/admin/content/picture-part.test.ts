import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cropOf, MOST_ZOOM } from './picture-part.tsx'

test.each([
  [{ width: 1600, height: 900 }, 1, { left: 0, top: 0, width: 1, height: 1 }],
  [{ width: 900, height: 900 }, 1, { left: 0, top: 0.21875, width: 1, height: 0.5625 }],
  [{ width: 3200, height: 900 }, 1, { left: 0.25, top: 0, width: 0.5, height: 1 }],
  [{ width: 1600, height: 900 }, 2, { left: 0.25, top: 0.25, width: 0.5, height: 0.5 }],
])('%j at %d', (picture, zoom, expected) => expect(cropOf({ zoom, across: 0.5, down: 0.5 }, picture)).toEqual(expected))

test('it is always 16:9 and within the picture', () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true })
  const side = fc.integer({ min: 1, max: 8000 })
  const zoom = fc.double({ min: 1, max: MOST_ZOOM, noNaN: true })
  fc.assert(
    fc.property(side, side, zoom, part, part, (width, height, close, across, down) => {
      const crop = cropOf({ zoom: close, across, down }, { width, height })
      expect((crop.width * width) / (crop.height * height)).toBeCloseTo(16 / 9, 6)
      for (const [start, size] of [
        [crop.left, crop.width],
        [crop.top, crop.height],
      ] as const) {
        expect(start).toBeGreaterThanOrEqual(0)
        expect(start + size).toBeLessThanOrEqual(1 + 1e-9)
      }
    }),
  )
})
