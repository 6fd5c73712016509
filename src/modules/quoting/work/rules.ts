/** How long a job takes, and when each part of it happens (spec §9, decisions §3). */
import { VAN_DETAILS } from '#modules/fleet/data.ts'
import { flightsOf, lesserHelp, LIFTING_PEOPLE } from '#modules/fleet/rules.ts'
import type { FurnitureType, HelpLevel, Stairs, VanCategory } from '#modules/fleet/rules.ts'
import { roundUpToHalfHour } from '#shared/duration.ts'
import type { Minutes } from '#shared/duration.ts'

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
  helpLevel: HelpLevel
  /** In route order: pick-up, stops, drop-off. At least two. */
  stairs: readonly Stairs[]
  /** Whole driving minutes between consecutive points, so one fewer than points. */
  legMinutes: readonly Minutes[]
  furniture: readonly FurnitureWork[]
  /** Default to `helpLevel` and are capped by it (decisions §3). */
  assemblingHelp?: HelpLevel
  dismantlingHelp?: HelpLevel
  /** Extra time the customer allows. Ignored with no help, because nobody could use it. */
  addedAssemblingMinutes?: Minutes
  addedDismantlingMinutes?: Minutes
}

export type WorkTime = {
  travel: Minutes
  loadUnload: Minutes
  stairs: Minutes
  stops: Minutes
  assembling: Minutes
  dismantling: Minutes
  /** The sum of the above. */
  total: Minutes
  /** The total rounded up to half hours: what is booked and charged. */
  rounded: Minutes
}

export type SegmentKind = 'dismantling' | 'loading' | 'stop' | 'driving' | 'unloading' | 'assembling' | 'spare'

/** Part of the job in minutes from its start, end excluded. `index` is a leg's for driving, otherwise a point's. */
export type Segment = { kind: SegmentKind; index: number; from: Minutes; to: Minutes }

export function workTime(job: Job): WorkTime {
  const parts = {
    travel: job.legMinutes.reduce((sum, minutes) => sum + minutes, 0),
    loadUnload: loadingMinutes(job.van),
    stairs: job.stairs.reduce<Minutes>((sum, stairs) => sum + stairsMinutes(stairs), 0),
    stops: stopsMinutes(job.stairs.length),
    assembling: assemblingMinutes(job),
    dismantling: dismantlingMinutes(job),
  }
  const total = Object.values(parts).reduce((sum, minutes) => sum + minutes, 0)
  return { ...parts, total, rounded: roundUpToHalfHour(total) }
}

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
 * One person's minutes for all pieces, shared among those who lift: two take two thirds, three take a third, and with no help nobody
 * does it. Rounded up once, on the sum.
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

export function assemblingMinutes(job: Omit<Job, 'stairs' | 'legMinutes' | 'van'>): Minutes {
  const help = lesserHelp(job.assemblingHelp ?? job.helpLevel, job.helpLevel)
  const pieces = job.furniture.filter((piece) => piece.needsAssembling)
  return LIFTING_PEOPLE[help] === 0 ? 0 : furnitureMinutes(pieces, help) + (job.addedAssemblingMinutes ?? 0)
}

export function dismantlingMinutes(job: Omit<Job, 'stairs' | 'legMinutes' | 'van'>): Minutes {
  const help = lesserHelp(job.dismantlingHelp ?? job.helpLevel, job.helpLevel)
  const pieces = job.furniture.filter((piece) => piece.needsDismantling)
  return LIFTING_PEOPLE[help] === 0 ? 0 : furnitureMinutes(pieces, help) + (job.addedDismantlingMinutes ?? 0)
}

/**
 * Lays the job on the clock: dismantling, then half the loading time and the stairs at the pick-up; each leg's drive; 15 minutes and
 * the stairs at each stop; the other half and the stairs at the drop-off, then assembling. Minutes added by rounding are spare time
 * at the drop-off. Segments run without gaps from 0 to the rounded total.
 */
export function layOnClock(job: Job): Segment[] {
  const time = workTime(job)
  const last = job.stairs.length - 1
  const firstHalf = Math.floor(time.loadUnload / 2)
  const segments: Segment[] = []
  let now = 0
  const add = (kind: SegmentKind, index: number, minutes: Minutes) => {
    if (minutes > 0) segments.push({ kind, index, from: now, to: now + minutes })
    now += minutes
  }

  add('dismantling', 0, time.dismantling)
  for (const [index, stairs] of job.stairs.entries()) {
    if (index > 0) add('driving', index - 1, job.legMinutes[index - 1] ?? 0)
    if (index === 0) add('loading', index, firstHalf + stairsMinutes(stairs))
    else if (index < last) add('stop', index, MINUTES_PER_EXTRA_STOP + stairsMinutes(stairs))
    else add('unloading', index, time.loadUnload - firstHalf + stairsMinutes(stairs))
  }
  add('assembling', last, time.assembling)
  add('spare', last, time.rounded - time.total)
  return segments
}

/** Part of the job in minutes from its start, end excluded. */
export type Stretch = { from: Minutes; to: Minutes }

/**
 * The parts of a job inside a zone, given only which points are inside. A drive between two points inside counts in full; one that
 * enters or leaves counts for the half nearest the point inside, but at most `edgeMinutes`, the usual time to the zone's edge.
 */
export function stretchesInside(
  segments: readonly Segment[],
  isInside: readonly boolean[],
  edgeMinutes: Minutes,
): Stretch[] {
  const stretches: Stretch[] = []
  for (const segment of segments) {
    const stretch =
      segment.kind === 'driving' ? driveInside(segment, isInside, edgeMinutes) : standInside(segment, isInside)
    const previous = stretches.at(-1)
    if (stretch && previous?.to === stretch.from) previous.to = stretch.to
    else if (stretch) stretches.push(stretch)
  }
  return stretches
}

function standInside({ index, from, to }: Segment, isInside: readonly boolean[]): Stretch | undefined {
  return isInside[index] ? { from, to } : undefined
}

function driveInside({ index, from, to }: Segment, isInside: readonly boolean[], edge: Minutes): Stretch | undefined {
  const starts = isInside[index]
  const ends = isInside[index + 1]
  const near = Math.min(Math.ceil((to - from) / 2), edge)
  if (starts && ends) return { from, to }
  if (starts) return { from, to: from + near }
  return ends ? { from: to - near, to } : undefined
}
