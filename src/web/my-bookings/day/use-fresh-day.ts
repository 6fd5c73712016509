import { useCallback, useEffect, useState } from 'react'
import type { getDay, getSharedDay } from '#modules/bookings/day/contract.ts'
import type { ChangeActionNotice } from '#web/kit/changes/change-answer.server.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { useLive } from '#web/kit/page/live.ts'
import { apiFetch, readAnswer } from '#web/kit/session/api-fetch.ts'
import type { ActionNotice } from './day-action.server.ts'
import type { LinkDay, OwnDay } from './day-texts.ts'

/** Polling interval in milliseconds: a position is no event, and a page opened by link has no stream. */
const ASK_EVERY_MS = 30_000

export type SeenDay = { kind: 'own'; day: OwnDay } | { kind: 'link'; day: LinkDay }

/** The day as it came with the page, and as it changes. */
export function useFreshDay(loaded: SeenDay, hash: string): SeenDay {
  const [seen, setSeen] = useState(loaded)
  const [before, setBefore] = useState(loaded)
  // The page was read again, after something was done on it.
  if (before !== loaded) {
    setBefore(loaded)
    setSeen(loaded)
  }
  const id = loaded.kind === 'own' ? loaded.day.bookingId : null
  const ask = useCallback(async () => {
    if (document.hidden || !navigator.onLine) return
    const fresh = await (id === null ? fetchByLink(hash) : fetchOwn(id)).catch(() => undefined)
    if (fresh) setSeen((last) => (last.day.clock.asOf > fresh.day.clock.asOf ? last : fresh))
  }, [id, hash])
  useLive(id === null ? null : '/api/booking/live/', () => void ask())
  useEffect(() => {
    const timer = setInterval(() => void ask(), ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [ask])
  return seen
}

async function fetchOwn(id: string): Promise<SeenDay | undefined> {
  const answer = await apiFetch(`/api/booking/${id}/day/`)
  return answer.ok ? { kind: 'own', day: await readAnswer<typeof getDay>(answer) } : undefined
}

async function fetchByLink(hash: string): Promise<SeenDay | undefined> {
  const answer = await fetch(`/api/booking/${hash}/unauthorized/day/`)
  return answer.ok ? { kind: 'link', day: await readAnswer<typeof getSharedDay>(answer) } : undefined
}

type ActionData = Answer<ActionNotice | ChangeActionNotice> | undefined

/** Without script: the answer to the form that was sent, for the part of the page that sent it. */
export const findDayActionResult = (answer: ActionData): Answer<ActionNotice> | undefined =>
  answer?.ok ? ('title' in answer.data ? { ok: true, data: answer.data } : undefined) : answer
export const findChangeResult = (answer: ActionData): Answer<ChangeActionNotice> | undefined =>
  answer?.ok && 'intent' in answer.data ? { ok: true, data: answer.data } : undefined
