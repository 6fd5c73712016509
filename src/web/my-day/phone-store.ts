import type { ProposalDraft } from '#web/kit/changes/change-texts.ts'
import { followsFrom, type DayAction, type UnitDay } from './day-state.ts'

// What lies on the phone: the day as it was last read, and what has not been sent. The worker counts and erases it (day-worker.js).

const DATABASE = 'day'
/** Stores the day with its owner’s id, so that another person on this phone does not see it. */
const KEPT = 'kept'
const OUTBOX = 'outbox'

/** An action on this phone that the server has not acknowledged. */
export interface Unsent {
  /** The order in which it happened. */
  number: number
  ownerId: string
  /** Made with it, so that the server does it once however often it arrives. */
  key: string
  bookingId: string
  act: DayAction
  /** Photos: sent first, and known afterwards by the name that the server gave them. */
  files?: readonly File[]
  /** File as a page stored it before an update. */
  file?: File
  photosId?: string
  /** By the server's clock, as this phone knew it. */
  happenedAt: string
  /** Until then it can be undone, in milliseconds of this phone's clock; gone once somebody sends it. */
  sendAfter?: number
  /** It was sent, and no page has read since what follows from it. */
  isSent?: boolean
  request?: { path: string; body: Record<string, unknown> }
  /** For the list of what is kept: "Paused: access". */
  words: string
  /** What the server said, if it refused: shown until it has been read. */
  refused?: string
}

export type NewUnsent = Omit<Unsent, 'number' | 'refused' | 'photosId'>

interface Kept {
  ownerId: string
  day: UnitDay
}

/** The day as this person last read it; another person’s day is never returned. */
export async function readKept(ownerId: string): Promise<UnitDay | undefined> {
  const stored = await inStore<Kept | undefined>(KEPT, 'readonly', (store) => store.get('day'))
  return stored?.ownerId === ownerId ? stored.day : undefined
}

/** Whether a page has kept the day since it was opened. What it reads later is kept only beside that. */
let hasKept = false

export const startKeeping = (): void => {
  hasKept = false
}

export async function keep(ownerId: string, day: UnitDay): Promise<void> {
  const use = hasKept ? 'readwrite' : 'make'
  hasKept = true
  await inStore(KEPT, use, (store) => store.put({ ownerId, day } satisfies Kept, 'day'))
}

const draftKey = (bookingId: string) => `draft ${bookingId}`

/** What this person has typed into the form of a change and not yet asked for; undefined if there is nothing. */
export async function readDraft(ownerId: string, bookingId: string): Promise<ProposalDraft | undefined> {
  const stored = await inStore<{ ownerId: string; draft: ProposalDraft } | undefined>(KEPT, 'readonly', (store) =>
    store.get(draftKey(bookingId)),
  )
  return stored?.ownerId === ownerId ? stored.draft : undefined
}

/** Beside the day, so that it is erased with it. */
export const saveDraft = (ownerId: string, bookingId: string, draft: ProposalDraft | null): Promise<unknown> =>
  inStore(KEPT, 'readwrite', (store) =>
    draft ? store.put({ ownerId, draft }, draftKey(bookingId)) : store.delete(draftKey(bookingId)),
  )

export const addUnsent = (unsent: NewUnsent): Promise<unknown> => inStore(OUTBOX, 'make', (store) => store.add(unsent))

/** Unsent actions in the order in which they happened. */
export async function listUnsent(ownerId: string): Promise<Unsent[]> {
  const all = await inStore<Unsent[]>(OUTBOX, 'readonly', (store) => store.getAll())
  return (all ?? []).filter((one) => one.ownerId === ownerId)
}

export const putUnsent = (unsent: Unsent): Promise<unknown> =>
  inStore(OUTBOX, 'readwrite', (store) => store.put(unsent))

/** Takes it for sending, so that it can no longer be undone. False if it was. */
export const claimUnsent = async (number: number): Promise<boolean> =>
  (await inStore<Unsent | undefined>(OUTBOX, 'readwrite', (store) => {
    const found: IDBRequest<Unsent | undefined> = store.get(number)
    found.addEventListener('success', () => {
      if (found.result?.sendAfter === undefined) return
      const { sendAfter: _undoable, ...claimed } = found.result
      store.put(claimed)
    })
    return found
  })) !== undefined

/** Removes it, with what follows from it. False if it is being sent. */
export async function undoUnsent(key: string): Promise<boolean> {
  let isUndone = false
  await inStore(OUTBOX, 'readwrite', (store) => {
    const all: IDBRequest<Unsent[]> = store.getAll()
    all.addEventListener('success', () => {
      const undone = all.result.find((one) => one.key === key)
      if (undone?.sendAfter === undefined) return
      isUndone = true
      const others = all.result.filter(
        (one) => one.number > undone.number && one.bookingId === undone.bookingId && followsFrom(undone.act, one.act),
      )
      for (const { number } of [undone, ...others]) store.delete(number)
    })
    return all
  })
  return isUndone
}

/** What follows from them has been read. */
export async function removeSent(ownerId: string): Promise<void> {
  for (const { number, isSent } of await listUnsent(ownerId)) if (isSent) await removeUnsent(number)
}

export const removeUnsent = (number: number): Promise<unknown> =>
  inStore(OUTBOX, 'readwrite', (store) => store.delete(number))

/** `make`: writes, and makes the database if there is none. */
type Use = IDBTransactionMode | 'make'

/** Opened for one request and closed again, so that the worker can erase it at any time. Undefined if there is no database. */
async function inStore<Result>(
  name: typeof KEPT | typeof OUTBOX,
  use: Use,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<Result | undefined> {
  const database = await open(use)
  if (!database) return undefined
  const mode = use === 'make' ? 'readwrite' : use
  try {
    const transaction = database.transaction(name, mode)
    const ended = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')))
    })
    const result = (await answerOf(ask(transaction.objectStore(name)))) as Result
    await ended
    return result
  } finally {
    database.close()
  }
}

/** A page that still sends, or still reads the day, while it is left at a log-out would bring back what the log-out erases. */
async function open(use: Use): Promise<IDBDatabase | undefined> {
  const request = indexedDB.open(DATABASE, 1)
  let isMissing = false
  request.addEventListener('upgradeneeded', () => {
    isMissing = use !== 'make'
    if (isMissing) return request.transaction?.abort()
    request.result.createObjectStore(KEPT)
    return request.result.createObjectStore(OUTBOX, { keyPath: 'number', autoIncrement: true })
  })
  try {
    return await answerOf(request)
  } catch (error) {
    if (isMissing) return undefined
    throw error
  }
}

const answerOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('storage failed')))
  })
