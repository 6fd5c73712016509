import { describe, expect, test } from 'vitest'
import {
  areasText,
  compress,
  countText,
  districtsWithin,
  expand,
  findAreas,
  postcodeAreas,
  began,
  changedTo,
  picked,
  redo,
  toggled,
  undo,
  withCircle,
  type AreaChoice,
  type Circle,
} from './districts.ts'
import {
  coastPath,
  districtAt,
  draw,
  lengthAt,
  placeOf,
  showsAll,
  toDrawing,
  viewOf,
  zoomedIn,
  zoomedOut,
} from './map.ts'

const area = (code: string) => postcodeAreas.find((one) => one.code === code) ?? { code, name: '', districts: [] }

test('there are 124 areas with at least one district each', () => {
  expect(postcodeAreas).toHaveLength(124)
  expect(postcodeAreas.filter(({ districts }) => districts.length === 0)).toEqual([])
})

test.each([[['SW']], [['E17', 'E4']], [['SW', 'E17']], [[]], [['ZZ9']]])('%j is the same again', (saved) => {
  expect(compress(expand(saved))).toEqual([...saved].sort())
})

test('an area is every one of its districts', () => {
  expect(expand(['SW'])).toEqual(new Set(area('SW').districts))
  expect([...expand(['SW'])]).toContain('SW1A')
  expect([...expand(['S'])]).not.toContain('SW1A')
})

test('what lies within a distance', () => {
  const walthamstow = { lat: 51.5886, lng: -0.0118 }
  const near = districtsWithin(walthamstow, 5000)
  expect(near).toContain('E17')
  expect(near).not.toContain('SW1A')
  expect(districtsWithin(walthamstow, 2_000_000)).toHaveLength(
    postcodeAreas.flatMap(({ districts }) => districts).length,
  )
})

test('counts in words', () => {
  const districts = area('SW').districts
  expect(countText(area('SW'), new Set())).toBe(`0 of ${districts.length} districts`)
  expect(countText(area('SW'), new Set(districts))).toBe(`All of ${districts.length} districts`)
  expect(countText(area('SW'), new Set(['SW1A', 'E17']))).toBe(`1 of ${districts.length} districts`)
  expect(areasText(new Set(['SW1A', 'E17', 'E4']))).toBe('In E, SW')
  expect(areasText(new Set())).toBe('You won’t be offered any moves')
  expect(areasText(expand(['AB', 'AL', 'B', 'BA', 'BB', 'BD', 'BH']))).toBe('In 7 areas')
})

test.each([
  ['sw1', ['SW']],
  ['Romford', ['RM']],
  ['zzz', []],
])('a search for %s', (text, codes) => expect(findAreas(text, new Set()).near.map(({ code }) => code)).toEqual(codes))

test('without a search those with something chosen come first', () => {
  const { near, others } = findAreas(' ', new Set(['SW1A']))
  expect(near.map(({ code }) => code)).toEqual(['SW'])
  expect(others).toHaveLength(123)
})

const circle = (radiusMetres: number): Circle => ({ basePostcode: 'E17 4QH', radiusMetres, place: null })
const choice = (chosen: string[], more: Partial<AreaChoice> = {}): AreaChoice => ({
  chosen: new Set(chosen),
  byHand: new Set(),
  circle: null,
  ...more,
})
const [near, far] = [
  ['E17', 'E4'],
  ['E17', 'E4', 'N17', 'E10'],
]

describe('all within a distance', () => {
  test.each<[string, AreaChoice, string[], string[], string[]]>([
    ['is added to what was picked by hand', picked(choice([]), ['BN1'], true), [], near, ['BN1', 'E17', 'E4']],
    ['takes the place of a wider circle', choice(far, { circle: circle(9000) }), far, near, ['E17', 'E4']],
    [
      'leaves what was outside the circle before',
      choice([...near, 'BN1']),
      near,
      far,
      ['BN1', 'E10', 'E17', 'E4', 'N17'],
    ],
    [
      'leaves what was picked by hand inside a circle that was drawn later',
      withCircle(picked(choice([]), ['N17'], true), circle(9000), { before: [], within: far }),
      far,
      near,
      ['E17', 'E4', 'N17'],
    ],
    ['chooses again what was taken out by hand', toggled(choice(near), 'E4'), near, near, ['E17', 'E4']],
  ])('%s', (_, before, last, within, expected) => {
    const after = withCircle(before, circle(5000), { before: last, within })
    expect([...after.chosen].sort()).toEqual(expected)
    expect(after.circle?.radiusMetres).toBe(5000)
  })

  test('is remembered while single districts are added and taken out', () => {
    const after = toggled(toggled(choice(near, { circle: circle(5000) }), 'BN1'), 'E4')
    expect([...after.chosen]).toEqual(['E17', 'BN1'])
    expect(after.circle?.radiusMetres).toBe(5000)
  })
})

test('the same tap twice is nothing', () => {
  const before = choice(near)
  expect(toggled(toggled(before, 'N17'), 'N17')).toEqual(before)
})

test('steps are undone one at a time and done again, until something else is done', () => {
  const three = [1, 2, 3].reduce((history, step) => changedTo(history, step), began(0))
  expect(undo(three).now).toBe(2)
  expect(undo(undo(undo(undo(three)))).now).toBe(0)
  expect(redo(undo(undo(three)))).toEqual(undo(three))
  expect(redo(three)).toBe(three)
  expect(redo(changedTo(undo(three), 9)).now).toBe(9)
  expect(undo(changedTo(undo(three), 9)).now).toBe(2)
})

describe('map', () => {
  const sidesOf = (path: string) => path.split('M').length - 1

  test('a place lies in the cell of its own district', () => {
    for (const code of ['SW1A', 'E17', 'AB10', 'PL1', 'BT1']) {
      const place = placeOf(code)
      expect(place && districtAt(toDrawing(place))).toBe(code)
    }
  })

  test('the view holds what is chosen and where the driver drives', () => {
    const chosen = new Set(['E17', 'BN1'])
    const view = viewOf(chosen, null)
    for (const code of chosen) {
      const { x, y } = toDrawing(placeOf(code) ?? { lat: 0, lng: 0 })
      expect(x).toBeGreaterThan(view.x)
      expect(x).toBeLessThan(view.x + view.width)
      expect(y).toBeGreaterThan(view.y)
      expect(y).toBeLessThan(view.y + view.height)
    }
    const place = placeOf('E17') ?? { lat: 0, lng: 0 }
    expect(viewOf(new Set(), { place, metres: 50_000 }).width).toBeGreaterThan(2 * lengthAt(place.lat, 50_000))
  })

  test('the whole country is in view while nothing is chosen', () => {
    const view = viewOf(new Set(), null)
    const lerwick = toDrawing({ lat: 60.15, lng: -1.15 })
    const penzance = toDrawing({ lat: 50.1, lng: -5.5 })
    expect(lerwick.y).toBeGreaterThan(view.y)
    expect(penzance.y).toBeLessThan(view.y + view.height)
  })

  test('one cell has its own sides as border, two neighbours lose the side between them', () => {
    const one = draw(viewOf(new Set(['E17']), null), new Set(['E17']))
    const other = draw(viewOf(new Set(['E4']), null), new Set(['E4']))
    const both = new Set(['E17', 'E4'])
    const together = draw(viewOf(both, null), both)
    expect(sidesOf(one.on)).toBe(1)
    expect(sidesOf(together.on)).toBe(2)
    expect(sidesOf(together.border)).toBe(sidesOf(one.border) + sidesOf(other.border) - 2)
  })

  test('near, districts are named; far, areas are', () => {
    const near = new Set(['E17'])
    expect(draw(viewOf(near, null), near).labels.some(({ code, isOn }) => code === 'E17' && isOn)).toBe(true)
    const far = expand(['SW', 'AB'])
    expect(draw(viewOf(far, null), far).labels.every(({ code }) => /^[A-Z]{1,2}$/.test(code))).toBe(true)
  })

  test.each([[[]], [['E', 'EC', 'WC', 'N', 'SW', 'W']], [['M', 'L', 'WN', 'BL']]])(
    'names of areas %j are neither cut nor on each other',
    (prefixes) => {
      const chosen = expand(prefixes)
      const view = viewOf(chosen, null)
      const { labels } = draw(view, chosen)
      expect(labels.length).toBeGreaterThan(5)
      const half = view.width * 0.03
      for (const [at, { point }] of labels.entries()) {
        expect(point.x - half).toBeGreaterThan(view.x - half / 2)
        expect(point.x + half).toBeLessThan(view.x + view.width + half / 2)
        for (const other of labels.slice(0, at)) {
          const isApart = Math.abs(point.y - other.point.y) >= view.width * 0.045
          expect(isApart || Math.abs(point.x - other.point.x) > half, other.code).toBe(true)
        }
      }
    },
  )

  test.each([
    ['E17', 5, 0.018, false],
    ['E17', 5, 0.0095, true],
    ['N1', 3, 0.018, false],
    ['BN1', 12, 0.018, false],
    ['EC1A', 2, 0.018, false],
  ] as const)('names around %s within %d km lie neither on each other nor on the base', (code, km, letter, isWide) => {
    const place = placeOf(code) ?? { lat: 0, lng: 0 }
    const base = { place, metres: km * 1000 }
    const view = viewOf(new Set([code]), base)
    const labels = draw(view, new Set([code]), place).labels.filter((label) => isWide || !label.isWideOnly)
    expect(labels.length).toBeGreaterThan(3)
    const [share, at] = [letter / 0.018, toDrawing(place)]
    const half = (name: string) => name.length * letter * view.width
    const isApart = (a: { x: number; y: number }, b: { x: number; y: number }, wide: number, high: number) =>
      Math.abs(a.x - b.x) >= wide || Math.abs(a.y - b.y) >= high
    for (const [index, { code: name, point }] of labels.entries()) {
      expect(isApart(point, at, half(name) + view.width * 0.011, view.width * (0.02 * share + 0.011)), name).toBe(true)
      for (const other of labels.slice(0, index))
        expect(isApart(point, other.point, half(name) + half(other.code), view.width * 0.05 * share), other.code).toBe(
          true,
        )
    }
  })

  test('chosen districts are named before others', () => {
    const chosen = new Set(['E17', 'N17', 'IG8'])
    const { labels } = draw(viewOf(chosen, null), chosen)
    const named = labels.filter(({ isWideOnly }) => !isWideOnly).map(({ code }) => code)
    expect(named).toEqual(expect.arrayContaining([...chosen]))
  })

  test('the map knows when a chosen district is not on it', () => {
    const view = viewOf(new Set(['E17']), null)
    expect([showsAll(view, new Set(['E17'])), showsAll(view, new Set(['E17', 'AB10']))]).toEqual([true, false])
  })

  test('zooming in keeps the place in the middle, and both ways come to an end', () => {
    const place = placeOf('E17') ?? { lat: 0, lng: 0 }
    const view = viewOf(new Set(['E17', 'BN1']), null)
    const closer = zoomedIn(view, place)
    expect(closer?.width).toBeCloseTo(view.width / 1.6)
    expect((closer?.x ?? 0) + (closer?.width ?? 0) / 2).toBeCloseTo(toDrawing(place).x)
    // A place that does not show is not jumped to.
    const elsewhere = zoomedIn(view, placeOf('AB10') ?? null)
    expect((elsewhere?.x ?? 0) + (elsewhere?.width ?? 0) / 2).toBeCloseTo(view.x + view.width / 2)
    const steps = (next: (from: typeof view) => typeof view | null) => {
      let count = 0
      for (let at: typeof view | null = view; at && count < 50; at = next(at)) count += 1
      return count
    }
    expect(steps((from) => zoomedIn(from, place))).toBeLessThan(12)
    expect(steps(zoomedOut)).toBeLessThan(12)
    expect(zoomedOut(viewOf(new Set(), null))).toBeNull()
  })

  test('the coast is drawn as closed lines', () => expect(coastPath).toMatch(/^(M[-\d. L]+Z)+$/))
})
