/** How long a job takes, and where each of its minutes lies on the clock (spec §9, decisions §3 and §11). */
import {
  BREAK_MINUTES,
  breaksIn,
  clockAtEndOf,
  clockAtStartOf,
  DUTY_BEFORE_BREAK_MINUTES,
} from '#modules/calendar/drivers-hours-rules.ts'
import { VAN_DETAILS } from '#modules/fleet/data.ts'
import {
  flightsOf,
  lesserHelp,
  LIFTING_PEOPLE,
  type FurnitureType,
  type HelpLevel,
  type Stairs,
  type VanCategory,
} from '#modules/fleet/rules.ts'
import type { ZoneVisit } from '#modules/pricing/road-charges/rules.ts'
import { roundUpToHalfHour, type Minutes } from '#shared/duration.ts'
import { addMinutes } from '#shared/local-time.ts'

/** Spec §9. */
export const MINUTES_PER_FLIGHT = 15
/** Each stop beyond pick-up and drop-off, spec §9. */
export const MINUTES_PER_EXTRA_STOP = 15

/** Minutes for one person to assemble, or dismantle, one piece (decisions §3). */
export const FURNITURE_MINUTES: Record<FurnitureType, Minutes> = { sofa: 30, bed: 45, wardrobe: 60, table: 30 }

export type FurnitureWork = {
  furnitureType: FurnitureType
  amount: number
  needsAssembling: boolean
  needsDismantling: boolean
}

export type Job = {
  van: VanCategory
  /** How often the van goes full from the first point to the last, with drives back between (quoting/load/rules.ts). At least 1. */
  trips: number
  helpLevel: HelpLevel
  /** In the order of the route: pick-up, stops, drop-off. At least two. */
  stairs: readonly Stairs[]
  /** Whole driving minutes between consecutive points, so one fewer than points. */
  legMinutes: readonly Minutes[]
  furniture: readonly FurnitureWork[]
  /** Default to `helpLevel` and are capped by it (decisions §3). */
  assemblingHelp?: HelpLevel
  dismantlingHelp?: HelpLevel
  /** Extra time the customer allows. Ignored without help, because no helper could use it. */
  addedAssemblingMinutes?: Minutes
  addedDismantlingMinutes?: Minutes
}

/** The part of a job that its furniture makes. */
export type FurnitureJob = Omit<Job, 'stairs' | 'legMinutes' | 'van' | 'trips'>

export type WorkTime = {
  travel: Minutes
  loadUnload: Minutes
  stairs: Minutes
  stops: Minutes
  assembling: Minutes
  dismantling: Minutes
  /** The sum of the above: the driver's duty. */
  duty: Minutes
  /** Minutes of breaks in it, which are not charged. */
  breaks: Minutes
  /** Duty and breaks. */
  total: Minutes
  /** The total rounded up to half hours: what is booked. */
  rounded: Minutes
  /** Minutes without the breaks, which are charged. */
  labour: Minutes
}

/** `returning` is the drive back from the end of a leg to its beginning, for the next trip. */
export type SegmentKind =
  | 'dismantling'
  | 'loading'
  | 'stop'
  | 'driving'
  | 'returning'
  | 'unloading'
  | 'assembling'
  | 'break'
  | 'spare'

/** A stretch of the job in minutes from its start, end excluded. `index` is a leg's for drives, else a point's; a break's that of what follows it. */
export type Segment = { kind: SegmentKind; index: number; from: Minutes; to: Minutes }

export function workTime(job: Job): WorkTime {
  const { trips } = job
  const parts = {
    travel: drivesOf(trips) * job.legMinutes.reduce((sum, minutes) => sum + minutes, 0),
    loadUnload: trips * loadingMinutes(job.van),
    stairs: trips * job.stairs.reduce<Minutes>((sum, stairs) => sum + stairsMinutes(stairs), 0),
    stops: trips * stopsMinutes(job.stairs.length),
    assembling: assemblingMinutes(job),
    dismantling: dismantlingMinutes(job),
  }
  const duty = Object.values(parts).reduce((sum, minutes) => sum + minutes, 0)
  const breaks = breaksIn(duty) * BREAK_MINUTES
  const rounded = roundUpToHalfHour(duty + breaks)
  return { ...parts, duty, breaks, total: duty + breaks, rounded, labour: rounded - breaks }
}

/** A trip is driven there, and back for the next one. */
export const drivesOf = (trips: number): number => 2 * trips - 1

/** Loading and unloading together: 30, 60, 90 or 120 minutes (spec §9). */
export function loadingMinutes(van: VanCategory): Minutes {
  return VAN_DETAILS[van].loadingUnloadingMinutes
}

/** 15 for each flight; 8 means eight or more; a lift adds nothing. */
export function stairsMinutes(stairs: Stairs): Minutes {
  return flightsOf(stairs) * MINUTES_PER_FLIGHT
}

export function stopsMinutes(points: number): Minutes {
  return Math.max(0, points - 2) * MINUTES_PER_EXTRA_STOP
}

/**
 * One person's minutes for all pieces, shared among those who lift: two take two thirds, three take a third, and
 * without help they are 0. Rounded up once, on the sum.
 */
export function furnitureMinutes(
  pieces: readonly Pick<FurnitureWork, 'furnitureType' | 'amount'>[],
  help: HelpLevel,
): Minutes {
  const people = LIFTING_PEOPLE[help]
  if (people === 0) return 0
  const alone = pieces.reduce((sum, piece) => sum + FURNITURE_MINUTES[piece.furnitureType] * piece.amount, 0)
  return Math.ceil((alone * (4 - people)) / 3)
}

export function assemblingMinutes(job: FurnitureJob): Minutes {
  const help = lesserHelp(job.assemblingHelp ?? job.helpLevel, job.helpLevel)
  const pieces = job.furniture.filter((piece) => piece.needsAssembling)
  return LIFTING_PEOPLE[help] === 0 ? 0 : furnitureMinutes(pieces, help) + (job.addedAssemblingMinutes ?? 0)
}

export function dismantlingMinutes(job: FurnitureJob): Minutes {
  const help = lesserHelp(job.dismantlingHelp ?? job.helpLevel, job.helpLevel)
  const pieces = job.furniture.filter((piece) => piece.needsDismantling)
  return LIFTING_PEOPLE[help] === 0 ? 0 : furnitureMinutes(pieces, help) + (job.addedDismantlingMinutes ?? 0)
}

/**
 * Lays the work end to end, without breaks: dismantling; then for each trip half the loading time and the stairs at the pick-up, each
 * leg's drive, at each stop 15 minutes and its stairs, the other half and the stairs at the drop-off, and the drive back where another
 * trip follows; at last assembling. Minutes added by rounding are spare time at the drop-off. Segments follow one another without a
 * gap.
 */
export function scheduleWork(job: Job): Segment[] {
  const time = workTime(job)
  const last = job.stairs.length - 1
  const segments: Segment[] = []
  let now = 0
  const add = (kind: SegmentKind, index: number, minutes: Minutes) => {
    if (minutes > 0) segments.push({ kind, index, from: now, to: now + minutes })
    now += minutes
  }

  add('dismantling', 0, time.dismantling)
  for (let trip = 1; trip <= job.trips; trip += 1) {
    addTrip(job, add)
    if (trip < job.trips) for (let leg = last - 1; leg >= 0; leg -= 1) add('returning', leg, job.legMinutes[leg] ?? 0)
  }
  add('assembling', last, time.assembling)
  add('spare', last, time.rounded - time.total)
  return segments
}

function addTrip(job: Job, add: (kind: SegmentKind, index: number, minutes: Minutes) => void) {
  const last = job.stairs.length - 1
  const loading = loadingMinutes(job.van)
  const firstHalf = Math.floor(loading / 2)
  for (const [index, stairs] of job.stairs.entries()) {
    if (index > 0) add('driving', index - 1, job.legMinutes[index - 1] ?? 0)
    if (index === 0) add('loading', index, firstHalf + stairsMinutes(stairs))
    else if (index < last) add('stop', index, MINUTES_PER_EXTRA_STOP + stairsMinutes(stairs))
    else add('unloading', index, loading - firstHalf + stairsMinutes(stairs))
  }
}

/** The same with its breaks, which cut what they fall into: segments without a gap from 0 to the rounded total. */
export function scheduleWithBreaks(job: Job): Segment[] {
  const segments: Segment[] = []
  for (const segment of scheduleWork(job)) {
    if (segment.kind === 'spare') {
      const from = segments.at(-1)?.to ?? 0
      segments.push({ ...segment, from, to: from + segment.to - segment.from })
      continue
    }
    for (let from = segment.from; from < segment.to;) {
      const to = Math.min(segment.to, (Math.floor(from / DUTY_BEFORE_BREAK_MINUTES) + 1) * DUTY_BEFORE_BREAK_MINUTES)
      const now = segments.at(-1)?.to ?? 0
      if (now < clockAtStartOf(from))
        segments.push({ kind: 'break', index: segment.index, from: now, to: clockAtStartOf(from) })
      segments.push({ ...segment, from: clockAtStartOf(from), to: clockAtEndOf(to) })
      from = to
    }
  }
  return segments
}

/** A stretch of the job in minutes from its start, end excluded. */
export type Stretch = { from: Minutes; to: Minutes }

/** Clock times of a stretch of work, with the breaks before and within it. */
export const onClock = ({ from, to }: Stretch): Stretch => ({ from: clockAtStartOf(from), to: clockAtEndOf(to) })

/**
 * The stretches of a job's work (without breaks) inside a zone, of which only the points are known to be inside or not. A drive between two points
 * inside is inside throughout; one that leaves or enters counts for the half nearest to the point inside, and for at most
 * `edgeMinutes`, the time a van usually needs from within the zone to its edge.
 */
export function stretchesInside(
  segments: readonly Segment[],
  isInside: readonly boolean[],
  edgeMinutes: Minutes,
): Stretch[] {
  const stretches: Stretch[] = []
  for (const segment of segments) {
    const isDrive = segment.kind === 'driving' || segment.kind === 'returning'
    const stretch = isDrive ? driveInside(segment, isInside, edgeMinutes) : standInside(segment, isInside)
    const previous = stretches.at(-1)
    if (stretch && previous?.to === stretch.from) previous.to = stretch.to
    else if (stretch) stretches.push(stretch)
  }
  return stretches
}

function standInside({ index, from, to }: Segment, isInside: readonly boolean[]): Stretch | undefined {
  return isInside[index] ? { from, to } : undefined
}

function driveInside(
  { kind, index, from, to }: Segment,
  isInside: readonly boolean[],
  edge: Minutes,
): Stretch | undefined {
  const isBack = kind === 'returning'
  const starts = isInside[isBack ? index + 1 : index]
  const ends = isInside[isBack ? index : index + 1]
  const near = Math.min(Math.ceil((to - from) / 2), edge)
  if (starts && ends) return { from, to }
  if (near === 0) return undefined
  if (starts) return { from, to: from + near }
  return ends ? { from: to - near, to } : undefined
}

/**
 * Schedule of a job in a number of trips from its start: how long its time is held, and when it is in which zone. Pure.
 */

/** What a job needs to be laid out besides its work. */
interface JobConditions {
  /** Metres of the legs, driven once. */
  onceMetres: number
  waitingMinutes: Minutes
  /** Zones that apply on the day of the start. */
  zones: readonly MetZone[]
}

/** A zone of the job, and which of its points lie inside. */
interface MetZone {
  zone: { code: string; edgeMinutes: Minutes }
  isInside: readonly boolean[]
}

interface ScheduledJob {
  trips: number
  /** Metres of all trips and the drives back between them. */
  metres: number
  work: WorkTime
  end: Date
  /** The end after the waiting that was declared: so long the time is held. */
  heldUntil: Date
  zoneVisits: ZoneVisit[]
}

export function scheduleJob(job: Job, { onceMetres, waitingMinutes, zones }: JobConditions, start: Date): ScheduledJob {
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
  const segments = scheduleWork(job)
  return zones.flatMap(({ zone, isInside }) =>
    stretchesInside(segments, isInside, zone.edgeMinutes).map((stretch) => {
      const { from, to } = onClock(stretch)
      return { zone: zone.code, start: addMinutes(start, from), end: addMinutes(start, to) }
    }),
  )
}
