import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FURNITURE_TYPES, HELP_LEVELS, STAIRS, VAN_CATEGORIES } from '#modules/fleet/rules.ts'
import type { HelpLevel, Stairs } from '#modules/fleet/rules.ts'
import {
  furnitureMinutes,
  scheduleWithBreaks,
  scheduleWork,
  loadingMinutes,
  onClock,
  stairsMinutes,
  stopsMinutes,
  stretchesInside,
  workTime,
} from './rules.ts'
import type { FurnitureWork, Job } from './rules.ts'

const anyHelp = fc.constantFrom(...HELP_LEVELS)
const anyStairs = fc.constantFrom(...STAIRS)
const halfHours = fc.nat(6).map((half) => half * 30)
const anyFurniture: fc.Arbitrary<FurnitureWork> = fc.record({
  furnitureType: fc.constantFrom(...FURNITURE_TYPES),
  amount: fc.integer({ min: 1, max: 20 }),
  needsAssembling: fc.boolean(),
  needsDismantling: fc.boolean(),
})
const anyJob: fc.Arbitrary<Job> = fc.integer({ min: 2, max: 7 }).chain((points) =>
  fc.record({
    van: fc.constantFrom(...VAN_CATEGORIES),
    trips: fc.integer({ min: 1, max: 3 }),
    helpLevel: anyHelp,
    stairs: fc.array(anyStairs, { minLength: points, maxLength: points }),
    legMinutes: fc.array(fc.nat(300), { minLength: points - 1, maxLength: points - 1 }),
    furniture: fc.array(anyFurniture, { maxLength: 6 }),
    assemblingHelp: fc.option(anyHelp, { nil: undefined }),
    dismantlingHelp: fc.option(anyHelp, { nil: undefined }),
    addedAssemblingMinutes: halfHours,
    addedDismantlingMinutes: halfHours,
  }),
)

const job = (over: Partial<Job> = {}): Job => ({
  van: 'large_van',
  trips: 1,
  helpLevel: 'one_porter',
  stairs: [0, 0],
  legMinutes: [100],
  furniture: [],
  ...over,
})

const wardrobe: FurnitureWork = {
  furnitureType: 'wardrobe',
  amount: 1,
  needsAssembling: true,
  needsDismantling: true,
}

describe('the parts', () => {
  test.each([
    ['small_van', 30],
    ['medium_van', 60],
    ['large_van', 90],
    ['luton_van', 120],
  ] as const)('%s takes %i minutes to load and unload', (van, minutes) => expect(loadingMinutes(van)).toBe(minutes))

  test.each([
    [0, 0],
    [1, 15],
    [7, 105],
    [8, 120],
    [9, 0],
  ] as const)('stairs %i take %i minutes', (stairs, minutes) => expect(stairsMinutes(stairs)).toBe(minutes))

  test.each([
    [2, 0],
    [3, 15],
    [6, 60],
    [1, 0],
  ])('%i points have %i minutes of stops', (points, minutes) => expect(stopsMinutes(points)).toBe(minutes))

  test.each([
    ['no_help', 0],
    ['driver_helps', 135],
    ['one_porter', 90],
    ['two_porters', 45],
  ] as const)('a bed and three sofas with %s take %i minutes', (help: HelpLevel, minutes) => {
    const pieces = [
      { furnitureType: 'bed', amount: 1 },
      { furnitureType: 'sofa', amount: 3 },
    ] as const
    expect(furnitureMinutes(pieces, help)).toBe(minutes)
  })
})

describe('workTime', () => {
  test('everything at once', () => {
    const time = workTime(
      job({
        stairs: [3, 9, 1],
        legMinutes: [40, 61],
        furniture: [wardrobe, { ...wardrobe, furnitureType: 'bed', needsDismantling: false }],
      }),
    )
    expect(time).toEqual({
      travel: 101,
      loadUnload: 90,
      stairs: 60,
      stops: 15,
      assembling: 70,
      dismantling: 40,
      duty: 376,
      breaks: 30,
      total: 406,
      rounded: 420,
      labour: 390,
    })
  })

  test('furniture help defaults to the crew and is capped by it', () => {
    const furniture = [wardrobe]
    expect(workTime(job({ furniture })).assembling).toBe(40)
    expect(workTime(job({ furniture, assemblingHelp: 'two_porters' })).assembling).toBe(40)
    expect(workTime(job({ furniture, assemblingHelp: 'driver_helps' })).assembling).toBe(60)
    expect(workTime(job({ furniture, assemblingHelp: 'no_help' })).assembling).toBe(0)
    expect(workTime(job({ furniture, helpLevel: 'no_help', dismantlingHelp: 'two_porters' })).dismantling).toBe(0)
  })

  test('time the customer added counts where somebody is there to spend it', () => {
    expect(workTime(job({ addedAssemblingMinutes: 60, addedDismantlingMinutes: 30 }))).toMatchObject({
      assembling: 60,
      dismantling: 30,
    })
    expect(workTime(job({ helpLevel: 'no_help', addedAssemblingMinutes: 60 })).assembling).toBe(0)
  })

  test('the total is the sum of its parts, rounded up to half hours', () => {
    fc.assert(
      fc.property(anyJob, (job) => {
        const { duty, breaks, total, rounded, labour, ...parts } = workTime(job)
        expect(Object.values(parts).reduce((a, b) => a + b)).toBe(duty)
        expect([total, labour]).toEqual([duty + breaks, rounded - breaks])
        expect(Object.values(parts).every((minutes) => Number.isInteger(minutes) && minutes >= 0)).toBe(true)
        expect(rounded - total).toBeGreaterThanOrEqual(0)
        expect(rounded - total).toBeLessThan(30)
      }),
    )
  })

  test('another piece, a further flight, a stop or a longer leg never saves time', () => {
    fc.assert(
      fc.property(anyJob, anyFurniture, fc.nat(60), (job, piece, minutes) => {
        const before = workTime(job).total
        const [first = 0, ...others] = job.stairs
        const [leg = 0, ...legs] = job.legMinutes
        const climbed: Stairs[] = [first < 8 ? (STAIRS[first + 1] ?? first) : first, ...others]
        const more: Job[] = [
          { ...job, furniture: [...job.furniture, piece] },
          { ...job, stairs: climbed },
          { ...job, stairs: [first, 0, ...others], legMinutes: [leg, minutes, ...legs] },
          { ...job, legMinutes: [leg + minutes, ...legs] },
        ]
        expect(Math.min(...more.map((longer) => workTime(longer).total))).toBeGreaterThanOrEqual(before)
      }),
    )
  })

  test('more hands never take longer over the furniture', () => {
    fc.assert(
      fc.property(fc.array(anyFurniture), (pieces) => {
        const [alone = 0, two = 0, three = 0] = (['driver_helps', 'one_porter', 'two_porters'] as const).map((help) =>
          furnitureMinutes(pieces, help),
        )
        expect(alone >= two && two >= three).toBe(true)
      }),
    )
  })
})

describe('scheduleWithBreaks', () => {
  test('a move with one stop', () => {
    const segments = scheduleWithBreaks(job({ stairs: [1, 2, 0], legMinutes: [20, 45], furniture: [wardrobe] }))
    expect(segments).toEqual([
      { kind: 'dismantling', index: 0, from: 0, to: 40 },
      { kind: 'loading', index: 0, from: 40, to: 100 },
      { kind: 'driving', index: 0, from: 100, to: 120 },
      { kind: 'stop', index: 1, from: 120, to: 165 },
      { kind: 'driving', index: 1, from: 165, to: 210 },
      { kind: 'unloading', index: 2, from: 210, to: 255 },
      { kind: 'assembling', index: 2, from: 255, to: 295 },
      { kind: 'spare', index: 2, from: 295, to: 300 },
    ])
  })

  test('two trips: loaded, driven and carried twice, driven back between, with a break in the middle of a drive', () => {
    const segments = scheduleWithBreaks(
      job({ trips: 2, stairs: [1, 0, 0], legMinutes: [20, 100], furniture: [wardrobe] }),
    )
    expect(segments).toEqual([
      { kind: 'dismantling', index: 0, from: 0, to: 40 },
      { kind: 'loading', index: 0, from: 40, to: 100 },
      { kind: 'driving', index: 0, from: 100, to: 120 },
      { kind: 'stop', index: 1, from: 120, to: 135 },
      { kind: 'driving', index: 1, from: 135, to: 235 },
      { kind: 'unloading', index: 2, from: 235, to: 280 },
      { kind: 'returning', index: 1, from: 280, to: 330 },
      { kind: 'break', index: 1, from: 330, to: 360 },
      { kind: 'returning', index: 1, from: 360, to: 410 },
      { kind: 'returning', index: 0, from: 410, to: 430 },
      { kind: 'loading', index: 0, from: 430, to: 490 },
      { kind: 'driving', index: 0, from: 490, to: 510 },
      { kind: 'stop', index: 1, from: 510, to: 525 },
      { kind: 'driving', index: 1, from: 525, to: 625 },
      { kind: 'unloading', index: 2, from: 625, to: 670 },
      { kind: 'assembling', index: 2, from: 670, to: 690 },
      { kind: 'break', index: 2, from: 690, to: 720 },
      { kind: 'assembling', index: 2, from: 720, to: 740 },
      { kind: 'spare', index: 2, from: 740, to: 750 },
    ])
  })

  test.each([
    ['5 h 30 min of work is done in one go', 240, 0, 330, 330],
    ['a minute more takes a break, and the next half hour', 241, 30, 390, 360],
    ['ten and a half hours have one break', 540, 30, 660, 630],
    ['a minute over eleven hours would have two', 571, 60, 750, 690],
  ])('%s', (_name, leg, breaks, rounded, labour) => {
    expect(workTime(job({ legMinutes: [leg] }))).toMatchObject({ breaks, rounded, labour })
  })

  test.each([
    ['before a break, it stays', { from: 300, to: 330 }, { from: 300, to: 330 }],
    ['after a break, it is half an hour later', { from: 330, to: 340 }, { from: 360, to: 370 }],
    ['with a break in it, it is half an hour longer', { from: 320, to: 340 }, { from: 320, to: 370 }],
  ])('a stretch of work on the clock: %s', (_name, work, clock) => expect(onClock(work)).toEqual(clock))

  test('segments touch, run from 0 to the rounded total and hold every minute of work', () => {
    fc.assert(
      fc.property(anyJob, (job) => {
        const time = workTime(job)
        const segments = scheduleWithBreaks(job)
        const spent = (...kinds: string[]) =>
          segments.filter((one) => kinds.includes(one.kind)).reduce((sum, one) => sum + one.to - one.from, 0)
        expect(segments[0]?.from).toBe(0)
        expect(segments.at(-1)?.to).toBe(time.rounded)
        expect(segments.slice(1).map((one) => one.from)).toEqual(segments.slice(0, -1).map((one) => one.to))
        expect(spent('driving', 'returning')).toBe(time.travel)
        expect(spent('break')).toBe(time.breaks)
        expect(spent('loading', 'stop', 'unloading')).toBe(time.loadUnload + time.stairs + time.stops)
        expect(spent('assembling')).toBe(time.assembling)
        expect(spent('dismantling')).toBe(time.dismantling)
        expect(spent('spare')).toBe(time.rounded - time.total)
      }),
    )
  })
})

describe('stretchesInside', () => {
  const segments = scheduleWork(job({ stairs: [0, 0, 0], legMinutes: [40, 100] }))
  // loading 0-45, drive 45-85, stop 85-100, drive 100-200, unloading 200-245, spare 245-270

  test.each([
    ['nowhere', [false, false, false], 60, []],
    ['from the pick-up to the edge', [true, false, false], 60, [[0, 65]]],
    ['an edge that is near', [true, false, false], 10, [[0, 55]]],
    ['a stop inside', [false, true, false], 60, [[65, 150]]],
    ['the drop-off', [false, false, true], 30, [[170, 270]]],
    ['both ends of a drive', [true, true, false], 30, [[0, 130]]],
    [
      'in, out and in again',
      [true, false, true],
      30,
      [
        [0, 65],
        [170, 270],
      ],
    ],
    ['all of it', [true, true, true], 30, [[0, 270]]],
  ])('%s', (_name, inside, edge, stretches) => {
    expect(stretchesInside(segments, inside, edge)).toEqual(stretches.map(([from, to]) => ({ from, to })))
  })

  test('never leaves the job, never overlaps, and a further point inside never takes minutes away', () => {
    fc.assert(
      fc.property(
        anyJob,
        fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
        fc.nat(6),
        fc.nat(90),
        (job, inside, extra, edge) => {
          const segments = scheduleWork(job)
          const stretches = stretchesInside(segments, inside, edge)
          const minutes = (list: typeof stretches) => list.reduce((sum, { from, to }) => sum + to - from, 0)
          expect(stretches.every(({ from, to }, index) => from < to && from >= (stretches[index - 1]?.to ?? 0))).toBe(
            true,
          )
          expect(stretches.at(-1)?.to ?? 0).toBeLessThanOrEqual(workTime(job).rounded)
          expect(minutes(stretchesInside(segments, inside.with(extra, true), edge))).toBeGreaterThanOrEqual(
            minutes(stretches),
          )
        },
      ),
    )
  })
})
