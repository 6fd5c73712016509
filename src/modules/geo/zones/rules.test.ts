import { describe, expect, it } from 'vitest'
import { areaOf } from '#shared/uk-postcode.ts'
import { congestionAt, isInLondon, ulezAt, type ZonePlace } from './rules.ts'

const at = (outcode: string, more: Partial<ZonePlace> = {}): ZonePlace => ({
  outcode,
  area: areaOf(outcode) ?? outcode,
  precision: 'outcode',
  districtCode: null,
  ...more,
})

describe('ULEZ by outcode', () => {
  it.each([
    ['E17', true, false],
    ['E99', true, false],
    ['SW1A', true, false],
    ['WC2N', true, false],
    ['BR1', true, false],
    ['CR90', true, false],
    ['RM13', true, false],
    ['TW13', true, false],
    ['KT6', true, true],
    ['UB8', true, true],
    ['TW6', true, true],
    ['WD3', false, true],
    ['DA1', false, true],
    ['TN16', false, true],
    ['BN1', false, false],
    ['M1', false, false],
    ['EN7', false, false],
    ['TN1', false, false],
  ])('%s: inside %s, approximate %s', (outcode, isInside, isApproximate) => {
    expect(ulezAt(at(outcode))).toEqual({ isInside, precision: 'outcode', isApproximate })
  })

  it('is unsure where only the area is known, but not in the areas wholly inside', () => {
    expect(ulezAt(at('BR99', { precision: 'area' }))).toEqual({
      isInside: false,
      precision: 'area',
      isApproximate: true,
    })
    expect(ulezAt(at('NW99', { precision: 'area' }))).toEqual({
      isInside: true,
      precision: 'area',
      isApproximate: false,
    })
  })
})

describe('ULEZ by local authority', () => {
  it.each([
    ['WD3', 'E09000017', true],
    ['KT6', 'E07000207', false],
    ['E17', 'E09000031', true],
  ])('%s in %s: %s, whatever the outcode says', (outcode, districtCode, isInside) => {
    const place = at(outcode, { precision: 'unit', districtCode })
    expect(ulezAt(place)).toEqual({ isInside, precision: 'unit', isApproximate: false })
    expect(isInLondon(place)).toBe(isInside)
  })

  it('falls back to the outcode for a unit without an authority', () => {
    expect(ulezAt(at('E17', { precision: 'unit' }))).toEqual({
      isInside: true,
      precision: 'outcode',
      isApproximate: false,
    })
  })
})

describe('Congestion Charge zone', () => {
  it.each([
    ['EC1A', true, false],
    ['EC4M', true, false],
    ['W1T', true, false],
    ['WC2R', true, false],
    ['SE1', true, true],
    ['SW1A', true, true],
    ['EC1V', true, true],
    ['NW1', false, true],
    ['W2', false, true],
    ['E17', false, false],
    ['BN1', false, false],
    ['SW3', false, false],
  ])('%s: inside %s, approximate %s', (outcode, isInside, isApproximate) => {
    expect(congestionAt(at(outcode))).toEqual({ isInside, precision: 'outcode', isApproximate })
  })

  it('lies wholly inside the ULEZ', () => {
    for (const outcode of ['EC1A', 'EC4M', 'W1T', 'WC2R', 'SE1', 'SW1A', 'SE11', 'WC1X']) {
      expect(ulezAt(at(outcode)).isInside).toBe(true)
    }
  })
})
