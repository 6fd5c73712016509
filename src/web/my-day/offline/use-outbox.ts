import { useCallback, useEffect, useRef, useState } from 'react'
import { deviceNow } from '#web/kit/page/root-data.ts'
import { warnOnConsole } from '#web/kit/browser-log.ts'
import { undoLeftMs } from '../day-actions.ts'
import { handOver } from './cache-day.ts'
import {
  addUnsent,
  forgetSent,
  listUnsent,
  removeUnsent,
  undoUnsent,
  type NewUnsent,
  type Unsent,
} from './phone-store.ts'
import { sendUnsent } from './send-unsent.ts'

/** How long after a try without an answer the next one comes by itself. */
const AGAIN_MS = 10_000

export interface Outbox {
  unsent: readonly Unsent[]
  isOnline: boolean
  /** Written down on the phone first, and only then sent. */
  add: (action: NewUnsent) => Promise<void>
  /** As if it had not been done. False if it has been sent. */
  undo: (key: string) => Promise<boolean>
  /** What was refused has been read. */
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
      if ((await sendUnsent(ownerId)) && (await settled.current())) await forgetSent(ownerId)
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
