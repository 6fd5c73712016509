import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { haversineMetres, type LatLng } from '#shared/distance.ts'
import { areaOf, outcodeOf } from '#shared/uk-postcode.ts'
import { ROADLESS } from '../crossings/data.ts'
import {
  bendsOf,
  landRoutes,
  parseWaters,
  waters,
  landOf,
  landOfPlace,
  seaCrossing,
  type ShorePlace,
} from '../crossings/rules.ts'
import { outcodes, areas } from '../outcodes/data.ts'
import { locate } from '../rules.ts'
import { type LngLat, doLinesMeet, isNearEdge } from '../sketch/outlines-rules.ts'
import { TOLLS, ZONES } from './data.ts'
import {
  CONCEIVABLE,
  mayMeet,
  passagesOn,
  compareZones,
  holdsOn,
  isInLondon,
  zoneAt,
  zoneOf,
  zonesOfJourney,
  type ZonedPlace,
} from './rules.ts'

const middleOf = (outcode: string) => {
  const place = outcodes.get(outcode)
  if (!place) throw new Error(`No ${outcode}`)
  return place
}
const between = (from: string, to: string) =>
  TOLLS.filter((toll) => mayMeet(toll, middleOf(from), middleOf(to))).map(({ code }) => code)

describe('tolls that a move might meet', () => {
  it.each([
    ['E17', 'BN1', ['dartford', 'thames_tunnels_south']],
    ['BN1', 'E17', ['dartford', 'thames_tunnels_north']],
    ['E17', 'N15', []],
    ['E17', 'E14', []],
    ['E14', 'SE10', ['thames_tunnels_south']],
    ['SE18', 'E16', ['thames_tunnels_north']],
    ['N15', 'CR0', ['thames_tunnels_south']],
    ['W6', 'CR0', []],
    ['SW18', 'W12', []],
    ['RM1', 'DA1', ['dartford']],
    ['RM1', 'SS1', []],
    ['CM1', 'ME1', ['dartford']],
    ['CO1', 'TN1', ['dartford']],
    ['L1', 'CH41', ['mersey_tunnels']],
    ['L1', 'CH1', ['mersey_tunnels']],
    ['L1', 'L8', []],
    ['WA8', 'WA7', ['mersey_gateway']],
    ['NE28', 'NE33', ['tyne_tunnel']],
    ['NE2', 'DH1', []],
    ['HU1', 'DN18', ['humber_bridge']],
    ['HU1', 'YO1', []],
    ['SW1A', 'M1', ['m6_toll']],
    ['M1', 'BN1', ['m6_toll']],
    ['L1', 'CB1', ['mersey_tunnels', 'mersey_gateway', 'm6_toll']],
    ['B2', 'B77', []],
    ['B2', 'M1', []],
    ['BS1', 'LS1', []],
    ['CF10', 'M1', []],
    ['G2', 'EH1', []],
  ])('from %s to %s: %j', (from, to, codes) => {
    expect(between(from, to)).toEqual(codes)
  })

  it('of a crossing are the same both ways, and whoever asks an engine asks for more', () => {
    const anyPlace = fc.constantFrom(...outcodes.values())
    const bothWays = TOLLS.filter(({ isOneWay }) => !isOneWay)
    fc.assert(
      fc.property(anyPlace, anyPlace, (from, to) => {
        for (const toll of bothWays) expect(mayMeet(toll, from, to)).toBe(mayMeet(toll, to, from))
        for (const toll of TOLLS) expect(!mayMeet(toll, from, to) || mayMeet(toll, from, to, CONCEIVABLE)).toBe(true)
      }),
    )
  })

  it('say where they are from and when to look again', () => {
    for (const { source, checkBy } of TOLLS) {
      expect(source.length).toBeGreaterThan(20)
      expect(checkBy > '2026-12-31' && checkBy < '2027-12-31').toBe(true)
    }
  })
})

describe('tolls on a way that is known', () => {
  const throughDartford: LngLat[] = [
    [0.26, 51.5],
    [0.2585, 51.47],
    [0.2585, 51.46],
    [0.25, 51.44],
  ]
  const roads: string[][] = [[]]
  const codesOn = (line: readonly LngLat[]) =>
    passagesOn({ line, legMetres: [7000], roads }, TOLLS).map(({ code }) => code)

  it('are those whose gate it meets, in either direction', () => {
    expect(codesOn(throughDartford)).toEqual(['dartford'])
    expect(codesOn(throughDartford.toReversed())).toEqual(['dartford'])
    expect(codesOn([...throughDartford, ...throughDartford.toReversed()])).toEqual(['dartford', 'dartford'])
    expect(codesOn(throughDartford.slice(0, 2))).toEqual([])
  })

  it('under the Thames go by direction', () => {
    const blackwall: LngLat[] = [
      [-0.0076, 51.5106],
      [0.005, 51.5015],
    ]
    const silvertown: LngLat[] = [
      [0.0075, 51.4985],
      [0.0165, 51.5075],
    ]
    expect(codesOn(blackwall)).toEqual(['thames_tunnels_south'])
    expect(codesOn(blackwall.toReversed())).toEqual(['thames_tunnels_north'])
    expect(codesOn(silvertown)).toEqual(['thames_tunnels_north'])
    expect(codesOn(silvertown.toReversed())).toEqual(['thames_tunnels_south'])
  })

  it('lie on the leg and at the share of it where the gate is', () => {
    const line: LngLat[] = [
      [0.2585, 51.6],
      [0.2585, 51.5],
      [0.2585, 51.4],
    ]
    const [passage] = passagesOn({ line, legMetres: [11_120, 11_120], roads }, TOLLS)
    expect(passage).toMatchObject({ code: 'dartford', legIndex: 1 })
    expect(passage?.share).toBeCloseTo(0.354, 2)
  })

  it('are the same on a way of ten thousand bends as bend by bend', () => {
    // To and fro over the gate, with the bends at other places each time.
    const line = Array.from({ length: 10_000 }, (_, index): LngLat => {
      const turn = index / 7.3
      return [0.2585 + Math.cos(index) * 0.0004, 51.465 + Math.sin(turn) * 0.02]
    })
    const gates = TOLLS.filter(({ code }) => code === 'dartford').flatMap((toll) => toll.gates)
    const bendByBend = line
      .slice(1)
      .flatMap((to, index) => gates.filter(([a, b]) => doLinesMeet(line[index] ?? to, to, a, b)))
    expect(bendByBend.length).toBeGreaterThan(300)
    expect(codesOn(line)).toEqual(bendByBend.map(() => 'dartford'))
  })

  it('are met by the name of the road where they have no gate', () => {
    const named = (...names: string[]) =>
      passagesOn({ line: throughDartford.slice(0, 2), legMetres: [1, 1], roads: [[], names] }, TOLLS)
    expect(named('M42', 'M6 Toll')).toEqual([{ code: 'm6_toll', legIndex: 1, share: 0.5 }])
    expect(named('M6', 'Toll House Lane')).toEqual([])
  })

  it('are in the order of the way', () => {
    const line: LngLat[] = [
      [-0.0076, 51.5106],
      [0.005, 51.5015],
      [0.2585, 51.45],
      [0.2585, 51.48],
    ]
    expect(codesOn(line)).toEqual(['thames_tunnels_south', 'dartford'])
    expect(codesOn(line.toReversed())).toEqual(['dartford', 'thames_tunnels_north'])
  })
})

describe('zones', () => {
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
})

describe('crossings', () => {
  const known = (postcode: string): ShorePlace => {
    const place = locate(postcode, { outcodes, areas })
    if (!place) throw new Error(`${postcode} is nowhere`)
    return place
  }
  /** The places of some outcodes, each at a unit that no list below names. */
  const ofOutcodes = (codes: readonly string[]) => codes.map((outcode) => known(`${outcode} 0ZZ`))

  describe('landOf', () => {
    it.each([
      ['E17', 'Great Britain'],
      ['BT1', 'Northern Ireland'],
      ['GY1', 'Guernsey'],
      ['GY9', 'Alderney'],
      ['JE2', 'Jersey'],
      ['IM9', 'the Isle of Man'],
      ['HS1', 'Lewis and Harris'],
      ['HS9', 'Barra'],
      ['ZE2', 'Shetland'],
      ['KW14', 'Great Britain'],
      ['KW15', 'Orkney'],
      ['PO29', 'Great Britain'],
      ['PO30', 'the Isle of Wight'],
      ['PO41', 'the Isle of Wight'],
      ['TR20', 'Great Britain'],
      ['TR21', "St Mary's in the Isles of Scilly"],
      ['KA27', 'Arran'],
      ['PA20', 'Bute'],
      ['PA21', 'Great Britain'],
      ['PA49', 'Islay'],
      ['PA50', 'Great Britain'],
      ['PA65', 'Mull'],
      ['PA78', 'Coll'],
      ['PA80', 'Great Britain'],
      ['PH42', 'Eigg'],
      ['IV41', 'Great Britain'],
      ['LL77', 'Great Britain'],
    ])('%s is on %s', (outcode, land) => expect(landOf(outcode)).toBe(land))
  })

  describe('seaCrossing', () => {
    it.each([
      [['E17', 'BN1']],
      [['BT1', 'BT48']],
      [['PO30', 'PO41']],
      [['IV41', 'G1']],
      [['LL77', 'M1']],
      [['HS1', 'HS5']],
      [['JE2', 'JE3', 'JE2']],
      [['E17']],
      [[]],
    ])('%j: roads all the way', (outcodes) => expect(seaCrossing(ofOutcodes(outcodes))).toBeNull())

    it.each([
      [['E17', 'BT1'], 1, 'Great Britain', 'Northern Ireland'],
      [['E17', 'BN1', 'PO30'], 2, 'Great Britain', 'the Isle of Wight'],
      [['PO30', 'PO1', 'PO30'], 1, 'the Isle of Wight', 'Great Britain'],
      [['GY1', 'JE2'], 1, 'Guernsey', 'Jersey'],
      [['TR21', 'TR24'], 1, "St Mary's in the Isles of Scilly", 'Tresco in the Isles of Scilly'],
      [['PA42', 'PA60'], 1, 'Islay', 'Jura'],
    ])('%j: refused at point %i', (outcodes, pointIndex, from, to) => {
      expect(seaCrossing(ofOutcodes(outcodes))).toMatchObject({ pointIndex, from, to })
    })

    it('says it in a sentence', () => {
      expect(seaCrossing(ofOutcodes(['E17', 'PO30']))?.message).toBe(
        "There is no road between Great Britain and the Isle of Wight, and we don't price ferries. " +
          "Choose two places joined by road, or call us and we'll help.",
      )
    })
  })

  // Postcodes as the islands' own ferries, shops and schools give them; the right one shares the outcode and has a road.
  describe('places without a road', () => {
    it.each([
      ['Lismore', 'PA34 5UL', 'PA34 4AH', 'PA34 5AA'],
      ['Raasay', 'IV40 8PB', 'IV40 8AE', 'IV40 8DZ'],
      ['Knoydart', 'PH41 4PL', 'PH41 4QA', 'PH41 4PX'],
      ['Lundy', 'EX39 2LY', 'EX39 2QA', 'EX39 1AA'],
      ['Rathlin', 'BT54 6RT', 'BT54 6AA', 'BT54 6PZ'],
      ['Hoy', 'KW16 3NT', 'KW16 3AA', 'KW16 3LN'],
      ['Westray', 'KW17 2DH', 'KW17 2EN', 'KW17 2SL'],
      ['Papa Westray', 'KW17 2BU', 'KW17 2JR', 'KW17 2RD'],
      ['North Ronaldsay', 'KW17 2BE', 'KW17 2QJ', 'KW17 2TW'],
      ['Unst', 'ZE2 9EF', 'ZE2 9EY', 'ZE2 9HB'],
      ['Yell', 'ZE2 9BN', 'ZE2 9QG', 'ZE2 9LA'],
      ['Fair Isle', 'ZE2 9JU', 'ZE2 9JA', 'ZE2 9RB'],
    ])('%s is refused by name, its neighbours are not', (name, postcode, ...neighbours) => {
      const [near, far] = neighbours.map(known)
      expect(near && far && seaCrossing([near, far])).toBeNull()
      expect(near && seaCrossing([known(postcode), near])).toMatchObject({ pointIndex: 1, from: name })
      expect(near && seaCrossing([near, known(postcode)])?.message).toContain(`and ${name}, and we don't price ferries`)
    })

    it('is told by position where the postcode itself is known, and not where only its outcode is', () => {
      const unlisted = { ...known('PH41 4ZZ'), lat: 57.04, lng: -5.66 }
      expect(landOfPlace({ ...unlisted, precision: 'unit' })).toBe('Knoydart')
      expect(landOfPlace({ ...unlisted, precision: 'outcode' })).toBe('Great Britain')
    })

    it('reads every line of its table, and no box holds the middle of an outcode with roads', () => {
      expect(
        ROADLESS.filter(({ postcodes }) => !/^([A-Z]+\d+ \d[A-Z]{1,2}(-\d[A-Z]{2})?( |$))+$/.test(postcodes)),
      ).toEqual([])
      const held = [...outcodes.values()].filter(({ code, lat, lng }) => {
        const place = { postcode: `${code} 0ZZ`, outcode: code, lat, lng, precision: 'unit' } as const
        return landOfPlace(place) !== landOf(code)
      })
      expect(held.map(({ code }) => code)).toEqual([])
    })
  })

  const overLand = landRoutes(waters)
  const at = (outcode: string): LatLng => {
    const place = outcodes.get(outcode)
    if (!place) throw new Error(`${outcode} is not in the table`)
    return place
  }
  const bends = (from: string, to: string) => overLand.between(at(from), at(to)).via.map(({ name }) => name)

  // Which way traffic goes, from general knowledge of the road map.
  describe('the way over land', () => {
    it.each([
      ['Gosport to Portsmouth', 'PO12', 'PO1', ['Fareham', 'M275']],
      ['Cardiff to Weston-super-Mare', 'CF10', 'BS23', ['Prince of Wales Bridge']],
      ['Southend to Sheerness', 'SS1', 'ME12', ['Dartford Crossing', 'Medway Tunnel', 'Sheppey Crossing']],
      ['Felixstowe to Harwich', 'IP11', 'CO12', ['Orwell Bridge', 'Cattawade']],
      ['Greenock to Dunoon', 'PA15', 'PA23', ['Erskine Bridge', 'Balloch', 'Arrochar', 'Strachur']],
      ['Gourock to Dunoon', 'PA19', 'PA23', ['Erskine Bridge', 'Balloch', 'Arrochar', 'Strachur']],
      ['Greenock to Port Glasgow, along one shore', 'PA16', 'PA14', []],
      ['Swansea to Ilfracombe', 'SA1', 'EX34', ['Prince of Wales Bridge']],
      ['Hull to Grimsby', 'HU1', 'DN31', ['Humber Bridge']],
      ['Liverpool to Birkenhead', 'L1', 'CH41', ['Queensway Tunnel']],
      ['Exmouth to Kenton', 'EX8', 'EX6', ['M5']],
      ['Barrow to Fleetwood', 'LA14', 'FY7', ['Greenodd', 'Levens Bridge', 'Lancaster', 'Shard Bridge']],
      ['Wick to Peterhead', 'KW1', 'AB42', ['Dornoch Firth Bridge', 'Cromarty Bridge', 'Kessock Bridge']],
      ['Portree to Inverness', 'IV51', 'IV2', ['Skye Bridge', 'Inverness']],
      ['Woolwich to Silvertown', 'SE18', 'E16', ['Silvertown Tunnel']],
      ['Stranraer to Whitehaven', 'DG9', 'CA28', ['Newton Stewart', 'Dumfries', 'Metal Bridge']],
    ])('%s', (_, from, to, via) => {
      expect(bends(from, to)).toEqual(via)
      expect(bends(to, from)).toEqual(via.toReversed())
    })

    it.each([
      ['Leeds to York', 'LS1', 'YO1'],
      ['London to Birmingham', 'WC2N', 'B1'],
      ['Norwich to Cambridge', 'NR1', 'CB1'],
      ['Torquay to Exeter', 'TQ1', 'EX1'],
      ['Glasgow to Edinburgh', 'G1', 'EH1'],
    ])('%s is straight', (_, from, to) => expect(bends(from, to)).toEqual([]))

    it('sees the water: without it Gosport is over the harbour', () => {
      const [gosport, portsmouth] = [at('PO12'), at('PO1')]
      const dry = landRoutes(waters.filter(({ name }) => !/^Ports(mouth|ea) /.test(name)))
      expect(dry.between(gosport, portsmouth).via).toEqual([])
      expect(overLand.between(gosport, portsmouth).km).toBeGreaterThan(4 * dry.between(gosport, portsmouth).km)
    })
  })

  const places = [...outcodes.values()].filter(({ code }) => !/^(BT|GY|JE|IM|HS|ZE|TR2[1-5]|KW1[5-7])/.test(code))
  const place = fc.constantFrom(...places)

  describe('any two places', () => {
    it('are never nearer than the straight line, and as far back as there', () => {
      fc.assert(
        fc.property(place, place, (from, to) => {
          const there = overLand.between(from, to)
          expect(there.km).toBeGreaterThanOrEqual(haversineMetres(from, to) / 1000)
          expect(overLand.between(to, from)).toEqual({ km: there.km, via: there.via.toReversed() })
        }),
      )
    })

    it('are a sum of straight stretches by the crossings named', () => {
      fc.assert(
        fc.property(place, place, (from, to) => {
          const { km, via } = overLand.between(from, to)
          const corners: LatLng[] = [from, ...via, to]
          const sum = corners
            .slice(1)
            .reduce((metres, corner, i) => metres + haversineMetres(corners[i] ?? corner, corner), 0)
          expect(km).toBeCloseTo(sum / 1000, 1)
        }),
      )
    })

    // The places to bend at stay when a water goes, for a new crossing may be a better corner round another water.
    it('never come nearer by more water', () => {
      const every = bendsOf(waters)
      const without = new Map(
        ['Thames', 'Solway', 'Mersey', 'Loch Fyne', 'Humber and Ouse'].map((name) => [
          name,
          landRoutes(
            waters.filter((water) => water.name !== name),
            every,
          ),
        ]),
      )
      fc.assert(
        fc.property(place, place, fc.constantFrom(...without.keys()), (from, to, name) => {
          const drier = without.get(name)?.between(from, to).km ?? 0
          expect(overLand.between(from, to).km).toBeGreaterThanOrEqual(drier - 1e-6)
        }),
      )
      // A place drawn into the water sees no crossing, from wherever one comes: every place is tried with one far off.
      const ends = [at('AL1'), at('IV2')]
      const drowned = places.filter((from) =>
        ends.some((to) =>
          [...without.values()].some((dry) => overLand.between(from, to).km < dry.between(from, to).km - 1e-6),
        ),
      )
      expect(drowned.map(({ code }) => code)).toEqual([])
    })
  })

  describe('the table of waters', () => {
    it('has at least the twenty that people ask about, each named once', () => {
      const names = waters.map(({ name }) => name)
      expect(new Set(names).size).toBe(names.length)
      const wellKnown =
        'Thames Medway Swale Wash Exe Clyde Forth Tay Mersey Dee Solway Orwell Stour Crouch Tees Tyne'.split(' ')
      expect(wellKnown.filter((name) => !names.includes(name))).toEqual([])
    })

    it('has crossings on its lines or near their heads', () => {
      const distantCrossings = waters.flatMap(({ name, line, crossings }) =>
        crossings
          .filter((crossing) => Math.min(...line.map((corner) => haversineMetres(corner, crossing))) > 10_000)
          .map((crossing) => `${name}: ${crossing.name}`),
      )
      expect(distantCrossings).toEqual([])
    })

    it('refuses a line that is none', () => {
      expect(() => parseWaters(['Thames | 51.5,0.1 | 51.4,0.2 Dartford'])).toThrow('Not a line of water')
      expect(() => parseWaters(['Thames | 51.5,0.1 51.4,x | 51.4,0.2 Dartford'])).toThrow('Not a point')
      expect(() => parseWaters(['Thames | 51.5,0.1 51.4,0.2 | 51.4,0.2'])).toThrow('Not a crossing')
    })
  })
})
