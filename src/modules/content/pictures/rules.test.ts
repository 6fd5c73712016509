import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FILES, pixelsOf } from './rules.ts'

it('has six files', () => {
  expect(FILES).toEqual(['480.avif', '480.webp', '960.avif', '960.webp', '1600.avif', '1600.webp'])
})

it('cuts out something that is within the picture, whatever is asked', () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true })
  const side = fc.integer({ min: 1, max: 2400 })
  fc.assert(
    fc.property(
      fc.record({ left: part, top: part, width: part, height: part }),
      fc.record({ width: side, height: side }),
      (crop, picture) => {
        const { left, top, width, height } = pixelsOf(crop, picture)
        expect([left, top, width, height].every(Number.isInteger)).toBe(true)
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(1)
        expect(left + width).toBeLessThanOrEqual(picture.width)
        expect(top + height).toBeLessThanOrEqual(picture.height)
      },
    ),
  )
})

it('cuts out what is asked', () => {
  expect(pixelsOf({ left: 0.25, top: 0, width: 0.5, height: 1 }, { width: 1000, height: 600 })).toEqual({
    left: 250,
    top: 0,
    width: 500,
    height: 600,
  })
})
