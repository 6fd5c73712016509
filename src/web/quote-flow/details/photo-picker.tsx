import { countOf } from '#shared/texts.ts'
import { Camera, Image, X } from 'lucide-react'
import { useEffect, useRef, useState, type ChangeEvent } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { Button, IconButton, LinkButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { useFlow } from '../flow-context.tsx'
import type { OrderPhoto } from '../draft/order.ts'
import { MOST_PHOTOS, PHOTO_TYPES } from '#web/kit/upload/photo-limits.ts'

/** Photos of the load: previews, and an upload of the whole set whenever it changes. */
export function PhotoPicker({ error }: { error?: string }) {
  const { order, photoUpload: upload } = useFlow()
  const photos = order.itemsToMovePhotos
  const { reasons, add, remove, forget: clear } = usePhotos()
  const input = useRef<HTMLInputElement>(null)
  const room = MOST_PHOTOS - photos.length
  const isOnlyStored = photos.length === 0 && order.photosUploadId !== null
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])]
    event.target.value = ''
    void add(files)
  }
  return (
    <div className="mt-4" id="photos">
      <p className="label" id="photos-label">
        Photos <small>(optional, {MOST_PHOTOS} at most)</small>
      </p>
      {isOnlyStored ? (
        <p className="small mt-1">
          The photos you added are saved with this move. No one can see them until you book, and they’re hidden here
          too. Adding new photos replaces them.{' '}
          <LinkButton className="inline" onClick={clear}>
            Remove them
          </LinkButton>
        </p>
      ) : null}
      <ul className="flex wraps g-3 mt-2" aria-labelledby="photos-label">
        {isOnlyStored ? <SentPhotos names={order.sentPhotoNames} /> : null}
        {photos.map((photo) => (
          <li key={photo.url} className="photos__one thumb holds cells at-foot r-control mid clip p-0 bg-sunken ink">
            <img className="afloat w-full h-full cover" src={photo.url} alt="" width={128} height={96} />
            <span className="tiny photos__name holds clip bg-surface dots one-line">{photo.name}</span>
            <IconButton icon={X} label={`Remove ${photo.name}`} onClick={() => remove(photo)} />
          </li>
        ))}
        {room > 0 ? (
          <li>
            <button
              type="button"
              className="thumb tints cells mid-both pack-mid g-1 edge-dashed r-control bg-none mid t-sm"
              onClick={() => input.current?.click()}
            >
              <Icon of={Camera} />
              {addLabel(photos.length > 0, isOnlyStored)}
            </button>
          </li>
        ) : null}
      </ul>
      <input ref={input} type="file" hidden multiple accept={PHOTO_TYPES} aria-label="Photos" onChange={choose} />
      <div aria-live="polite">
        {upload.share === null ? null : (
          <p className="small mt-2">
            Sending photos… <progress className="photos__bar" value={upload.share} max={1} aria-label="Photos sent" />
          </p>
        )}
        {photos.length > 0 && order.photosUploadId && upload.share === null ? (
          <p className="small muted mt-2">{photos.length === 1 ? 'Photo sent.' : `${photos.length} photos sent.`}</p>
        ) : null}
      </div>
      {reasons.length > 0 || error ? (
        <Banner tone="bad" isAlert className="mt-3">
          {[...reasons, ...(error ? [error] : [])].map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </Banner>
      ) : null}
      {upload.reason ? (
        <Banner tone="bad" isAlert className="mt-3">
          <p>{upload.reason}</p>
          <Button size="small" className="mt-2" onClick={upload.retry}>
            Send again
          </Button>
        </Banner>
      ) : null}
    </div>
  )
}

/** Photos sent before a reload: only their names, with a generic picture. */
const SentPhotos = ({ names }: { names: readonly string[] }) =>
  names.map((name, index) => (
    // Two files may have one name, and nothing moves them.
    // oxlint-disable-next-line react/no-array-index-key
    <li
      key={index}
      className="photos__one photos__one--sent thumb holds cells at-foot r-control mid clip p-0 bg-sunken ink"
    >
      <Icon of={Image} />
      <span className="tiny photos__name holds clip bg-surface dots one-line">{name}</span>
    </li>
  ))

function addLabel(hasPhotos: boolean, isOnlyStored: boolean): string {
  if (isOnlyStored) return 'Replace photos'
  return hasPhotos ? 'Add more' : 'Add photos'
}

/** Prepares each added file; rejected ones are named, the rest stays. */
function usePhotos() {
  const { order, dispatch, photoFiles } = useFlow()
  const [reasons, setReasons] = useState<string[]>([])
  const photos = order.itemsToMovePhotos
  // Preparing takes a while, during which others may be added or removed.
  const latest = useRef(photos)
  useEffect(() => {
    latest.current = photos
  }, [photos])
  const change = (next: OrderPhoto[]) => {
    latest.current = next
    dispatch({ type: 'photos-changed', photos: next, clearUpload: true })
  }

  const add = async (files: File[]) => {
    // Loaded with the first photo: most moves have none.
    const loaded = await import('#web/kit/upload/photo-files.ts').catch(() => null)
    if (!loaded)
      return setReasons(['The photos couldn’t be read. Check your connection, reload the page and add them again.'])
    const prepared = await Promise.all(files.slice(0, MOST_PHOTOS - latest.current.length).map(loaded.preparePhoto))
    const fit = prepared.flatMap((one) => (one.ok ? [one.file] : []))
    const refused = prepared.flatMap((one) => (one.ok ? [] : [one.reason]))
    const room = MOST_PHOTOS - latest.current.length
    const left = files.length - prepared.length + Math.max(0, fit.length - room)
    setReasons(left > 0 ? [...refused, `Ten photos at most. ${countOf(left, 'was', 'were')} left out.`] : refused)
    const added = fit.slice(0, room).map((file) => asPhoto(file, photoFiles))
    if (added.length > 0) change([...latest.current, ...added])
  }
  const remove = (photo: OrderPhoto) => {
    setReasons([])
    URL.revokeObjectURL(photo.url)
    photoFiles.delete(photo.url)
    change(latest.current.filter(({ url }) => url !== photo.url))
  }
  const clear = () => change([])
  return { reasons, add, remove, forget: clear }
}

function asPhoto(file: File, photoFiles: Map<string, File>): OrderPhoto {
  const url = URL.createObjectURL(file)
  photoFiles.set(url, file)
  return { name: file.name, size: file.size, url }
}
