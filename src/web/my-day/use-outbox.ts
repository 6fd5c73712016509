import { useCallback, useEffect, useRef, useState } from 'react'
import { fieldsOf } from '#shared/records.ts'
import { warnOnConsole } from '#web/kit/browser-log.ts'
import { deviceNow } from '#web/kit/page/root-data.ts'
import { apiFetch } from '#web/kit/session/api-fetch.ts'
import { readAuthData } from '#web/kit/session/auth-data.ts'
import { reasonIn } from '#web/kit/upload/send-files.ts'
import { undoLeftMs, bodyOf, pathOf } from './day-state.ts'
import { handOver } from '#web/kit/day/cache-day.ts'
import {
  addUnsent,
  removeSent,
  listUnsent,
  removeUnsent,
  undoUnsent,
  type NewUnsent,
  type Unsent,
  claimUnsent,
  putUnsent,
} from './phone-store.ts'

/** Milliseconds until the next automatic try after one without an answer. */
const AGAIN_MS = 10_000

export interface Outbox {
  unsent: readonly Unsent[]
  isOnline: boolean
  /** Written down on the phone first, and only then sent. */
  add: (action: NewUnsent) => Promise<void>
  /** As if it had not been done. False if it has been sent. */
  undo: (key: string) => Promise<boolean>
  /** Removes a refusal that has been read. */
  dismiss: (number: number) => void
}

/**
 * What was done on this phone and not yet acknowledged. Whenever the server has answered some of it, `onSettled` reads what follows from
 * that, and only then is it shown as sent: in between nothing jumps back.
 */
export function useOutbox(ownerId: string, onSettled: () => Promise<boolean>): Outbox {
  const [unsent, setUnsent] = useState<readonly Unsent[]>([])
  const isOnline = useOnline()
  const settled = useRef(onSettled)
  useEffect(() => {
    settled.current = onSettled
  })
  const send = useCallback(async () => {
    try {
      if ((await sendUnsent(ownerId)) && (await settled.current())) await removeSent(ownerId)
      setUnsent(await listUnsent(ownerId))
    } catch (error) {
      warnOnConsole('What is kept on this phone couldn’t be read.', error)
    }
  }, [ownerId])

  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- reads what the phone has kept
    void send()
    const tryAgain = () => void send()
    const timer = setInterval(tryAgain, AGAIN_MS)
    const leave = () => void (document.visibilityState === 'hidden' && handOver())
    addEventListener('online', tryAgain)
    document.addEventListener('visibilitychange', tryAgain)
    document.addEventListener('visibilitychange', leave)
    addEventListener('pagehide', handOver)
    return () => {
      clearInterval(timer)
      removeEventListener('online', tryAgain)
      document.removeEventListener('visibilitychange', tryAgain)
      document.removeEventListener('visibilitychange', leave)
      removeEventListener('pagehide', handOver)
    }
  }, [send])
  useWhenDue(unsent, send)

  const show = useCallback(async () => setUnsent(await listUnsent(ownerId)), [ownerId])
  const add = useCallback(
    async (action: NewUnsent) => {
      // Shown with the press; what the phone then has is what counts.
      setUnsent((before) => [...before, { ...action, number: Infinity }])
      try {
        await addUnsent(action)
      } finally {
        await show()
      }
      await send()
    },
    // oxlint-disable-next-line react/memo-dependencies -- Both are read; what a try holds is not seen.
    [show, send],
  )
  const undo = useCallback(
    async (key: string) => {
      const isUndone = await undoUnsent(key)
      await show()
      return isUndone
    },
    // oxlint-disable-next-line react/memo-dependencies -- It is read.
    [show],
  )
  const dismiss = useCallback(
    (number: number) => void removeUnsent(number).then(async () => setUnsent(await listUnsent(ownerId))),
    [ownerId],
  )
  return { unsent, isOnline, add, undo, dismiss }
}

/** Sends as soon as the next one can no longer be undone. */
function useWhenDue(unsent: readonly Unsent[], send: () => Promise<void>) {
  const sendAfter = unsent.find((one) => one.refused === undefined && one.sendAfter !== undefined)?.sendAfter
  useEffect(() => {
    if (sendAfter === undefined) return undefined
    const timer = setTimeout(() => void send(), undoLeftMs({ sendAfter }, deviceNow()) + 10)
    return () => clearTimeout(timer)
  }, [sendAfter, send])
}

function useOnline(): boolean {
  const [isOnline, setIsOnline] = useState(true)
  useEffect(() => {
    const read = () => setIsOnline(navigator.onLine)
    read()
    addEventListener('online', read)
    addEventListener('offline', read)
    return () => {
      removeEventListener('online', read)
      removeEventListener('offline', read)
    }
  }, [])
  return isOnline
}

/** One sender at a time, however many tabs are open: order is what this is about. */
const sendUnsent = (ownerId: string): Promise<boolean> =>
  'locks' in navigator ? navigator.locks.request('day-outbox', () => sendAll(ownerId)) : sendAll(ownerId)

/** In the order in which it happened; stops where there is no answer, so that nothing overtakes. True if anything is settled that no page has read since. */
async function sendAll(ownerId: string): Promise<boolean> {
  let isAnySettled = false
  // What is due is shown as waiting, also behind one that gets no answer.
  for (const { number, sendAfter } of await listUnsent(ownerId))
    if (sendAfter !== undefined && undoLeftMs({ sendAfter }, deviceNow()) === 0) await claimUnsent(number)
  for (const unsent of await listUnsent(ownerId)) {
    if (unsent.refused !== undefined) continue
    if (unsent.isSent) {
      isAnySettled = true
      continue
    }
    if (undoLeftMs(unsent, deviceNow()) > 0) return isAnySettled
    if (!(await claimUnsent(unsent.number))) continue
    const outcome = await send(unsent)
    if (outcome.kind === 'later') return isAnySettled
    // Refused is settled too: it is shown until it has been read, and what follows is the server's to judge.
    const { sendAfter: _undoable, ...settled } = unsent
    await putUnsent(outcome.kind === 'done' ? { ...settled, isSent: true } : { ...settled, refused: outcome.reason })
    isAnySettled = true
  }
  return isAnySettled
}

type Outcome = { kind: 'done' } | { kind: 'later' } | { kind: 'refused'; reason: string; code?: unknown }

async function send(unsent: Unsent): Promise<Outcome> {
  if (!navigator.onLine || !readAuthData().isAuthenticated) return { kind: 'later' }
  try {
    const files = unsent.files ?? (unsent.file ? [unsent.file] : [])
    if (files.length === 0) return await sendAct(unsent)
    const photos = await sendPhotos(unsent, files)
    if (typeof photos !== 'string') return photos
    const outcome = await sendAct({ ...unsent, photosId: photos })
    if (outcome.kind !== 'refused' || outcome.code !== 'upload_gone') return outcome
    // It waited so long that the server has cleared it away: sent once more.
    const { photosId: _gone, ...retry } = unsent
    await putUnsent(retry)
    return { kind: 'later' }
  } catch {
    return { kind: 'later' }
  }
}

/** The name is written down before it is used, so that an action sent twice says the same both times. */
async function sendPhotos(unsent: Unsent, files: readonly File[]): Promise<string | Outcome> {
  if (unsent.photosId) return unsent.photosId
  const form = new FormData()
  for (const file of files) form.append('images', file, file.name)
  const answer = await apiFetch('/api/booking/images/', { method: 'POST', body: form })
  const body: unknown = await answer.json().catch(() => null)
  const { id } = fieldsOf(body)
  if (!answer.ok || typeof id !== 'string') return outcomeOf(answer.ok ? 503 : answer.status, body)
  await putUnsent({ ...unsent, photosId: id })
  return id
}

async function sendAct(unsent: Unsent): Promise<Outcome> {
  const answer = await apiFetch(pathOf(unsent), {
    method: 'POST',
    // Key of actions whose body has none.
    headers: { 'content-type': 'application/json', 'idempotency-key': unsent.key },
    body: JSON.stringify(bodyOf(unsent)),
  })
  return outcomeOf(answer.status, answer.ok ? null : await answer.json().catch(() => null))
}

/** A busy server and a session that has ended are no answers to what was done: they are tried again. */
export function outcomeOf(status: number, body: unknown): Outcome {
  if (status >= 200 && status < 300) return { kind: 'done' }
  if (status >= 500 || [401, 408, 425, 429].includes(status)) return { kind: 'later' }
  return { kind: 'refused', reason: reasonIn(body, 'It wasn’t accepted.'), code: fieldsOf(body)['code'] }
}
