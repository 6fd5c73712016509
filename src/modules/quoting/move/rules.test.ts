import { expect, test } from 'vitest'
import { TOLLS } from '#modules/geo/charges/data.ts'
import { scheduleWork, type Job } from '../schedule/rules.ts'
import { tollsMet, tollsOfJob } from './rules.ts'

const job = (trips: number): Job => ({
  van: 'luton_van',
  helpLevel: 'driver_helps',
  trips,
  stairs: [0, 0],
  legMinutes: [60],
  furniture: [],
})

/** Wednesday; a Luton loads an hour, drives an hour and unloads an hour. */
const start = new Date('2026-12-02T06:00:00Z')
const met = (codes: string[]) =>
  tollsMet(
    TOLLS,
    [],
    codes.map((code) => ({ code, legIndex: 0, share: 0.5 })),
  )
const paid = (codes: string[], trips: number, at = start) =>
  tollsOfJob(met(codes), 'luton_van', scheduleWork(job(trips)), at).map(({ code, amountPence, passages }) => [
    code,
    amountPence,
    passages,
  ])

test('each drive of each trip pays, those back between trips too', () => {
  expect(paid(['mersey_tunnels'], 1)).toEqual([['mersey_tunnels', 240, 1]])
  expect(paid(['mersey_tunnels'], 3)).toEqual([['mersey_tunnels', 240, 5]])
})

test('the way back under the Thames pays as the other direction does at its hour', () => {
  // Northbound at 07:30, in the morning peak; back at 09:30, which is no peak southbound; northbound again at 11:30.
  const [peak, there, back] = [
    paid(['thames_tunnels_north'], 1)[0]?.[1],
    paid(['thames_tunnels_north'], 1, new Date('2026-12-02T11:00:00Z'))[0]?.[1],
    paid(['thames_tunnels_south'], 1)[0]?.[1],
  ]
  expect(peak).toBeGreaterThan(Number(there))
  expect(back).toBe(there)
  expect(paid(['thames_tunnels_north'], 2)).toEqual([
    ['thames_tunnels_north', peak, 1],
    ['thames_tunnels_south', back, 1],
    ['thames_tunnels_north', there, 1],
  ])
})

test('a toll that is free at the hour is none', () => {
  expect(paid(['dartford'], 1, new Date('2026-12-02T22:30:00Z'))).toEqual([])
  expect(paid(['dartford'], 1)).toEqual([['dartford', 420, 1]])
})
