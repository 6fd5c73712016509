import { advance, NEW_CLOCK, timesOf, type ClockAction, type DayClock } from '#modules/bookings/day/clock/rules.ts'
import { billOf, confirmBy } from '#modules/bookings/day/hours/rules.ts'
import { type PhotoStage, clockTransitionOf } from '#modules/bookings/day/rules.ts'
import type { Payload } from '#modules/bookings/day/record/rules.ts'
import { addMinutes, minutesBetween } from '#shared/local-time.ts'
import { keptWorkOf } from '../bookings.ts'
import { termsOf, type Settled } from '../booking-rows.ts'
import { randomOf } from '../random.ts'
import type { Row } from '../rows.ts'
import { byMover, trailRow, type Booked, type EventRow, type World } from './booked.ts'
import { recordRows, type Recorded } from './record.ts'

/** When the trail says that it was started, and finished if it was. */
export interface Times {
  startedAt: Date
  finishedAt: Date | null
}

export interface Day {
  day: Row<'bookings.day'>
  entries: Row<'bookings.day_entry'>[]
  details: Row<'bookings.day_detail'>[]
  photos: Row<'bookings.day_photo'>[]
  questions: Row<'bookings.day_question'>[]
  events: EventRow[]
  /** What its hours come to, until and once they are confirmed; null before the finish. */
  settled: Settled | null
}

type Deed =
  | { at: Date; do: 'clock'; action: ClockAction; note?: string }
  | { at: Date; do: 'tick'; item: number }
  | { at: Date; do: 'photo'; stage: PhotoStage }

/** The day of a booking that was started, as a phone would have sent it, step by step through the product's clock. */
export function makeDay(booked: Booked, times: Times, world: World): Day {
  const { booking, driver } = booked
  const who = driver.kind
  let clock: DayClock = NEW_CLOCK
  const loaded: number[] = []
  const recorded: Recorded[] = []
  const photos: Row<'bookings.day_photo'>[] = []
  const events: EventRow[] = []
  for (const deed of deedsOf(booked, times, world.now)) {
    const { at } = deed
    const record = (kind: Recorded['kind'], payload: Payload) =>
      recorded.push({ kind, at, who, by: driver.user, payload })
    if (deed.do === 'clock') {
      const next = advance(clock, deed.action, at, booking.move.start)
      if (!next || next === 'already') throw new Error(`${deed.action.kind} cannot be done on the day of ${booking.id}`)
      clock = next
      const { entry, step } = clockTransitionOf(deed.action)
      record(entry, deed.action.kind === 'pause' ? { reason: deed.action.reason, note: deed.note ?? '' } : {})
      // The start and the finish are in the trail already.
      if (step !== 'start' && step !== 'finish') events.push(trailRow(booked, TRAIL[step] ?? step, at, byMover(booked)))
    } else if (deed.do === 'tick') {
      loaded.push(deed.item)
      record('loaded', { item: deed.item, loaded: true })
    } else {
      const photo = photoRow(booked, deed, world)
      photos.push(photo.row)
      record('photos', { stage: deed.stage, photos: [photo.digest] })
    }
  }
  const hours = hoursOf(booked, clock, world.now)
  recorded.push(...hours.recorded)
  return {
    day: {
      bookingId: booking.id,
      ...clock,
      sharesPosition: false,
      loaded,
      ...hours.kept,
      confirmBy: clock.finishedAt && confirmBy(clock.finishedAt),
    },
    ...recordRows(booking.id, recorded),
    photos,
    questions: hours.questions,
    events: [...events, ...hours.events],
    settled: hours.settled,
  }
}

/** Names in the trail. */
const TRAIL: Readonly<Record<string, string>> = { pause: 'paused', wait: 'waiting', resume: 'resumed' }

/** What its driver did, in order, as far as it is not ahead of now. */
function deedsOf({ booking }: Booked, { startedAt, finishedAt }: Times, now: Date): Deed[] {
  const random = randomOf(`day ${booking.id}`)
  const end = finishedAt ?? now
  const length = minutesBetween(startedAt, end)
  const clock = (at: Date, action: ClockAction, note = ''): Deed => ({ at, do: 'clock', action, note })
  const deeds: Deed[] = [
    clock(addMinutes(startedAt, -random.int(18, 45)), { kind: 'set_off' }),
    clock(startedAt, { kind: 'start' }),
  ]
  if (booking.told) deeds.push({ at: addMinutes(startedAt, 3), do: 'photo', stage: 'before' })
  const items = booking.move.request.items.length
  // Half of what there is, while it goes on.
  const ticked = finishedAt ? items : Math.ceil(items / 2)
  for (let item = 0; item < ticked; item += 1)
    deeds.push({
      at: addMinutes(startedAt, 5 + Math.floor((item * Math.max(0, length * 0.3 - 6)) / items)),
      do: 'tick',
      item,
    })
  if (booking.told?.name === 'waits for keys')
    deeds.push(
      clock(addMinutes(now, -25), { kind: 'pause', reason: 'keys_not_released' }, 'The agent has no keys yet.'),
    )
  if (finishedAt) {
    const pausedAt = addMinutes(startedAt, Math.round(length * 0.55))
    const pause = random.next()
    if (pause < 0.3 && length > 100) {
      const reason = pause < 0.08 ? ('access' as const) : ('other' as const)
      const note = reason === 'access' ? 'A lorry stood in the way.' : ''
      deeds.push(clock(pausedAt, { kind: 'pause', reason }, note))
      deeds.push(clock(addMinutes(pausedAt, random.int(9, 24)), { kind: 'resume' }))
    }
    if (booking.told) deeds.push({ at: addMinutes(finishedAt, -6), do: 'photo', stage: 'after' })
    deeds.push(clock(finishedAt, { kind: 'finish' }))
  }
  return deeds.filter(({ at }) => at <= now).toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

function photoRow({ booking }: Booked, { at, stage }: { at: Date; stage: PhotoStage }, { photos }: World) {
  const name = `${booking.told?.name ?? booking.id} ${stage}`
  const { uploadId, fileId, digest } = photos.take(name, stage === 'before' ? 'packed' : 'empty', at)
  const id = randomOf(`day photo ${name}`).uuid(at)
  return { row: { id, bookingId: booking.id, stage, uploadId, fileId, digest: `\\x${digest}`, at }, digest }
}

interface Hours {
  kept: Pick<Row<'bookings.day'>, 'hours' | 'hoursBy' | 'hoursAt' | 'billedMinutes'>
  settled: Day['settled']
  recorded: Recorded[]
  events: EventRow[]
  questions: Row<'bookings.day_question'>[]
}

const OPEN: Hours = {
  kept: { hours: 'open', hoursBy: null, hoursAt: null, billedMinutes: null },
  settled: null,
  recorded: [],
  events: [],
  questions: [],
}

/** Confirmed by the customer after some hours, or by silence; still open on the day itself. One customer says otherwise. */
function hoursOf(booked: Booked, clock: DayClock, now: Date): Hours {
  const { booking, customer } = booked
  if (!clock.finishedAt) return OPEN
  const { workedMinutes: worked, waitedMinutes: waited } = timesOf(clock, booking.move.start, clock.finishedAt)
  const { lines, toPayPence } = billOf(agreedOf(booked), { workedMinutes: worked, waitedMinutes: waited })
  const due = { duePence: toPayPence, finalPence: null, extraLines: lines }
  if (booking.told?.name === 'hours disputed') return { ...disputed(booked, clock.finishedAt), settled: due }
  const random = randomOf(`hours ${booking.id}`)
  const by = random.chance(0.7) ? ('customer' as const) : ('silence' as const)
  const said = addMinutes(clock.finishedAt, random.int(20, 1200))
  const at = by === 'customer' ? said : confirmBy(clock.finishedAt)
  if (at >= now || booking.told?.name === 'hours to confirm') return { ...OPEN, settled: due }
  const payload = { by, worked, waited, finalPence: toPayPence }
  const isCustomer = by === 'customer'
  const actor = isCustomer ? { kind: 'customer' as const, id: customer.id } : null
  return {
    kept: { hours: 'confirmed', hoursBy: by, hoursAt: at, billedMinutes: worked },
    settled: { ...due, duePence: null, finalPence: toPayPence },
    recorded: [
      {
        kind: 'hours_confirmed',
        at,
        who: isCustomer ? 'customer' : 'system',
        by: isCustomer ? customer : null,
        payload,
      },
    ],
    events: [trailRow(booked, 'hours_confirmed', at, actor, payload)],
    questions: [],
  }
}

const agreedOf = ({ booking }: Booked) => ({
  ...booking.price,
  totalTime: keptWorkOf(booking.move).order.totalTime,
  changeMinutes: 0,
  waiting: termsOf(booking.company),
})

const NOTE = 'They had lunch in the van for half an hour before they carried the last things in.'

function disputed({ booking, customer }: Booked, finishedAt: Date): Hours {
  const at = addMinutes(finishedAt, 190)
  const minutes = Math.max(30, Math.round(minutesBetween(booking.move.start, finishedAt) / 30) * 30 - 30)
  const payload = { minutes, note: NOTE }
  return {
    ...OPEN,
    kept: { ...OPEN.kept, hours: 'disputed' },
    recorded: [{ kind: 'hours_disputed', at, who: 'customer', by: customer, payload }],
    questions: [
      {
        id: randomOf(`question ${booking.id}`).uuid(at),
        bookingId: booking.id,
        unitId: booking.unit.id,
        kind: 'hours',
        askedAt: at,
        text: NOTE,
        minutes,
      },
    ],
  }
}
