import { hasDay, isAgreed, isUnanswered } from '#modules/bookings/rules.ts'
import { listMovePhotos } from '#modules/bookings/documents/contract.ts'
import { getBooking, getSharedBooking } from '#modules/bookings/contract.ts'
import { getCrew } from '#modules/bookings/crew/contract.ts'
import { getDay } from '#modules/bookings/day/contract.ts'
import { getTrail } from '#modules/bookings/office/contract.ts'
import { getRouteMap } from '#modules/geo/sketch/contract.ts'
import type { Call } from '#shared/call.ts'
import { localDayOf } from '#shared/local-time.ts'
import type { RouteMapData } from '#web/kit/route-map/route-drawing.tsx'
import { readChanges, readKeysLinks } from '#web/kit/changes/change-answer.server.ts'
import type { ChangeShown, KeysLinkShown } from '#web/kit/changes/change-texts.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { namedBy } from '#web/kit/session/gate.server.ts'
import type { Booking, SharedBooking } from '../booking-view.ts'
import type { OwnDay } from '../day/day-texts.ts'
import { readFreeNow } from '../day/day-action.server.ts'
import type { FreeNow } from '../day/late-card.tsx'
import type { Crew } from './headline.tsx'
import type { MovePhotos } from './move-card.tsx'
import type { TrailEvent } from './booking-answers.ts'

export interface BookingRead {
  booking: SharedBooking
  /** For its customer who is logged in: streets, photos, who comes, and what can be done. Null for others with the link. */
  own: Booking | null
  events: TrailEvent[]
  /** Map of the route. */
  map: RouteMapData | null
  crew: Crew | null
  photos: MovePhotos
  changes: ChangeShown[] | null
  keysLinks: KeysLinkShown[]
  day: OwnDay | null
  /** Companies that could come instead of a late one. */
  free: Answer<FreeNow> | null
}

/** By the link alone: towns, status and what happened. */
export async function readBooking(call: Call, hash: string, isCustomer: boolean): Promise<BookingRead> {
  const params = { hash }
  const [shared, trail] = await Promise.all([call(getSharedBooking, { params }), call(getTrail, { params })])
  const booking = namedBy(shared)
  const own = isCustomer ? await readOwn(call, booking) : NOT_OWN
  const map = await readMap(call, booking, own.own)
  return { booking, events: trail.ok ? trail.data.results : [], map, ...own }
}

/** From outcode to outcode, or from door to door for its customer. */
async function readMap(call: Call, { routePoints, startAt }: SharedBooking, own: Booking | null) {
  const points = own ? own.routePoints.map(({ postcode }) => postcode) : routePoints.map(({ outcode }) => outcode)
  const map = await call(getRouteMap, { query: { points: points.join(','), day: localDayOf(new Date(startAt)) } })
  return map.ok ? map.data : null
}

type Own = Omit<BookingRead, 'booking' | 'events' | 'map'>

const NOT_OWN: Own = { own: null, crew: null, photos: [], changes: null, keysLinks: [], day: null, free: null }

/** What its customer sees besides; nothing of it for another customer who has the link. */
async function readOwn(call: Call, { id, status }: SharedBooking): Promise<Own> {
  const input = { params: { id } }
  const isNew = isUnanswered(status)
  const isOn = isAgreed(status)
  const isWithDay = hasDay(status)
  const [own, crew, photos, changes, keysLinks, day] = await Promise.all([
    call(getBooking, input),
    isNew ? null : call(getCrew, input),
    call(listMovePhotos, input),
    readChanges(call, id),
    isOn ? readKeysLinks(call, id) : [],
    isWithDay ? call(getDay, input) : null,
  ])
  if (!own.ok) return NOT_OWN
  return {
    own: own.data,
    crew: crew?.ok ? crew.data : null,
    photos: photos.ok ? photos.data.results : [],
    changes,
    keysLinks,
    day: day?.ok ? day.data : null,
    free: await readFreeNow(call, id, day?.ok && day.data.mayCancelFree),
  }
}
