import { useEffect, useMemo, useState, type Dispatch } from 'react'
import type { DraftAction } from '../draft/draft.ts'
import { PHOTOS_NOT_SENT } from '#web/kit/upload/photo-limits.ts'
import type { Order } from '../draft/order.ts'

export interface PhotoUpload {
  /** 0 to 1 while photos are uploading, otherwise null. */
  share: number | null
  /** Why the last try failed, as a sentence. */
  reason: string | null
  retry: () => void
}

/** Uploads the set of photos whenever it has not been sent yet, across all steps; a change aborts the upload in progress. */
export function usePhotoUpload(
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
      const result = await import('./photo-upload.ts')
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
