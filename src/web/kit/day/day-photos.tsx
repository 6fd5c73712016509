import type { PhotoStage } from '#modules/bookings/day/rules.ts'
import { usePicture } from '#web/kit/pictures/use-picture.ts'
import { timeText } from './clock-view.ts'
import './day.css'

export interface DayPhoto {
  id: string
  stage: PhotoStage
  url: string
  at: string
}

const STAGES: Record<PhotoStage, string> = { before: 'Before', after: 'After' }

/** Photos of the day, as both sides see them. */
export function DayPhotos({ photos }: { photos: readonly DayPhoto[] }) {
  if (photos.length === 0) return null
  return (
    <ul className="shots">
      {photos.map((photo) => (
        <li key={photo.id}>
          <Shot photo={photo} />
        </li>
      ))}
    </ul>
  )
}

function Shot({ photo }: { photo: DayPhoto }) {
  const { url } = usePicture(photo.url)
  const caption = `${STAGES[photo.stage]}, ${timeText(photo.at)}`
  return (
    <div className="shot">
      {url ? <img className="afloat w-full h-full cover" src={url} alt={caption} /> : null}
      <span className="holds r-small" aria-hidden={url ? true : undefined}>
        {caption}
      </span>
    </div>
  )
}
