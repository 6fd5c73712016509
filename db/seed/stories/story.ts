import { createHash } from 'node:crypto'
import { respondBy } from '#modules/bookings/rules.ts'
import { reasonNotFree } from '#modules/calendar/rules.ts'
import { modelLeg } from '#modules/geo/osrm/rules.ts'
import { ROAD_CHARGES } from '#modules/pricing/road-charges/data.ts'
import { priceJob } from '#modules/pricing/rules.ts'
import { moveAt, type PreparedMove, type TimedMove } from '#modules/quoting/move/queries.ts'
import { pricedJobOf } from '#modules/quoting/queries.ts'
import { addDays, addMinutes, dayOfWeek, localDayOf, toInstant } from '#shared/local-time.ts'
import { holdsTime } from '../booking-rows.ts'
import { calendarOf, stayOf, tariffOf, type SeedBooking, type Told } from '../bookings.ts'
import type { SeedCompany, SeedUnit } from '../companies.ts'
import { makeMove } from '../moves.ts'
import { randomOf } from '../random.ts'

/** What a story is made of: one file of this folder each, listed in `told.ts`. Pure, and at most a few dozen bookings. */
export interface Story {
  readonly name: string
  /** The bookings it adds. They take the place of whatever was made up at that time for the same van. */
  readonly tell: (world: StoryWorld) => SeedBooking[]
}

export interface StoryWorld {
  readonly now: Date
  /** The demonstration's driver, whose first van everything happens to. */
  readonly company: SeedCompany
  readonly unit: SeedUnit
  /** Other companies that are on the road, with a van of the same kind. */
  readonly others: readonly { company: SeedCompany; unit: SeedUnit }[]
  /**
   * First free start of the unit, at least `days` days ahead and in its hours. Undefined if there is none in a
   * fortnight.
   */
  readonly freeFrom: (name: string, days: number, unit?: SeedUnit) => Date | undefined
  /** Last free start backwards from `days` days ago. */
  readonly freeBefore: (name: string, days: number, unit?: SeedUnit) => Date | undefined
  /** The start of a job that ended in the last 22 hours, in the unit's hours if that can be. */
  readonly freeLately: (name: string) => Date
  readonly make: (asked: Asked) => SeedBooking
}

export interface Asked {
  /** Chooses the move: the same name, the same move. */
  name: string
  start: Date
  status: SeedBooking['status']
  createdAt: Date
  told: Told
  with?: { company: SeedCompany; unit: SeedUnit }
  /** Takes the first move that lasts so long. */
  minutes?: number
}

export function storyWorld(companies: readonly SeedCompany[], bookings: SeedBooking[], now: Date): StoryWorld {
  const [company] = companies
  const unit = company?.units[0]
  if (!company || !unit) throw new Error('The demonstration has no driver')
  const others = companies.slice(1).flatMap((one) =>
    one.units
      .filter(({ status, van }) => status === 'operating' && van.category === unit.van.category)
      .map((other) => ({ company: one, unit: other }))
      .slice(0, 1),
  )
  // A story’s later bookings are not made where its earlier ones are.
  const all = [...bookings]
  return {
    now,
    company,
    unit,
    others,
    freeFrom: (name, days, of = unit) => freeStart({ unit: of, bookings: all, now }, name, fortnight(days, 1)),
    freeBefore: (name, days, of = unit) => freeStart({ unit: of, bookings: all, now }, name, fortnight(-days, -1)),
    freeLately: (name) => {
      const ended = ({ end }: TimedMove) => end > addMinutes(now, -22 * 60) && end < addMinutes(now, -45)
      const usual = freeStart({ unit, bookings: all, now }, name, [-1, 0], ended)
      return usual ?? addMinutes(new Date(Math.floor(now.getTime() / 1_800_000) * 1_800_000), -12 * 60)
    },
    make: (asked) => {
      const made = make({ company, unit, ...asked.with }, asked)
      all.push(made)
      return made
    },
  }
}

const fortnight = (from: number, step: 1 | -1): number[] =>
  Array.from({ length: 14 }, (_, index) => from + index * step)

function freeStart(
  { unit, bookings, now }: { unit: SeedUnit; bookings: readonly SeedBooking[]; now: Date },
  name: string,
  days: readonly number[],
  isMeant: (move: TimedMove) => boolean = () => true,
) {
  const calendar = calendarOf(unit)
  calendar.holds.push(
    ...bookings
      .filter((one) => one.unit === unit && (takesTime(one) || one.status === 'completed'))
      .map(({ move }) => stayOf(move)),
  )
  const prepared = moveOf(name, unit)
  for (const offset of days) {
    const day = addDays(localDayOf(now), offset)
    const hours = unit.week.days[dayOfWeek(day) - 1]
    for (let minute = hours?.[0] ?? 1440; minute < (hours?.[1] ?? 0); minute += 30) {
      const start = toInstant(day, minute)
      const move = moveAt(prepared, start)
      const isFree = !reasonNotFree(calendar, stayOf(move), (from, to) => modelLeg(from, to).minutes)
      if (isFree && isMeant(move)) return start
    }
  }
  return undefined
}

/** What waits for somebody may still come to be done then. */
const takesTime = (booking: SeedBooking): boolean =>
  holdsTime(booking) || booking.told?.isHot === true || booking.told?.isAwaiting === true

const moveOf = (name: string, unit: SeedUnit): PreparedMove => makeMove(randomOf(`story ${name}`), unit)

function make(
  { company, unit }: { company: SeedCompany; unit: SeedUnit },
  { name, start, status, createdAt, told, minutes = 0 }: Asked,
): SeedBooking {
  const moves = Array.from({ length: 40 }, (_, index) =>
    moveAt(moveOf(index === 0 ? name : `${name} ${index}`, unit), start),
  )
  const move = moves.find(({ end }) => end >= addMinutes(start, minutes)) ?? moves[0]
  const price =
    move && priceJob(tariffOf(company), { ...unit.van, category: unit.van.category }, pricedJobOf(move), ROAD_CHARGES)
  if (!move || !price) throw new Error(`The story ${name} has no price`)
  return {
    id: randomOf(`story ${name}`).uuid(createdAt),
    quoteId: createHash('sha256').update(`story ${name}`).digest('base64url'),
    company,
    unit,
    move,
    price,
    status,
    createdAt,
    respondBy: respondBy(createdAt, start),
    paymentMethod: company.paymentMethods[0] ?? 'cash',
    allowHotJob: status !== 'rejected' && status !== 'not_taken_by_driver',
    told: { name, ...told },
  }
}
