import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areas, outcodes } from '../outcodes/data.ts'
import { locate, type Place } from '../rules.ts'
import { HEIGHT, WIDTH } from './frame/rules.ts'
import { doOverlap, LARGE, SMALL, type Letters } from './labels/rules.ts'
import { drawRoute, routeInWords, scaleOf, windTo, type Drawing, type Route } from './rules.ts'

const at = (outcode: string): Place => {
  const place = locate(`${outcode} 0ZZ`, { outcodes, areas })
  if (!place) throw new Error(`${outcode} is nowhere`)
  return place
}
const route = (...codes: string[]): Route => ({ points: codes.map(at), line: null, zones: [], tolls: [] })

const lettersOf: Record<string, Letters> = { end: LARGE }
const boxOf = ({ kind, text, x, y, anchor }: Drawing['labels'][number]) => {
  const { width: letter, height } = lettersOf[kind] ?? SMALL
  const width = text.length * letter
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
  const middle = y - height * 0.3
  return { left: left + 1, right: left + width - 1, top: middle - height / 2 + 1, bottom: middle + height / 2 - 1 }
}
const markBox = ({ x, y }: { x: number; y: number }) => ({ left: x - 10, right: x + 10, top: y - 10, bottom: y + 10 })

const anyCode = fc.constantFrom(...outcodes.keys())

describe('200 routes between any two places', () => {
  it('show A and B in the box, with both names, on nothing else', () => {
    fc.assert(
      fc.property(anyCode, anyCode, (from, to) => {
        const drawing = drawRoute(route(from, to))
        const [a, b] = drawing.points
        if (!a || !b) throw new Error('There are two')
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(28)
        const ends = drawing.labels.filter(({ kind }) => kind === 'end').map(boxOf)
        expect(ends).toHaveLength(2)
        const boxes = [...drawing.labels.map(boxOf), markBox(a), markBox(b)]
        for (const [index, one] of boxes.entries()) {
          expect(one.left).toBeGreaterThanOrEqual(0)
          expect(one.right).toBeLessThanOrEqual(WIDTH)
          expect(one.top).toBeGreaterThanOrEqual(0)
          expect(one.bottom).toBeLessThanOrEqual(HEIGHT)
          for (const other of boxes.slice(index + 1)) expect(doOverlap(one, other)).toBe(false)
        }
        expect(JSON.stringify(drawing).length).toBeLessThan(12_000)
      }),
      { numRuns: 200 },
    )
  })

  it('and the check of overlaps sees one', () => {
    expect(doOverlap(markBox({ x: 10, y: 10 }), markBox({ x: 25, y: 25 }))).toBe(true)
    expect(doOverlap(markBox({ x: 10, y: 10 }), markBox({ x: 31, y: 10 }))).toBe(false)
  })

  it('name each stop and number it', () => {
    const { points } = drawRoute(route('E17', 'RH10', 'GU1', 'BN1'))
    expect(points.map(({ mark }) => mark)).toEqual(['A', '1', '2', 'B'])
  })
})

describe('what is around the route', () => {
  const kinds = (drawing: Drawing, kind: string) =>
    drawing.labels.filter((label) => label.kind === kind).map(({ text }) => text)

  it('is motorways and towns for a region, districts for a town', () => {
    const region = drawRoute(route('E17', 'BN1'))
    expect(kinds(region, 'road')).toContain('M3')
    expect(kinds(region, 'town')).toContain('Guildford')
    const town = drawRoute(route('E17', 'E10'))
    expect(town.motorways).toBe('')
    expect(kinds(town, 'town')).toContain('Leytonstone')
  })

  it('is the sea where no road goes, dotted', () => {
    for (const [from, to] of [
      ['DG9', 'BT1'],
      ['KW1', 'KW15'],
      ['PO1', 'PO30'],
    ] as const) {
      const drawing = drawRoute(route(from, to))
      expect(drawing.sea).not.toBe('')
      expect(drawing.roads).toBe('')
      expect(drawing.land).not.toBe('')
    }
    for (const [from, to] of [
      ['BT1', 'BT48'],
      ['PO30', 'PO41'],
      ['E17', 'BN1'],
    ] as const)
      expect(drawRoute(route(from, to)).sea).toBe('')
  })

  it('has a scale of a round length', () => {
    expect(scaleOf({ metresPerPixel: 16 })).toEqual({ width: 50, text: 'Half a mile' })
    expect(scaleOf({ metresPerPixel: 500 })).toEqual({ width: 64, text: '20 miles' })
    expect(scaleOf({ metresPerPixel: 20 }).text).toBe('1 mile')
  })

  it('shows a toll where it is, and the edge of a zone as far as it is seen', () => {
    const { zones, tolls, labels } = drawRoute({
      ...route('DA1', 'RM13'),
      zones: [
        {
          name: 'ULEZ',
          outline: [
            [-0.3, 51.3],
            [0.2, 51.3],
            [0.2, 51.55],
            [-0.3, 51.55],
          ],
        },
      ],
      tolls: [{ name: 'Dartford Crossing', lng: 0.2585, lat: 51.4646, isCertain: false }],
    })
    expect(zones).toMatch(/^M/)
    expect(tolls).toHaveLength(1)
    expect(labels.map(({ text }) => text)).toContain('Dartford Crossing')
  })

  it('is the road itself where an engine drew it', () => {
    const [from, to] = [at('E17'), at('BN1')]
    const line = Array.from({ length: 41 }, (_, index): [number, number] => [
      from.lng + ((to.lng - from.lng) * index) / 40 + (index % 2) * 0.08,
      from.lat + ((to.lat - from.lat) * index) / 40,
    ])
    const drawn = drawRoute({ ...route('E17', 'BN1'), line })
    expect(drawn.roads.split(/[ l-]/).length).toBeGreaterThan(40)
    expect(drawRoute(route('E17', 'BN1')).roads.length).toBeLessThan(drawn.roads.length)
  })
})

describe('the route in words', () => {
  it('says where from, which way and where to', () => {
    expect(routeInWords(route('E17', 'BN1'))).toBe(
      'Sketch of the route: from A, Walthamstow E17, south to B, Brighton BN1. By Blackwall Tunnel.',
    )
    expect(routeInWords(route('KW1', 'KW15'))).toContain('It crosses the sea, where no road goes.')
    const full = { ...route('E17', 'GU1', 'BN1'), zones: [{ name: 'ULEZ', outline: null }] }
    expect(routeInWords({ ...full, tolls: [{ name: 'Tyne Tunnel', lat: 0, lng: 0, isCertain: true }] })).toMatch(
      /with stop 1 in Guildford.*In the ULEZ\. Toll: Tyne Tunnel\./,
    )
  })

  it.each([
    [1, 0, 'north'],
    [1, 1.7, 'north-east'],
    [0, 1, 'east'],
    [-1, 0, 'south'],
    [0, -1, 'west'],
    [1, -1.7, 'north-west'],
  ])('%s north and %s east is %s', (lat, lng, wind) =>
    expect(windTo({ lat: 53, lng: -2 }, { lat: 53 + lat, lng: -2 + lng })).toBe(wind),
  )
})
