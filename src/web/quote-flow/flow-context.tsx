import {
  createContext,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  type Dispatch,
  type ReactNode,
  type RefObject,
} from 'react'
import type { FieldErrors } from '#shared/endpoint.ts'
import { ordersForgotten } from '#web/kit/bookings/awaiting-booking.ts'
import type { Problem } from '#web/kit/forms/answer.ts'
import { useClock } from '#web/kit/page/root-data.ts'
import { PHOTOS_NOT_SENT } from '#web/kit/upload/photo-limits.ts'
import { useAsk, loadRefusalOf, type LoadRefusal } from './ask.ts'
import { toQuoteRequest } from './draft/draft-request.ts'
import { createDraftStorage, type DraftStorage } from './draft/draft-storage.ts'
import { draftReducer, initialDraft, quoteKey, type Draft, type DraftAction } from './draft/draft.ts'
import type { Order } from './draft/order.ts'
import type { PricedMove } from './prices/price-question.ts'
import type { Manual } from './phone-booking/special-request.ts'
import type { KeptAddresses } from './route/saved-addresses-dialog.tsx'

interface Flow {
  draft: Draft
  order: Order
  dispatch: Dispatch<DraftAction>
  /** False on the server, and until the stored draft has been read. */
  isRestored: boolean
  /** The current time, updated every half minute. */
  now: Date
  askRouteDetails: () => void
  /** `search` is the query of pick-a-driver: ordering, filters, page. */
  askQuotes: (search: string) => void
  /** The server's errors about the current order, by the wire's field path. */
  serverErrors: FieldErrors
  /** Why one van with one driver cannot do the current order. */
  loadRefusal: LoadRefusal | null
  /** The chosen pictures by their preview's address; they live as long as the page. */
  photoFiles: Map<string, File>
  photoUpload: PhotoUpload
  openedAccount: OpenedAccount | null
  setOpenedAccount: (account: OpenedAccount | null) => void
  /** The signed-in customer's, once opened. */
  savedAddresses: KeptAddresses | null
  setSavedAddresses: (kept: KeptAddresses) => void
  /** What the office has typed beside the order, while somebody is on the phone. Kept in memory only. */
  manual: Manual | null
  setManual: (manual: Manual | null) => void
  /** The last "from" price, to say what raises it, over the steps. */
  lastPriced: RefObject<PricedMove | null>
  /** Deletes the order, here and in storage, because it has become a booking. */
  clear: () => void
}

/** The token of an account opened during the booking, until it is used. Kept in memory only. */
export interface OpenedAccount {
  bookingToken: string
  email: string
}

const FlowContext = createContext<Flow | null>(null)

export function useFlow(): Flow {
  const flow = useContext(FlowContext)
  if (!flow) throw new Error('Only for the steps of the booking flow')
  return flow
}

/** The key of quotes: the order, and how its answer was sorted and filtered. JSON never contains a raw line break. */
export const quotesKey = (order: Order, search: string): string => `${quoteKey(order)}\n${search}`

/** Keeps the draft over the five steps, and stores it in the browser on each change; with an order of its own it is kept in memory only. */
export function FlowProvider({ ownOrder, children }: { ownOrder?: Order; children: ReactNode }) {
  const [draft, dispatch] = useReducer(draftReducer, ownOrder ? { ...initialDraft, order: ownOrder } : initialDraft)
  const { order } = draft
  const stored = useStoredDraft(draft, dispatch, ownOrder === undefined)
  const { clear } = stored
  const isRestored = stored.isRestored || ownOrder !== undefined
  const now = useNow()
  const [photoFiles] = useState(() => new Map<string, File>())
  const [openedAccount, setOpenedAccount] = useState<OpenedAccount | null>(null)
  const [savedAddresses, setSavedAddresses] = useState<KeptAddresses | null>(null)
  const [manual, setManual] = useState<Manual | null>(null)
  const photoUpload = usePhotoUpload(order, photoFiles, dispatch)
  const lastPriced = useRef<PricedMove | null>(null)

  const [refused, setRefused] = useState<{ key: string; errors: FieldErrors; load?: LoadRefusal }>({
    key: '',
    errors: {},
  })
  const onProblem = useCallback((key: string, problem: Problem) => {
    setRefused({ key: key.split('\n')[0] ?? '', errors: problem.errors ?? {}, load: loadRefusalOf(problem) })
  }, [])
  const askDetails = useAsk('routeDetails', dispatch, onProblem)
  const askCompanies = useAsk('companyQuotes', dispatch, onProblem)

  const value = useMemo(() => {
    const key = quoteKey(order)
    const request = toQuoteRequest(order)
    // Time and distance are needed before the start is known; half a start would be refused.
    const timeless = order.date && order.time ? request : toQuoteRequest({ ...order, date: null, time: null })
    return {
      draft,
      order,
      dispatch,
      isRestored,
      now,
      photoFiles,
      photoUpload,
      openedAccount,
      setOpenedAccount,
      savedAddresses,
      setSavedAddresses,
      manual,
      setManual,
      lastPriced,
      clear,
      askRouteDetails: () => timeless && askDetails('/route-details', key, timeless),
      askQuotes: (search: string) =>
        request && askCompanies(`/pick-a-driver${search}`, quotesKey(order, search), request),
      serverErrors: refused.key === key ? refused.errors : {},
      loadRefusal: (refused.key === key && refused.load) || null,
    }
  }, [
    draft,
    order,
    isRestored,
    now,
    photoFiles,
    photoUpload,
    openedAccount,
    savedAddresses,
    manual,
    clear,
    refused,
    askDetails,
    askCompanies,
  ])
  return <FlowContext value={value}>{children}</FlowContext>
}

function useStoredDraft(draft: Draft, dispatch: Dispatch<DraftAction>, isStored: boolean) {
  const storage = useRef<DraftStorage | null>(null)
  const clock = useClock()
  const [isRestored, markRestored] = useReducer(() => true, false)
  useLayoutEffect(() => {
    if (!isStored) return
    storage.current ??= createDraftStorage()
    const stored = storage.current.load(clock())
    // Renders in slices, so that a slow phone stays responsive; changes made before the draft is restored are kept.
    startTransition(() => {
      if (stored) dispatch({ type: 'draft-restored', draft: stored })
      markRestored()
    })
  }, [dispatch, clock, isStored])

  const { order, isEditing, original, attempt } = draft
  useEffect(() => {
    if (isRestored) storage.current?.save({ order, isEditing, original, attempt }, clock())
  }, [isRestored, order, isEditing, original, attempt, clock])

  const clear = useCallback(() => {
    storage.current?.clear()
    dispatch({ type: 'booking-cleared' })
  }, [dispatch])
  useEffect(() => {
    addEventListener(ordersForgotten, clear)
    return () => removeEventListener(ordersForgotten, clear)
  }, [clear])
  return { isRestored, clear }
}

function useNow(): Date {
  const clock = useClock()
  const [now, setNow] = useState(clock)
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), 30_000)
    return () => clearInterval(timer)
  }, [clock])
  return now
}

interface PhotoUpload {
  /** 0 to 1 while photos are uploading, otherwise null. */
  share: number | null
  /** Why the last try failed, as a sentence. */
  reason: string | null
  retry: () => void
}

/** Uploads the set of photos whenever it has not been sent yet, across all steps; a change aborts the upload in progress. */
function usePhotoUpload(
  { itemsToMovePhotos: photos, photosUploadId }: Order,
  photoFiles: Map<string, File>,
  dispatch: Dispatch<DraftAction>,
): PhotoUpload {
  // Progress and failure belong to one set of photos.
  const [progress, setProgress] = useState({ photos, share: 0 })
  const [failure, setFailure] = useState<{ photos: Order['itemsToMovePhotos']; reason: string } | null>(null)
  const reason = failure?.photos === photos ? failure.reason : null
  const isSending = photosUploadId === null && reason === null && photos.some(({ url }) => photoFiles.has(url))

  useEffect(() => {
    if (!isSending) return undefined
    const calledOff = new AbortController()
    const send = async () => {
      const files = photos.flatMap(({ url }) => photoFiles.get(url) ?? [])
      const onProgress = (share: number) => setProgress({ photos, share })
      // Loaded with the first photo: most moves have none.
      const result = await import('./details/photo-upload.ts')
        .then(({ uploadPhotos }) => uploadPhotos(files, { onProgress, signal: calledOff.signal }))
        .catch(() => ({ ok: false, reason: PHOTOS_NOT_SENT }) as const)
      if (result?.ok) dispatch({ type: 'photos-uploaded', uploadId: result.id })
      else if (result) setFailure({ photos, reason: result.reason })
    }
    void send()
    return () => calledOff.abort()
  }, [photos, isSending, photoFiles, dispatch])

  const share = isSending ? (progress.photos === photos ? progress.share : 0) : null
  return useMemo(() => ({ share, reason, retry: () => setFailure(null) }), [share, reason])
}
