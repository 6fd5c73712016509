/** A job in so many trips, laid on the clock from its start: how long its time is held, and when it is in which zone. Pure. */
import type { ZoneVisit } from '#modules/pricing/road-charges/rules.ts'
import { addMinutes } from '#shared/local-time.ts'
import type { Minutes } from '#shared/duration.ts'
import { drivesOf, layWork, onClock, stretchesInside, workTime, type Job, type WorkTime } from './rules.ts'

/** What a job needs to be laid out besides its work. */
export interface JobAround {
  /** Of the legs, driven once. */
  onceMetres: number
  waitingMinutes: Minutes
  /** Those that hold on the day of its start. */
  zones: readonly MetZone[]
}

/** A zone of the job, and which of its points lie inside. */
export interface MetZone {
  zone: { code: string; edgeMinutes: Minutes }
  isInside: readonly boolean[]
}

export interface LaidJob {
  trips: number
  /** Of all trips and the drives back between them. */
  metres: number
  work: WorkTime
  end: Date
  /** The end after the waiting that was declared: so long the time is held. */
  heldUntil: Date
  zoneVisits: ZoneVisit[]
}

export function layJob(job: Job, { onceMetres, waitingMinutes, zones }: JobAround, start: Date): LaidJob {
  const work = workTime(job)
  const end = addMinutes(start, work.rounded)
  return {
    trips: job.trips,
    metres: drivesOf(job.trips) * onceMetres,
    work,
    end,
    heldUntil: addMinutes(end, waitingMinutes),
    zoneVisits: zoneVisits(job, start, zones),
  }
}

/** The periods the van spends inside each zone. */
function zoneVisits(job: Job, start: Date, zones: readonly MetZone[]): ZoneVisit[] {
  if (zones.length === 0) return []
  const segments = layWork(job)
  return zones.flatMap(({ zone, isInside }) =>
    stretchesInside(segments, isInside, zone.edgeMinutes).map((stretch) => {
      const { from, to } = onClock(stretch)
      return { zone: zone.code, start: addMinutes(start, from), end: addMinutes(start, to) }
    }),
  )
}
