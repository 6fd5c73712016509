import { describe, expect, it } from 'vitest'
import { areaOf, outcodeOf } from '#shared/uk-postcode.ts'
import { isNearEdge } from '../sketch/outlines-rules.ts'
import { ZONES } from './data.ts'
import { compareZones, holdsOn, isInLondon, zoneAt, zoneOf, zonesOfJourney, type ZonedPlace } from './rules.ts'

const zones = ZONES.map(zoneOf).sort(compareZones)
const zone = (code: string) => {
  const found = zones.find((one) => one.code === code)
  if (!found) throw new Error(`No zone ${code}`)
  return found
}

/** A place by a postcode or an outcode alone, as without an import. */
const at = (postcode: string, more: Partial<ZonedPlace> = {}): ZonedPlace => {
  const outcode = outcodeOf(postcode) ?? postcode
  const area = areaOf(outcode) ?? outcode
  return { postcode, outcode, area, lat: 0, lng: 0, precision: 'outcode', districtCode: null, ...more }
}
/** A place by a postcode that is known to metres. */
const spot = (lat: number, lng: number) => at('ZZ1 1AA', { lat, lng, precision: 'unit' })

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
    expect(zoneAt(zone('ulez'), at(outcode))).toEqual({ isInside, precision: 'outcode', isApproximate })
  })

  it('is unsure where only the area is known, but not in the areas wholly inside', () => {
    const answers = ['BR99', 'NW99'].map((outcode) => zoneAt(zone('ulez'), at(outcode, { precision: 'area' })))
    expect(answers).toEqual([
      { isInside: false, precision: 'area', isApproximate: true },
      { isInside: true, precision: 'area', isApproximate: false },
    ])
  })
})

describe('ULEZ by local authority', () => {
  it.each([
    ['WD3', 'E09000017', true],
    ['KT6', 'E07000207', false],
    ['E17', 'E09000031', true],
  ])('%s in %s: %s, whatever the outcode says', (outcode, districtCode, isInside) => {
    const place = at(outcode, { precision: 'unit', districtCode })
    expect(zoneAt(zone('ulez'), place)).toEqual({ isInside, precision: 'unit', isApproximate: false })
    expect(isInLondon(place)).toBe(isInside)
  })

  it('falls back to the outcode for a unit without an authority', () => {
    const answer = zoneAt(zone('ulez'), at('E17', { precision: 'unit' }))
    expect(answer).toEqual({ isInside: true, precision: 'outcode', isApproximate: false })
  })
})

describe('Congestion Charge zone by outcode', () => {
  it.each([
    ['EC1A', true, false],
    ['EC4M', true, false],
    ['W1T', true, false],
    ['WC2R', true, false],
    ['SE1', true, true],
    ['SE1 3AF', true, true],
    ['SW1A', true, true],
    ['EC1V', true, true],
    ['NW1', false, true],
    ['W2', false, true],
    ['E17', false, false],
    ['BN1', false, false],
    ['SW3', false, false],
  ])('%s: inside %s, approximate %s', (postcode, isInside, isApproximate) => {
    expect(zoneAt(zone('congestion'), at(postcode))).toEqual({ isInside, precision: 'outcode', isApproximate })
  })

  it('lies wholly inside the ULEZ', () => {
    for (const outcode of ['EC1A', 'EC4M', 'W1T', 'WC2R', 'SE1', 'SW1A', 'SE11', 'WC1X'])
      expect(zoneAt(zone('ulez'), at(outcode)).isInside).toBe(true)
  })
})

/** The places are easy to find on a map, on both sides of the Inner Ring Road. */
describe('Congestion Charge zone by its outline', () => {
  it.each([
    ['Charing Cross', 51.5074, -0.1278, true],
    ['St Paul’s', 51.5138, -0.0984, true],
    ['Waterloo station', 51.5031, -0.1132, true],
    ['London Bridge station', 51.5052, -0.0864, true],
    ['Buckingham Palace', 51.5014, -0.1419, true],
    ['the British Museum', 51.5194, -0.127, true],
    ['Tate Britain', 51.4911, -0.1278, true],
    ['the Imperial War Museum', 51.4958, -0.1086, true],
    ['Liverpool Street station', 51.5188, -0.0814, true],
    ['Oxford Circus', 51.5152, -0.1415, true],
    ['Bermondsey, SE1 3', 51.4972, -0.0768, false],
    ['Lord’s', 51.5294, -0.1722, false],
    ['Camden Town', 51.5393, -0.1427, false],
    ['the Oval', 51.4837, -0.115, false],
    ['Harrods', 51.4994, -0.1633, false],
    ['Brick Lane', 51.5219, -0.0717, false],
    ['Paddington station', 51.5154, -0.1755, false],
    ['Victoria coach station', 51.4928, -0.1487, false],
  ])('%s at %s, %s: inside %s', (_, lat, lng, isInside) => {
    expect(zoneAt(zone('congestion'), spot(lat, lng))).toEqual({ isInside, precision: 'unit', isApproximate: false })
  })

  it.each([
    ['Speakers’ Corner', 51.5126, -0.1598],
    ['the Angel Islington', 51.5315, -0.1045],
    ['Tower Bridge', 51.5055, -0.0754],
  ])('%s is so near the edge that the answer is approximate', (_, lat, lng) => {
    expect(zoneAt(zone('congestion'), spot(lat, lng))).toMatchObject({ precision: 'unit', isApproximate: true })
  })

  it('is approximate within 120 m of every corner, and sure of its middle', () => {
    const { outline, edgeMetres } = zone('congestion')
    if (!outline) throw new Error('It has an outline')
    expect(outline.points.length).toBeGreaterThan(30)
    for (const [lng, lat] of outline.points) {
      expect(isNearEdge(outline, { lat: lat + 0.0009, lng }, edgeMetres)).toBe(true)
    }
    expect(isNearEdge(outline, { lat: 51.512, lng: -0.12 }, edgeMetres)).toBe(false)
  })
})

describe('zones outside London', () => {
  // The product is tested with these and the middles of the cities, without an import.
  it.each([
    ['birmingham', 'B2 8AA'],
    ['birmingham', 'B1 1BB'],
    ['sheffield', 'S1 6AA'],
    ['oxford', 'OX1 4AA'],
    ['oxford', 'OX1 1AA'],
    ['bradford', 'BD1 1AA'],
    ['bristol', 'BS1 2AA'],
    ['bath', 'BA1 1AA'],
    ['bath', 'BA1 5AA'],
    ['tyneside', 'NE1 5AA'],
    ['glasgow', 'G2 8AA'],
    ['edinburgh', 'EH1 6AA'],
    ['dundee', 'DD1 4AA'],
    ['aberdeen', 'AB10 1AA'],
  ])('%s has %s inside, and no other zone has', (code, postcode) => {
    expect(zonesOfJourney(zones, [at(postcode)]).map((met) => met.zone.code)).toEqual([code])
  })

  it.each([
    ['birmingham', 'New Street station', 52.4778, -1.899],
    ['sheffield', 'Fargate', 53.3822, -1.4697],
    ['bradford', 'City Hall', 53.7925, -1.7536],
    ['bristol', 'Queen Square', 51.4505, -2.5948],
    ['bath', 'the Abbey', 51.3815, -2.3587],
    ['tyneside', 'Grey’s Monument', 54.9738, -1.6131],
    ['glasgow', 'Central station', 55.8597, -4.2582],
    ['edinburgh', 'Waverley', 55.952, -3.1895],
    ['aberdeen', 'the Music Hall', 57.1452, -2.1051],
    ['dundee', 'the Caird Hall', 56.4597, -2.9697],
  ])('%s has %s inside, for sure', (code, _, lat, lng) => {
    expect(zoneAt(zone(code), spot(lat, lng))).toEqual({ isInside: true, precision: 'unit', isApproximate: false })
  })

  it.each([
    ['birmingham', 'Edgbaston cricket ground', 52.4559, -1.9026],
    ['sheffield', 'Hillsborough', 53.4114, -1.5006],
    ['bradford', 'Leeds', 53.8008, -1.5491],
    ['bristol', 'Clifton Suspension Bridge', 51.4549, -2.6279],
    ['bath', 'Bathampton', 51.3965, -2.322],
    ['tyneside', 'Jesmond', 54.9895, -1.6],
    ['glasgow', 'Ibrox', 55.8532, -4.3092],
    ['edinburgh', 'Murrayfield', 55.9422, -3.2409],
    ['aberdeen', 'Old Aberdeen', 57.1666, -2.1009],
    ['dundee', 'Ninewells', 56.4641, -3.0374],
  ])('%s has not %s', (code, _, lat, lng) => {
    expect(zoneAt(zone(code), spot(lat, lng))).toEqual({ isInside: false, precision: 'unit', isApproximate: false })
  })

  it.each(['BA1 7AA', 'B12 8AA', 'EH8 7AA', 'NE2 1AA', 'G12 8AA', 'AB24 1AA', 'LS1 1AA', 'OX4 1AA'])(
    'none has %s',
    (postcode) => {
      expect(zonesOfJourney(zones, [at(postcode)])).toEqual([])
    },
  )
})

describe('the rows', () => {
  it('hold from their first day to their last, both included', () => {
    const row = { fromDay: '2026-01-01', toDay: '2026-12-31' }
    const days = ['2025-12-31', '2026-01-01', '2026-12-31', '2027-01-01']
    expect(days.map((day) => holdsOn(row, day))).toEqual([false, true, true, false])
    expect(holdsOn({ ...row, toDay: null }, '2040-01-01')).toBe(true)
  })

  it('say where they are from and when to look again', () => {
    for (const { source, checkBy, fromDay, name } of ZONES) {
      expect(source.length).toBeGreaterThan(20)
      expect(checkBy > '2026-12-31' && checkBy < '2027-12-31').toBe(true)
      expect(fromDay < '2026-11-01').toBe(true)
      expect(name).toMatch(/ULEZ|[Zz]one$/)
    }
  })

  it('name no code in two lists of one zone', () => {
    for (const { inside, mostlyInside, hardlyInside } of ZONES) {
      const codes = [...inside, ...mostlyInside, ...hardlyInside]
      expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
    }
  })

  it('are met on the way in from outside: the largest first', () => {
    expect(zonesOfJourney(zones, [at('EC1A 1BB')]).map((met) => met.zone.code)).toEqual(['ulez', 'congestion'])
  })
})
