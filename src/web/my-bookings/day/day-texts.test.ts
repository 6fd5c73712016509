import { expect, test } from 'vitest'
import { headlineOf, loadedShare, placeOf, stopTimes } from './day-texts.ts'

const at = (time: string) => `2026-03-14T${time}:00.000Z`
const clock = {
  state: 'ahead' as const,
  setOffAt: null,
  startedAt: null,
  billedFrom: null,
  mayAgreeToStart: false,
  pausedAt: null,
  pauseReason: null,
  finishedAt: null,
  waitedSeconds: 0,
  pausedSeconds: 0,
  lateEta: null,
  likelyStartAt: null,
  asOf: at('08:00'),
  agreedMinutes: 390,
}
const move = {
  company: 'Pennant & Daughters',
  places: ['Walthamstow', 'Croydon', 'Brighton'],
  waiting: { freeWaitingMinutes: 30, waitingPencePerHalfHour: 2000 },
}
const started = { ...clock, state: 'running' as const, startedAt: at('08:34') }
const paused = { ...started, state: 'paused' as const, pausedAt: at('09:00') }
const item = (loaded: boolean) => ({ index: 0, name: 'Sofa', amount: 1, loaded })

const keysAt = (time: string) => [{ kind: 'keys_released' as const, happenedAt: at(time) }]

const arrivedAt = (stop: number, time: string) => [{ stop, at: at(time) }]
const likelyAt = (stop: number, time: string, awayMinutes: number | null = null) => [
  { stop, at: at(time), awayMinutes },
]

test.each([
  [{ clock }, 'Pennant & Daughters comes at 08:30'],
  [{ clock: { ...clock, lateEta: at('08:50') } }, 'About 20 min late'],
  [{ clock: { ...clock, likelyStartAt: at('09:05') } }, 'Likely about 09:05'],
  // What the driver has said themselves counts more.
  [{ clock: { ...clock, lateEta: at('08:50'), likelyStartAt: at('09:05') } }, 'About 20 min late'],
  [{ clock: { ...clock, state: 'on_the_way' as const, setOffAt: at('08:00') } }, 'Pennant & Daughters is on the way'],
  [
    { clock: { ...clock, state: 'on_the_way' as const, setOffAt: at('08:00') }, eta: at('09:22') },
    'About 12 minutes away',
  ],
  [{ clock, arrivals: arrivedAt(0, '08:20') }, 'Pennant & Daughters is here'],
  [{ clock: started, items: [item(false)] }, 'Loading in Walthamstow'],
  [{ clock: started, items: [item(false)], arrivals: arrivedAt(1, '11:08') }, 'Loading in Croydon'],
  [{ clock: started, items: [item(true)], arrivals: arrivedAt(1, '11:08') }, 'All loaded, on to Brighton'],
  [{ clock: started, items: [item(true)], arrivals: arrivedAt(2, '13:05') }, 'Unloading in Brighton'],
  [{ clock: started, items: [item(true)] }, 'All loaded, on to Brighton'],
  [{ clock: { ...paused, pauseReason: 'keys_not_released' as const } }, 'Waiting for the keys'],
  // Until the driver goes on, the clock stands; keys of an earlier pause are no news.
  [
    { clock: { ...paused, pauseReason: 'keys_not_released' as const }, events: keysAt('09:06') },
    'Keys released at 09:06',
  ],
  [
    { clock: { ...paused, pauseReason: 'keys_not_released' as const }, events: keysAt('08:50') },
    'Waiting for the keys',
  ],
  [{ clock: { ...paused, pauseReason: 'access' as const }, events: keysAt('09:06') }, 'Waiting to get in'],
  [{ clock: { ...paused, pauseReason: 'other' as const } }, 'They are having a break'],
  [{ clock: { ...started, state: 'finished' as const, finishedAt: at('15:14') } }, 'Finished 15:14'],
])('%j is headed "%s"', (day, title) => {
  expect(
    headlineOf({ startAt: at('08:30'), arrivals: [], events: [], ...day }, move, new Date(at('09:10'))).title,
  ).toBe(title)
})

test('waiting says what is free and what comes then', () => {
  const waiting = { ...paused, pauseReason: 'access' as const }
  const textAt = (time: string) =>
    headlineOf({ startAt: at('08:30'), arrivals: [], events: [], clock: waiting }, move, new Date(at(time))).text
  expect(textAt('09:10')).toBe('Waiting since 09:00. Another 20 min is free, then £20.00 for each half hour.')
  expect(textAt('09:40')).toBe('Waiting since 09:00. The free minutes are used: £20.00 for each half hour.')
})

test.each([
  [{ clock }, 0, 0],
  [{ clock: started, items: [item(true), item(false)] }, 0, 0.5],
  [{ clock: started, items: [item(true)] }, 50, 1],
  [{ clock: started, items: [item(false)], arrivals: arrivedAt(1, '11:08') }, 50, 0],
  [{ clock: started, items: [item(true)], arrivals: arrivedAt(1, '11:08') }, 75, 1],
  [{ clock: started, items: [item(true)], arrivals: arrivedAt(2, '13:05') }, 100, 1],
  [{ clock: { ...started, state: 'finished' as const }, items: [item(true)] }, 100, 0],
])('the van of %j stands at %i', (day, place, load) => {
  expect(placeOf({ arrivals: [], ...day }, 3)).toBe(place)
  expect(loadedShare(day)).toBe(load)
})

test('a stop that was reached is told with its time', () => {
  const day = { events: [], startAt: at('08:30'), clock: started, arrivals: arrivedAt(1, '11:08') }
  expect(headlineOf(day, move, new Date(at('11:10'))).text).toBe('There since 11:08. The clock has run since 08:34.')
})

test.each([
  ['before the start, when it is likely there', {}, ['08:30', 'About 11:10', 'About 13:00']],
  [
    'late, when they said they come',
    { clock: { ...clock, lateEta: at('08:50') } },
    ['08:50', 'About 11:10', 'About 13:00'],
  ],
  [
    'once the clock runs, when it was there',
    { clock: started, arrivals: arrivedAt(1, '11:08') },
    ['Began 08:34', 'Here 11:08', 'About 13:00'],
  ],
  [
    'where nothing was said of the stop on the way, only the rest',
    { clock: started, likelyArrivals: likelyAt(2, '13:05') },
    ['Began 08:34', '', 'About 13:05'],
  ],
  [
    'once it is done, when the work was',
    { clock: { ...started, finishedAt: at('15:14') }, arrivals: arrivedAt(2, '13:05'), likelyArrivals: [] },
    ['Began 08:34', '', 'Done 15:14'],
  ],
])('below the stops of a move stands, %s', (_, more, times) => {
  const day = {
    startAt: at('08:30'),
    clock,
    arrivals: [],
    likelyArrivals: [...likelyAt(1, '11:10'), ...likelyAt(2, '13:00')],
  }
  expect(stopTimes({ ...day, ...more }, move.places, new Date(at('10:00')))).toEqual(times)
})

test.each([
  ['as it was found while that is further than the drive', '12:15', 30, 'About 12:45'],
  ['moved on by the drive from now while the van is still being loaded', '12:42', 30, 'About 13:15'],
  ['moved on far where the page has stayed open for hours', '15:01', 30, 'About 15:35'],
  ['not in the past once the van may have left', '12:47', null, 'About 12:50'],
])('the likely arrival at the next stop is %s', (_, time, awayMinutes, text) => {
  const day = { startAt: at('08:30'), clock: started, arrivals: [], likelyArrivals: likelyAt(1, '12:45', awayMinutes) }
  expect(stopTimes(day, move.places, new Date(at(time)))[1]).toBe(text)
})
