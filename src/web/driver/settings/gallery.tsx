import { ArrowLeft, ArrowRight, ImagePlus, Trash2 } from 'lucide-react'
import { useFetcher } from 'react-router'
import { MOST_PHOTOS } from '#modules/companies/rules.ts'
import { PhotoButton } from '#web/kit/upload/photo-button.tsx'
import type { Answer } from '#web/kit/forms/answer.ts'
import { IconButton } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'

export interface Photo {
  id: string
  url: string
  caption: string
}

/** Photos of the van and the work: added, moved, named, removed. Each change is saved at once. */
export function Gallery({ companyId, photos }: { companyId: string; photos: readonly Photo[] }) {
  const { arrange, remove, isBusy, error } = useGallery(companyId)
  const moved = (from: number, to: number) => {
    const next = [...photos]
    next.splice(to, 0, ...next.splice(from, 1))
    arrange(next)
  }
  return (
    <section className="card">
      <div className="card__head">
        <h2 className="h3">Photos</h2>
        <span className="small muted num">
          {photos.length} of {MOST_PHOTOS}
        </span>
      </div>
      {photos.length === 0 ? <p className="muted mb-4">No photos yet. The van, the crew, a job well packed.</p> : null}
      <ul className="grid min-13" aria-busy={isBusy}>
        {photos.map((photo, index) => (
          <li key={photo.id} className="cells pack-top g-2">
            <img
              className="w-full cover edge-1 r-control bg-sunken pic"
              src={photo.url}
              alt={photo.caption || `Photo ${index + 1}`}
              loading="lazy"
            />
            <Caption
              photo={photo}
              onSave={(caption) => arrange(photos.map((one) => (one === photo ? { ...one, caption } : one)))}
            />
            <div className="flex">
              <IconButton
                icon={ArrowLeft}
                label={`Move photo ${index + 1} forward`}
                disabled={index === 0 || isBusy}
                onClick={() => moved(index, index - 1)}
              />
              <IconButton
                icon={ArrowRight}
                label={`Move photo ${index + 1} back`}
                disabled={index === photos.length - 1 || isBusy}
                onClick={() => moved(index, index + 1)}
              />
              <IconButton
                icon={Trash2}
                label={`Remove photo ${index + 1}`}
                className="push"
                disabled={isBusy}
                onClick={() => remove(photo.id)}
              />
            </div>
          </li>
        ))}
      </ul>
      <FieldError error={error} />
      {photos.length < MOST_PHOTOS ? <AddPhotos companyId={companyId} room={MOST_PHOTOS - photos.length} /> : null}
    </section>
  )
}

function useGallery(companyId: string) {
  const fetcher = useFetcher<Answer>()
  const action = '/settings/marketing'
  return {
    isBusy: fetcher.state !== 'idle',
    error: fetcher.state === 'idle' && fetcher.data && !fetcher.data.ok ? fetcher.data.detail : null,
    arrange: (photos: readonly Photo[]) => {
      const form = new FormData()
      form.set('intent', 'arrange')
      form.set('companyId', companyId)
      for (const { id, caption } of photos) {
        form.append('photo', id)
        form.append('caption', caption)
      }
      void fetcher.submit(form, { method: 'post', action })
    },
    remove: (photoId: string) => void fetcher.submit({ intent: 'remove', photoId }, { method: 'post', action }),
  }
}

/** Saves the name when the field loses focus. */
function Caption({ photo, onSave }: { photo: Photo; onSave: (caption: string) => void }) {
  return (
    <input
      key={photo.caption}
      className="input"
      aria-label="Caption"
      placeholder="Caption"
      maxLength={140}
      defaultValue={photo.caption}
      onBlur={({ currentTarget: { value } }) => {
        if (value.trim() !== photo.caption) onSave(value.trim())
      }}
    />
  )
}

const MOST_AT_ONCE = 10

const AddPhotos = ({ companyId, room }: { companyId: string; room: number }) => (
  <div className="mt-4">
    <PhotoButton
      path={`/api/company/${companyId}/photos/`}
      field="images"
      most={Math.min(room, MOST_AT_ONCE)}
      look={{ wide: true }}
      icon={ImagePlus}
      savedText={(count) => (count === 1 ? 'Photo added' : `${count} photos added`)}
    >
      Add photos
    </PhotoButton>
  </div>
)
