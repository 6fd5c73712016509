// What a hot job means for this van, in words.
import { useEffect, useRef, useState } from 'react'
import { VAN_NAMES } from '#modules/fleet/rules.ts'
import { capitalise } from '#shared/texts.ts'
import { formatMiles } from '#shared/distance.ts'
import { formatDuration } from '#shared/duration.ts'
import { formatDayTime, localDayOf } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { planText } from '#web/kit/bookings/booking-texts.ts'
import { percentOf } from '#web/kit/bookings/load.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { useClock } from '#web/kit/page/root-data.ts'
import type { Fact } from '#web/ui/facts.tsx'
import { timeOf } from '../booking-view.ts'
import type { ActionNotice } from './answer-texts.ts'
import { type HotJob, type Job, type Worth, isHotJob } from './job-texts.ts'

const MINUTE = 60_000
const DAY_MINUTES = 24 * 60
/** Below this it is urgent. */
const URGENT_MINUTES = 3 * 60

/** When a hot job closes: "Open until 10:00" today, with the day otherwise. No countdown: a moment is enough to plan by. */
export function closesText({ hot }: Pick<HotJob, 'hot'>, now: Date): { text: string; tone: 'red' | 'yellow' | 'off' } {
  const closes = new Date(hot.closesAt)
  const minutes = (closes.getTime() - now.getTime()) / MINUTE
  const isToday = localDayOf(closes) === localDayOf(now)
  return {
    text: minutes <= 0 ? 'Closed' : `Open until ${isToday ? timeOf(hot.closesAt) : formatDayTime(closes)}`,
    tone: minutes <= URGENT_MINUTES ? 'red' : minutes < DAY_MINUTES ? 'yellow' : 'off',
  }
}

/** Too little to spare to be sure of the next job. */
const TIGHT_MINUTES = 30

export interface Why {
  text: string
  /** Whether the text is a warning. */
  isWarning: boolean
}

/** Where from, and what follows. */
export function reasonsToTake({ hot, routePoints, endAt }: Pick<HotJob, 'hot' | 'routePoints' | 'endAt'>): Why[] {
  const { from, to } = hot
  const miles = from && capitalise(formatMiles({ distance: from.distance, estimated: true }))
  const last = routePoints.at(-1)?.place ?? ''
  return [
    ...(from && miles
      ? [
          {
            text:
              from.kind === 'job' && from.until
                ? `${miles} from ${from.place}, where you finish at ${timeOf(from.until)}`
                : `${miles} from your base`,
            isWarning: false,
          },
        ]
      : []),
    ...(to
      ? [
          {
            text: `Ends ${timeOf(endAt)}. ${formatDuration(Math.max(0, to.spareMinutes))} to spare before your ${timeOf(to.startsAt)} job in ${to.place}, after the drive from ${last}`,
            isWarning: to.spareMinutes < TIGHT_MINUTES,
          },
        ]
      : []),
  ]
}

/** What a job is worth, in figures: from door to door, there, home, and by the hour to its owner. */
export function worthFigures({ minutesTo, minutesAfter, onTo, doorToDoorMinutes, pencePerHour }: Worth): Fact[] {
  return [
    { name: 'Door to door', value: formatDuration(doorToDoorMinutes) },
    { name: 'Drive there', value: formatDuration(minutesTo) },
    { name: onTo === 'home' ? 'Drive home' : 'Drive on', value: formatDuration(minutesAfter) },
    ...(pencePerHour === null ? [] : [{ name: 'An hour', value: formatPence(pencePerHour) }]),
  ]
}

/** "Out 08:35, home 15:20. After commission, before fuel." */
export const dayText = ({ outAt, backAt, onTo, pencePerHour }: Worth): string =>
  `Out ${timeOf(outAt)}, ${onTo === 'home' ? 'home' : 'at the next job'} ${timeOf(backAt)}.${
    pencePerHour === null ? '' : ' After commission, before fuel.'
  }`

/** "Also that day: 14:00 to 16:00, Wood Green to Enfield." */
export const otherJobsText = ({ otherJobs }: Worth): string =>
  otherJobs.length === 0
    ? 'Nothing else that day.'
    : `Also that day: ${otherJobs
        .map(({ startAt, endAt, from, to }) => `${timeOf(startAt)} to ${timeOf(endAt)}, ${from} to ${to}`)
        .join('; ')}.`

/** What taking it means, said before it binds. */
export function takeFacts({ worth, hot, youKeepPence, startAt, endAt }: Pick<Job, Taken>): Fact[] {
  return [
    ...(hot?.plan ? [{ name: 'Your vans, held together', value: `${planText(hot)}, ${hot.plan.people} people` }] : []),
    ...(worth ? [{ name: 'Out', value: timeOf(worth.outAt) }] : []),
    { name: 'Job', value: `${timeOf(startAt)} to ${timeOf(endAt)}` },
    ...(worth ? [{ name: worth.onTo === 'home' ? 'Home' : 'Next job', value: timeOf(worth.backAt) }] : []),
    ...(worth ? [{ name: 'Door to door', value: formatDuration(worth.doorToDoorMinutes) }] : []),
    ...(youKeepPence === null ? [] : [{ name: 'To you, before fuel', value: formatPence(youKeepPence) }]),
    ...(worth?.pencePerHour ? [{ name: 'An hour', value: formatPence(worth.pencePerHour) }] : []),
  ]
}
type Taken = 'worth' | 'hot' | 'youKeepPence' | 'startAt' | 'endAt'

/** How full the van is with it, 0 to 1; undefined if nothing was listed or the van is not known. */
export const fillRatioOf = ({ load, van }: Pick<Job, 'load' | 'van'>): number | undefined =>
  van && load.pieces > 0
    ? Math.min(1, Math.max(load.volumeM3 / van.volumeM3, load.weightKg / van.payloadKg))
    : undefined

/** "Your Large Van, 15% full with this job". */
export const fullText = (job: Pick<Job, 'load' | 'van' | 'vanCategory' | 'trips'>): string => {
  const full = fillRatioOf(job)
  const name = `Your ${VAN_NAMES[job.vanCategory]}`
  if (full === undefined) return name
  return job.trips > 1 ? `${name}, ${job.trips} trips for this job` : `${name}, ${percentOf(full)}% full with this job`
}

/** The job with the shortest way to it among those that are left. */
export function nearestOf<Some extends Pick<HotJob, 'hot'>>(jobs: readonly Some[]): Some | undefined {
  const milesTo = ({ hot }: Some) => hot.from?.distance ?? Infinity
  return jobs.toSorted((one, other) => milesTo(one) - milesTo(other))[0]
}

/** "Next nearest: Hackney, about 2 miles". */
export const nearestText = (job: Pick<HotJob, 'hot' | 'routePoints'>): string =>
  [
    `Next nearest: ${job.routePoints.at(0)?.place ?? ''}`,
    job.hot.from ? formatMiles({ distance: job.hot.from.distance, estimated: true }) : '',
  ]
    .filter(Boolean)
    .join(', ')

export function audienceText(seenBy: number): string {
  if (seenBy === 0) return ''
  return seenBy === 1 ? 'Only you can see it' : `${seenBy} drivers can see it`
}

// Hot jobs that were shown and are no longer there.

interface Reason {
  title: string
  why: string
}

export interface UnavailableJob extends Reason {
  job: HotJob
}

const MEANWHILE: Reason = {
  title: 'Gone',
  why: 'It has been taken or cancelled. If you took it in another window, it is under Confirmed Bookings.',
}
const EXPIRED: Reason = { title: 'Time is up', why: 'No driver took it in time. Nothing has changed in your calendar.' }

const REFUSED = new Map<string, Reason>([
  [
    'already_taken',
    { title: 'Already taken', why: 'Another driver took it just before you. Nothing has changed in your calendar.' },
  ],
  [
    'slot_taken',
    { title: 'It clashes with another job', why: 'You have another job then, so this van can’t do it as well.' },
  ],
])

interface Answered {
  /** The job that was answered last, with the result. */
  id: string | null
  answer: Answer<ActionNotice> | undefined
}

/** What has gone from `before` to `jobs` by `now`, except what this driver took. */
export function listUnavailableJobs(
  before: readonly Job[],
  jobs: readonly Job[],
  { id, answer }: Answered,
  now: Date,
): UnavailableJob[] {
  const here = new Set(jobs.map((job) => job.id))
  return before.filter(isHotJob).flatMap((job): UnavailableJob[] => {
    if (here.has(job.id) || (job.id === id && answer?.ok)) return []
    const code = job.id === id && answer && !answer.ok ? answer.code : ''
    const unanswered = new Date(job.hot.closesAt) <= now ? EXPIRED : MEANWHILE
    return [{ job, ...(REFUSED.get(code) ?? unanswered) }]
  })
}

/** Remembers the jobs shown under this address; another page or filter starts with an empty list. */
export function useUnavailableJobs(address: string, jobs: readonly Job[], answered: Answered) {
  const shown = useRef({ address, jobs })
  const latest = useRef(answered)
  const clock = useClock()
  const [unavailable, setUnavailable] = useState<{ address: string; list: UnavailableJob[] }>({ address, list: [] })
  useEffect(() => {
    latest.current = answered
  })
  useEffect(() => {
    const before = shown.current
    shown.current = { address, jobs }
    const isSame = before.address === address
    const fresh = isSame ? listUnavailableJobs(before.jobs, jobs, latest.current, clock()) : []
    const here = new Set(jobs.map(({ id }) => id))
    setUnavailable(({ list }) => ({
      address,
      list: [...(isSame ? list.filter(({ job }) => !here.has(job.id)) : []), ...fresh],
    }))
  }, [address, jobs, clock])
  const close = (id: string) =>
    setUnavailable(({ list, ...rest }) => ({ ...rest, list: list.filter(({ job }) => job.id !== id) }))
  return { gone: unavailable.address === address ? unavailable.list : [], close }
}
