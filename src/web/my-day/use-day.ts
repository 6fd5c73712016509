import { useCallback, useEffect, useMemo, useState } from 'react'
import type { getDriverDay, getMyDay } from '#modules/bookings/day/contract.ts'
import type { getDriverBooking } from '#modules/bookings/lists/contract.ts'
import { warnOnConsole } from '#web/kit/browser-log.ts'
import { useLive } from '#web/kit/page/live.ts'
import { deviceNow, useClock } from '#web/kit/page/root-data.ts'
import { apiFetch, readAnswer } from '#web/kit/session/api-fetch.ts'
import {
  canBeUndone,
  requestOf,
  UNDO_MS,
  describeAction,
  type DayAction,
  inOrder,
  withUnsent,
  type Job,
  type UnitDay,
} from './day-state.ts'
import { cachePages } from '#web/kit/day/cache-day.ts'
import { keep, readKept, startKeeping } from './phone-store.ts'
import { useOutbox, type Outbox } from './use-outbox.ts'
import type { LoadedDay } from './read-day.server.ts'

export interface Day {
  /** Jobs with the unsent actions of this phone applied. */
  jobs: Job[]
  outbox: Outbox
  /** Written down on this phone, then sent. */
  act: (bookingId: string, act: DayAction, files?: readonly File[]) => void
}

/**
 * The day on this phone. What the page came with, what is kept and what the API answers are the same thing at different times: the latest
 * counts. Nothing here reloads the page, because a page that does not come would take the one that is there away.
 */
export function useDay({ ownerId, day: loaded, search }: LoadedDay, bookingId?: string): Day {
  const [latest, setLatest] = useState(loaded)
  const [before, setBefore] = useState(loaded)
  // The page was read again.
  if (before !== loaded) {
    setBefore(loaded)
    setLatest(loaded)
  }
  const clock = useClock()
  const take = useCallback(
    (day: UnitDay) => setLatest((before) => (before && before.asOf > day.asOf ? before : day)),
    [],
  )
  const unitId = loaded?.unitId
  /** False if it couldn't be read. */
  const refresh = useCallback(async () => {
    if (unitId === undefined) return true
    if (!navigator.onLine) return false
    const day = await fetchDay(unitId, bookingId)
    if (day) take(day)
    return day !== undefined
  }, [unitId, bookingId, take])
  const outbox = useOutbox(ownerId, refresh)
  useLive(unitId === undefined ? null : '/api/booking/live/', () => void refresh())
  useKept({ ownerId, latest, take, unitId })
  useKeptPages(latest?.jobs, search)

  const { add } = outbox
  const act = useCallback(
    (id: string, done: DayAction, files: readonly File[] = []) => {
      const at = { key: crypto.randomUUID(), happenedAt: clock().toISOString() }
      const entry = { ownerId, bookingId: id, act: done, words: describeAction(done), ...at }
      const sendAfter = canBeUndone(done) ? { sendAfter: deviceNow() + UNDO_MS } : {}
      add({ ...entry, ...sendAfter, request: requestOf(entry), ...(files.length > 0 ? { files } : {}) }).catch(
        (error: unknown) => warnOnConsole('This couldn’t be kept on the phone.', error),
      )
    },
    [add, clock, ownerId],
  )
  const jobs = useMemo(() => (latest?.jobs ?? []).map((job) => withUnsent(job, outbox.unsent)), [latest, outbox.unsent])
  return { jobs, outbox, act }
}

interface Keeping {
  ownerId: string
  latest: UnitDay | null
  take: (day: UnitDay) => void
  unitId: string | undefined
}

/** Reads what is kept first, and keeps what is newer. */
function useKept({ ownerId, latest, take, unitId }: Keeping) {
  useEffect(startKeeping, [ownerId])
  useEffect(() => {
    const read = async () => {
      const storedDay = await readKept(ownerId)
      if (storedDay && storedDay.unitId === unitId) take(storedDay)
      if (latest && (!storedDay || storedDay.unitId !== unitId || storedDay.asOf < latest.asOf))
        await keep(ownerId, latest)
    }
    read().catch((error: unknown) => warnOnConsole('The day couldn’t be kept on this phone.', error))
  }, [ownerId, latest, take, unitId])
}

/** One that is done is opened again only for its cash. */
const isStillToDo = ({ day }: Job): boolean =>
  day.clock.state !== 'finished' || (day.mayRecordCash && day.cash === null)

function useKeptPages(jobs: readonly Job[] | undefined, search: string) {
  const ids = jobs
    ?.filter(isStillToDo)
    .map(({ id }) => id)
    .join(' ')
  useEffect(() => {
    if (ids === undefined || !navigator.onLine) return
    void cachePages(
      [
        '/my-day',
        ...ids
          .split(' ')
          .filter(Boolean)
          .map((id) => `/my-day/${id}`),
      ],
      search,
    )
  }, [ids, search])
}

/** Reads the day from the API; undefined without signal. A job of another day is fetched separately. */
async function fetchDay(unitId: string, bookingId: string | undefined): Promise<UnitDay | undefined> {
  try {
    const unit = `/api/booking/working-unit/${unitId}` as const
    const answer = await apiFetch(`${unit}/my-day/`)
    if (!answer.ok) return undefined
    const { jobs, asOf } = await readAnswer<typeof getMyDay>(answer)
    if (bookingId === undefined || jobs.some(({ id }) => id === bookingId)) return { unitId, jobs, asOf }
    const job = await fetchJob(`${unit}/jobs/${bookingId}`)
    return { unitId, jobs: job ? inOrder([...jobs, job]) : jobs, asOf }
  } catch {
    return undefined
  }
}

async function fetchJob(path: `/api/${string}`): Promise<Job | undefined> {
  const [booking, own] = await Promise.all([apiFetch(`${path}/`), apiFetch(`${path}/day/`)])
  if (!booking.ok || !own.ok) return undefined
  return {
    ...(await readAnswer<typeof getDriverBooking>(booking)),
    day: await readAnswer<typeof getDriverDay>(own),
  }
}
