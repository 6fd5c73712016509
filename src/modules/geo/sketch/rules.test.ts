import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { haversineMetres } from '#shared/distance.ts'
import { ZONES } from '../charges/data.ts'
import { areas, outcodes } from '../outcodes/data.ts'
import { locate, type Place } from '../rules.ts'
import { HEIGHT, WIDTH, clipLine, clipShape, frameOf, pathOf, simplified } from './frame-rules.ts'
import {
  doOverlap,
  LARGE,
  SMALL,
  type Letters,
  doLinesMeet,
  isInOutline,
  isNearEdge,
  outlineOf,
  type LngLat,
} from './outlines-rules.ts'
import { drawRoute, describeRoute, scaleOf, windTo, type Drawing, type Route } from './rules.ts'

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

  it('finds an overlap where there is one: the control', () => {
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
    expect(describeRoute(route('E17', 'BN1'))).toBe(
      'Sketch of the route: from A, Walthamstow E17, south to B, Brighton BN1. By Blackwall Tunnel.',
    )
    expect(describeRoute(route('KW1', 'KW15'))).toContain('It crosses the sea, where no road goes.')
    const full = { ...route('E17', 'GU1', 'BN1'), zones: [{ name: 'ULEZ', outline: null }] }
    expect(describeRoute({ ...full, tolls: [{ name: 'Tyne Tunnel', lat: 0, lng: 0, isCertain: true }] })).toMatch(
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
    const simplerLine = simplified(bends, 0.8)
    expect(simplerLine).toContainEqual({ x: 30, y: 40 })
    expect(simplerLine.length).toBeLessThan(bends.length)
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

describe('outlines', () => {
  const drawn = ZONES.flatMap(({ code, outline }) => (outline ? [{ code, outline }] : []))

  /** How often the edge winds round a place, by adding up angles: slow, and shares nothing with counting crossings. */
  function windings(points: readonly LngLat[], [lng, lat]: LngLat): number {
    let turned = 0
    points.forEach(([toLng, toLat], index) => {
      const [fromLng, fromLat] = points.at(index - 1) ?? [0, 0]
      const turn = Math.atan2(toLat - lat, toLng - lng) - Math.atan2(fromLat - lat, fromLng - lng)
      turned += turn > Math.PI ? turn - 2 * Math.PI : turn < -Math.PI ? turn + 2 * Math.PI : turn
    })
    return Math.round(turned / (2 * Math.PI))
  }

  /** The nearest of many points set along the edge. */
  function metresToEdge(points: readonly LngLat[], place: { lat: number; lng: number }): number {
    const steps = Array.from({ length: 201 }, (_, step) => step / 200)
    return Math.min(
      ...points.flatMap(([toLng, toLat], index) => {
        const [fromLng, fromLat] = points.at(index - 1) ?? [0, 0]
        return steps.map((share) =>
          haversineMetres(place, {
            lat: fromLat + (toLat - fromLat) * share,
            lng: fromLng + (toLng - fromLng) * share,
          }),
        )
      }),
    )
  }

  describe.each(drawn)('the outline of $code', ({ outline }) => {
    const shape = outlineOf(outline)
    const width = shape.east - shape.west
    const height = shape.north - shape.south
    const share = fc.double({ min: -0.2, max: 1.2, noNaN: true })
    const anyPlace = fc.record({ x: share, y: share }).map(({ x, y }) => ({
      lat: shape.south + y * height,
      lng: shape.west + x * width,
    }))

    it('has inside what its edge winds round', () => {
      fc.assert(
        fc.property(anyPlace, (place) => {
          fc.pre(!isNearEdge(shape, place, 0.5))
          expect(isInOutline(shape, place)).toBe(windings(outline, [place.lng, place.lat]) !== 0)
        }),
        { numRuns: 300 },
      )
    })

    it('is near what a point of its edge is near', () => {
      fc.assert(
        fc.property(anyPlace, fc.integer({ min: 20, max: 500 }), (place, metres) => {
          const nearest = metresToEdge(outline, place)
          fc.pre(Math.abs(nearest - metres) > 10)
          expect(isNearEdge(shape, place, metres)).toBe(nearest < metres)
        }),
        { numRuns: 60 },
      )
    })

    it('crosses itself nowhere', () => {
      const edges = outline.map((to, index) => [outline.at(index - 1) ?? to, to] as const)
      const crossed = edges.flatMap(([a, b], index) =>
        edges.slice(index + 1).filter(([c, d]) => a !== d && b !== c && doLinesMeet(a, b, c, d)),
      )
      expect(crossed).toEqual([])
    })
  })
})
