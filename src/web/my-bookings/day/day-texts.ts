// Where a customer's move is, in words.
import type { getDay, getSharedDay } from '#modules/bookings/day/contract.ts'
import { countOf } from '#shared/texts.ts'
import { formatDuration } from '#shared/duration.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import {
  lastArrival,
  type Arrival,
  earlyText,
  minutesOf,
  timeText,
  waitedSeconds,
  workedSeconds,
} from '#web/kit/day/clock-view.ts'

/** The customer's own day; by the link alone less of it. */
export type OwnDay = AnswerOf<typeof getDay>
export type LinkDay = AnswerOf<typeof getSharedDay>

interface Seen {
  startAt: string
  clock: OwnDay['clock']
  arrivals: readonly Arrival[]
  events: readonly { kind: OwnDay['events'][number]['kind']; happenedAt: string }[]
  /** Absent if the page was opened by link, without a login, like the fields below. */
  eta?: string | null
  items?: OwnDay['items']
  hours?: OwnDay['hours']
}

interface Move {
  company: string
  /** The towns of its stops, from the first to the last. */
  places: readonly string[]
  waiting: { freeWaitingMinutes: number; waitingPencePerHalfHour: number } | null
}

export interface Headline {
  title: string
  text: string
}

/** The answer on the sign. */
export function headlineOf(day: Seen, move: Move, now: Date): Headline {
  const isBefore = day.clock.state === 'ahead' || day.clock.state === 'on_the_way'
  if (isBefore && lastArrival(day)) return arrivedHeadline(day, move)
  switch (day.clock.state) {
    case 'on_the_way':
      return onTheWayHeadline(day, move, now)
    case 'running':
      return runningHeadline(day, move, now)
    case 'paused':
      return pausedHeadline(day, move, now)
    case 'finished':
      return finishedHeadline(day, now)
    default:
      return aheadHeadline(day, move)
  }
}

function aheadHeadline({ startAt, clock: { lateEta, likelyStartAt } }: Seen, { company }: Move): Headline {
  if (!lateEta && likelyStartAt) {
    const text = `${company} is held up on the job before yours. You booked ${timeText(startAt)}. We’ll tell you if it changes. ${SAME_PRICE}`
    return { title: `Likely about ${timeText(likelyStartAt)}`, text }
  }
  if (!lateEta) return { title: `${company} comes at ${timeText(startAt)}`, text: 'This page shows when they set off.' }
  return { title: lateTitle(startAt, lateEta), text: `${company} now comes about ${timeText(lateEta)}. ${SAME_PRICE}` }
}

/** The van is there and the clock does not run yet. */
function arrivedHeadline(day: Seen, { company }: Move): Headline {
  const since = lastArrival(day)?.at
  const text = 'The clock starts when the work does.'
  return { title: `${company} is here`, text: since ? `There since ${timeText(since)}. ${text}` : text }
}

function onTheWayHeadline({ startAt, clock, eta }: Seen, { company }: Move, now: Date): Headline {
  const setOff = clock.setOffAt ? `They set off at ${timeText(clock.setOffAt)}.` : ''
  if (eta) {
    const minutes = Math.max(1, Math.ceil((Date.parse(eta) - now.getTime()) / 60_000))
    const title = `About ${countOf(minutes, 'minute')} away`
    return { title, text: `${setOff} They should be with you about ${timeText(eta)}.` }
  }
  if (clock.lateEta) return { title: lateTitle(startAt, clock.lateEta), text: `${setOff} ${SAME_PRICE}` }
  return { title: `${company} is on the way`, text: `${setOff} You booked ${timeText(startAt)}.` }
}

const SAME_PRICE = 'The price stays the same.'

function lateTitle(startAt: string, lateEta: string): string {
  const minutes = Math.round((Date.parse(lateEta) - Date.parse(startAt)) / 60_000)
  return minutes > 0 ? `About ${formatDuration(minutes)} late` : `Comes about ${timeText(lateEta)}`
}

function runningHeadline(day: Seen, { places }: Move, now: Date): Headline {
  const { clock, items = [] } = day
  const here = lastArrival(day)
  const last = places.length - 1
  const since = here && here.stop > 0 ? `There since ${timeText(here.at)}. ` : ''
  const runs = clock.startedAt ? `The clock has run since ${timeText(clock.startedAt)}.` : ''
  const text = since + (earlyText(clock, now) || runs)
  if (here && here.stop >= last && last > 0) return { title: `Unloading in ${places[last]}`, text }
  if (isLoaded(items)) return { title: `All loaded, on to ${places.at(-1)}`, text }
  return { title: `Loading in ${places[here?.stop ?? 0]}`, text }
}

function pausedHeadline({ clock, events }: Seen, { waiting }: Move, now: Date): Headline {
  const since = clock.pausedAt ? ` since ${timeText(clock.pausedAt)}` : ''
  if (clock.pauseReason === 'other')
    return {
      title: 'They are having a break',
      text: `The clock ${clock.pausedAt ? `was paused at ${timeText(clock.pausedAt)}` : 'is paused'}. ${earlyText(clock, now)}`.trim(),
    }
  const text = [`Waiting${since}.`, earlyText(clock, now), waitingText(clock, waiting, now)].filter(Boolean).join(' ')
  if (clock.pauseReason === 'access') return { title: 'Waiting to get in', text }
  // The clock stands until the driver, who was told too, goes on.
  const released = events.findLast(
    ({ kind, happenedAt }) => kind === 'keys_released' && happenedAt >= (clock.pausedAt ?? ''),
  )
  return released
    ? { title: `Keys released at ${timeText(released.happenedAt)}`, text: `They can go on now. ${text}` }
    : { title: 'Waiting for the keys', text }
}

function waitingText(clock: OwnDay['clock'], waiting: Move['waiting'], now: Date): string {
  if (!waiting) return ''
  const { freeWaitingMinutes, waitingPencePerHalfHour } = waiting
  const left = freeWaitingMinutes - minutesOf(waitedSeconds(clock, now))
  const then = `${formatPence(waitingPencePerHalfHour)} for each half hour`
  return left > 0 ? `Another ${formatDuration(left)} is free, then ${then}.` : `The free minutes are used: ${then}.`
}

function finishedHeadline({ clock, hours }: Seen, now: Date): Headline {
  const waited = minutesOf(waitedSeconds(clock, now))
  const worked =
    `${earlyText(clock, now)} ${formatDuration(minutesOf(workedSeconds(clock, now)))} worked${waited > 0 ? `, ${formatDuration(waited)} waited` : ''}.`.trim()
  if (hours?.state === 'confirmed' && hours.finalPence !== null)
    return { title: `All done. ${formatPence(hours.finalPence)}`, text: worked }
  return { title: `Finished ${clock.finishedAt ? timeText(clock.finishedAt) : ''}`, text: worked }
}

/** What stands below each stop: when the van was there, or when it is likely there. The end of the work is at the last. */
export function stopTimes(
  {
    startAt,
    clock,
    arrivals,
    likelyArrivals,
  }: Pick<Seen, 'startAt' | 'clock' | 'arrivals'> & { likelyArrivals: readonly LikelyArrival[] },
  stops: readonly unknown[],
  now: Date,
): string[] {
  return stops.map((_, stop) => {
    if (stop === 0 && !clock.startedAt) return timeText(clock.lateEta ?? clock.likelyStartAt ?? startAt)
    if (stop === 0) return `Began ${timeText(clock.startedAt ?? startAt)}`
    if (stop === stops.length - 1 && clock.finishedAt) return `Done ${timeText(clock.finishedAt)}`
    const here = arrivals.find((one) => one.stop === stop)
    if (here) return `Here ${timeText(here.at)}`
    const likely = likelyArrivals.find((one) => one.stop === stop)
    return likely ? `About ${timeText(likelyAt(likely, now))}` : ''
  })
}

type LikelyArrival = AnswerOf<typeof getSharedDay>['likelyArrivals'][number]

/** A page that stays open while the van is being loaded says no time nearer than what is still to come. */
function likelyAt({ at, awayMinutes }: LikelyArrival, now: Date): string {
  const step = 5 * 60_000
  const soonest = awayMinutes === null ? now.getTime() : addMinutes(now, awayMinutes).getTime()
  return Date.parse(at) >= soonest ? at : new Date(Math.ceil(soonest / step) * step).toISOString()
}

const isLoaded = (items: readonly { loaded: boolean }[]): boolean =>
  items.length > 0 && items.every(({ loaded }) => loaded)

/**
 * Where the van is on the line from A to B, in hundredths and by steps of five, with the stops evenly along it: by what happened, never by a
 * guess. All loaded, it is on its way from the stop that it was at last.
 */
export function placeOf(day: Pick<Seen, 'clock' | 'items' | 'arrivals'>, stops = 2): number {
  const { clock, items = [] } = day
  if (clock.state === 'finished') return 100
  const last = Math.max(1, stops - 1)
  const here = Math.min(lastArrival(day)?.stop ?? 0, last)
  const at = here < last && clock.startedAt !== null && isLoaded(items) ? (here + last) / 2 : here
  return Math.round((at / last) * 20) * 5
}

/** How full the van is, by the pieces that were ticked off: 0 to 1. */
export function loadedShare({ clock, items = [] }: Pick<Seen, 'clock' | 'items'>): number {
  if (clock.state === 'finished' || items.length === 0) return 0
  return items.filter(({ loaded }) => loaded).length / items.length
}

/** "You paid £60.00 of £96.00 in cash". */
export function cashTitle({ paid, takenPence, duePence }: NonNullable<OwnDay['cash']>): string {
  if (paid === 'full') return `You paid ${formatPence(takenPence)} in cash`
  if (paid === 'none') return `Not paid: ${formatPence(duePence)} in cash`
  return `You paid ${formatPence(takenPence)} of ${formatPence(duePence)} in cash`
}
