import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { haversineMetres, type LatLng } from '#shared/distance.ts'
import { outcodes } from '../outcodes/data.ts'
import { bendsOf, landRoutes, parseWaters, waters } from './rules.ts'

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
    const asked = 'Thames Medway Swale Wash Exe Clyde Forth Tay Mersey Dee Solway Orwell Stour Crouch Tees Tyne'.split(
      ' ',
    )
    expect(asked.filter((name) => !names.includes(name))).toEqual([])
  })

  it('has crossings on its lines or near their heads', () => {
    const away = waters.flatMap(({ name, line, crossings }) =>
      crossings
        .filter((crossing) => Math.min(...line.map((corner) => haversineMetres(corner, crossing))) > 10_000)
        .map((crossing) => `${name}: ${crossing.name}`),
    )
    expect(away).toEqual([])
  })

  it('refuses a line that is none', () => {
    expect(() => parseWaters('Thames | 51.5,0.1 | 51.4,0.2 Dartford')).toThrow('Not a line of water')
    expect(() => parseWaters('Thames | 51.5,0.1 51.4,x | 51.4,0.2 Dartford')).toThrow('Not a point')
    expect(() => parseWaters('Thames | 51.5,0.1 51.4,0.2 | 51.4,0.2')).toThrow('Not a crossing')
  })
})
