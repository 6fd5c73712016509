import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { haversineMetres, type LatLng } from '#shared/distance.ts'
import { areas, outcodes } from '../outcodes/data.ts'
import { locate } from '../rules.ts'
import { bendsOf, landRoutes, parseWaters, waters, landOf, landOfPlace, seaCrossing, type ShorePlace } from './rules.ts'
import { ROADLESS } from './data.ts'

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
