import { Camera } from 'lucide-react'
import { useId, useState, useRef, type ChangeEvent } from 'react'
import type { PhotoStage } from '#modules/bookings/day/rules.ts'
import { countOf } from '#shared/texts.ts'
import { itemsText } from '#web/kit/bookings/load.ts'
import { DayPhotos } from '#web/kit/day/clock-log.tsx'
import { timeText } from '#web/kit/day/clock-view.ts'
import { preparePhoto } from '#web/kit/upload/photo-files.ts'
import { PHOTO_TYPES } from '#web/kit/upload/photo-limits.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Van } from '#web/ui/van.tsx'
import type { DayAction, Job } from '../day-state.ts'

interface LoadListProps {
  job: Job
  act: (act: DayAction) => void
}

/** A list that is longer is opened by a press: photos and the next job stand below it. */
const FIRST = 24

/** What goes into the van, ticked off as it does. */
export function LoadList({ job, act }: LoadListProps) {
  const id = useId()
  const [isAll, setAll] = useState(false)
  const { items } = job.day
  const canTick = job.day.clock.state !== 'finished'
  const loaded = items.filter((item) => item.loaded).length
  const share = job.van && job.van.volumeM3 > 0 ? job.load.volumeM3 / job.van.volumeM3 : 0
  const drawn = items.length > 0 ? (share * loaded) / items.length : 0
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card__head">
        <h2 className="h3" id={id}>
          Items
        </h2>
        <span className="small muted num">
          {itemsText(job.load.pieces)}, {Number(job.load.volumeM3.toFixed(1))} m³
        </span>
      </div>
      {items.length === 0 ? (
        <p className="small muted mt-2">Nothing was listed. Read the customer’s note.</p>
      ) : (
        <>
          <div className="kerb center m-26 mt-3" aria-hidden="true">
            <Van category={job.vanCategory} load={drawn} />
          </div>
          <p className="small muted mt-2" aria-live="polite">
            {loaded} of {items.length} ticked off
          </p>
          <div className="loadlist t-md divide mt-2">
            {(isAll ? items : items.slice(0, FIRST)).map((item) => (
              <Item key={item.index} job={job} item={item} canTick={canTick} act={act} />
            ))}
          </div>
          {isAll || items.length <= FIRST ? null : (
            <Button wide className="mt-3" onClick={() => setAll(true)}>
              Show all {items.length}
            </Button>
          )}
        </>
      )}
      {job.customerNote ? (
        <p className="banner flex items-start g-3 p-3-4 r-small ink lh-14 long note mt-3 as-typed">
          {job.customerNote}
        </p>
      ) : null}
    </section>
  )
}

/** The vans of a job that takes several. The lead sends the others home when they are done; the customer and they see it. */
export function VansCard({ job, act }: LoadListProps) {
  const { vans, clock, allowedActions } = job.day
  if (vans.length < 2) return null
  const canSend = ['running', 'paused'].includes(clock.state) && allowedActions.includes('finish')
  return (
    <section className="card" aria-labelledby="vans">
      <h2 className="h3" id="vans">
        Vans
      </h2>
      <ul className="plain divide mt-2">
        {vans.map(({ van, name, doneAt }) => (
          <li key={van} className="row row--apart">
            <span className="num">
              Van {van}, {name}
              {van === 1 ? <small className="block-box t-sm muted">Leads the job</small> : null}
              {doneAt ? <small className="block-box t-sm muted">Sent home at {timeText(doneAt)}</small> : null}
            </span>
            {canSend && van > 1 && !doneAt ? (
              <Button onClick={() => act({ does: 'van-done', van, name })}>Van {van} done</Button>
            ) : null}
          </li>
        ))}
      </ul>
      {canSend ? (
        <p className="small muted mt-2">Time over and waiting after that are charged without the van.</p>
      ) : null}
    </section>
  )
}

interface ItemProps extends LoadListProps {
  item: Job['day']['items'][number]
  canTick: boolean
}

function Item({ job, item, canTick, act }: ItemProps) {
  const work = job.items[item.index]
  const notes = [
    ...(work?.needDisassembling ? ['Take apart'] : []),
    ...(work?.needAssembling ? ['Put together'] : []),
  ].join('. ')
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={item.loaded}
        disabled={!canTick}
        onChange={({ target }) => act({ does: 'loaded', item: item.index, loaded: target.checked, name: item.name })}
      />
      <span className="flex-1 lh-125">
        {item.name}
        {notes ? <small className="block-box t-sm muted">{notes}</small> : null}
      </span>
      <b className="figures-even">{item.amount}</b>
    </label>
  )
}

interface PhotoCardProps {
  job: Job
  unsentCount: number
  act: (act: DayAction, file: File) => void
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
        <p className="kept mt-2 inline-flex level g-1 t-xs mid muted">
          {countOf(unsentCount, 'photo')} on this phone, not sent yet
        </p>
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
