import { Camera, Upload } from 'lucide-react'
import type { ChangeEvent, DragEvent } from 'react'
import { PHOTO_TYPES } from '#web/kit/upload/photo-limits.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { nextShot } from './pages.ts'
import type { PagesState } from './use-pages.ts'

/** The camera, or files; each adds pages. */
export function PageSources({ state: { label, sides, pages, isPreparing, add } }: { state: PagesState }) {
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])]
    event.target.value = ''
    void add(files)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void add([...event.dataTransfer.files])
  }
  const isFirst = pages.length === 0
  return (
    // Dropping is a shortcut for the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <span className="drop__wide">
        <b>{isFirst ? 'Drop the document here' : 'Drop more pages here'}</b>
        <br />
        <span className="drop__hint">JPEG, PNG, WebP, AVIF or PDF, up to 10 MB</span>
      </span>
      <div className="drop__btns">
        <label className={buttonClass({}, 'drop__cam')}>
          <Icon of={Camera} />
          {nextShot(sides, pages)}
          <input
            type="file"
            name="files"
            accept="image/*"
            capture="environment"
            aria-label={`${label}: ${nextShot(sides, pages).toLowerCase()}`}
            onChange={choose}
          />
        </label>
        <label className={buttonClass({})}>
          <Icon of={Upload} />
          {isFirst ? 'Choose a file' : 'Add a file'}
          <input
            type="file"
            name="files"
            multiple
            accept={`${PHOTO_TYPES},application/pdf`}
            aria-label={`${label}: ${isFirst ? 'choose a file' : 'add a file'}`}
            onChange={choose}
          />
        </label>
      </div>
      <output className="drop__hint">
        {isPreparing
          ? 'Getting it ready'
          : isFirst
            ? 'Get all four corners in. Nothing is sent until you’ve checked it.'
            : 'Look at each page: can everything be read?'}
      </output>
    </div>
  )
}
