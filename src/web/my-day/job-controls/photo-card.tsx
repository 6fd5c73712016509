import { countOf } from '#shared/count-of.ts'
import { Camera } from 'lucide-react'
import { useRef, useState, type ChangeEvent } from 'react'
import type { PhotoStage } from '#modules/bookings/day/rules.ts'
import { DayPhotos } from '#web/kit/day/day-photos.tsx'
import { preparePhoto } from '#web/kit/upload/photo-files.ts'
import { PHOTO_TYPES } from '#web/kit/upload/photo-limits.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Act } from '../day-actions.ts'
import type { Job } from '../day-state.ts'

interface PhotoCardProps {
  job: Job
  unsentCount: number
  act: (act: Act, file: File) => void
}

/** Photos before and after: kept on the phone at once, sent when there is signal. */
export function PhotoCard({ job, unsentCount, act }: PhotoCardProps) {
  const [reasons, setReasons] = useState<string[]>([])
  const add = async (stage: PhotoStage, files: File[]) => {
    const prepared = await Promise.all(files.map(preparePhoto))
    for (const one of prepared) if (one.ok) act({ does: 'day-photos', stage }, one.file)
    setReasons(prepared.flatMap((one) => (one.ok ? [] : [one.reason])))
  }
  return (
    <section className="card" aria-labelledby="photos">
      <h2 className="h3" id="photos">
        Photos
      </h2>
      <p className="small muted mt-1">You and the customer can see them, and they’re kept in the day’s record.</p>
      <DayPhotos photos={job.day.photos} />
      {unsentCount > 0 ? (
        <p className="kept mt-2">{countOf(unsentCount, 'photo')} on this phone, not sent yet</p>
      ) : null}
      {reasons.length > 0 ? (
        <Banner tone="bad" isAlert className="mt-3">
          {reasons.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </Banner>
      ) : null}
      <div className="row mt-3">
        <PhotoButton label="Before the move" onChoose={(files) => void add('before', files)} />
        <PhotoButton label="After the move" onChoose={(files) => void add('after', files)} />
      </div>
    </section>
  )
}

function PhotoButton({ label, onChoose }: { label: string; onChoose: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    target.value = ''
    onChoose(files)
  }
  return (
    <>
      <Button icon={Camera} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        capture="environment"
        accept={PHOTO_TYPES}
        aria-label={`Photos from ${label.toLowerCase()}`}
        onChange={choose}
      />
    </>
  )
}
