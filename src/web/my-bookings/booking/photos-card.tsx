import type { listMovePhotos } from '#modules/bookings/booking-files/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { usePicture } from '#web/kit/pictures/use-picture.ts'

export type MovePhotos = AnswerOf<typeof listMovePhotos>['results']

/** What the customer photographed, to themselves and to their driver. */
export function PhotosCard({ photos }: { photos: MovePhotos }) {
  if (photos.length === 0) return null
  return (
    <section className="card" aria-labelledby="photos">
      <h2 className="h3" id="photos">
        Photos
      </h2>
      <ul className="flex wraps g-3 plain mt-3">
        {photos.map(({ id, url }, index) => (
          <li key={id}>
            <Photo path={url} name={`Photo ${index + 1} of ${photos.length}`} />
          </li>
        ))}
      </ul>
      <p className="small muted mt-3">Your driver sees them once the booking is confirmed.</p>
    </section>
  )
}

export function Photo({ path, name }: { path: string; name: string }) {
  const { url, isLost } = usePicture(path)
  if (!url)
    return (
      <span className="move-photos__one cells mid-both clip r-control bg-sunken small muted">
        {isLost ? 'Not loaded' : ''}
      </span>
    )
  return (
    <a className="move-photos__one cells mid-both clip r-control bg-sunken" href={url} target="_blank" rel="noreferrer">
      <img src={url} alt={name} />
    </a>
  )
}
