import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outcodes } from '../outcodes/data.ts'
import type { LngLat } from '../sketch/outlines-rules.ts'
import { doLinesMeet } from '../sketch/outlines-rules.ts'
import { TOLLS } from './data.ts'
import { CONCEIVABLE, mayMeet, passagesOn } from './rules.ts'

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
