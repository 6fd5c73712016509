import { Camera, Upload, X } from 'lucide-react'
import { useRef, type ChangeEvent, type DragEvent, type FormEvent } from 'react'
import { mustExpire } from '#modules/fleet/documents/rules.ts'
import type { Document } from '#web/kit/documents/document-words.ts'
import { PHOTO_TYPES } from '#web/kit/upload/photo-limits.ts'
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx'
import { FieldError, InputField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { CoverFields } from './cover-fields.tsx'
import { PageStrip } from './page-strip.tsx'
import { nextShot } from './pages.ts'
import { useDocumentUpload } from './use-document-upload.ts'

interface DocumentUploadProps {
  unitId: string
  document: Document
  registration: string
  onSent: () => void
}

/** Take the pages, look at them, then what is printed on them, then send. */
export function DocumentUpload({ unitId, document, registration, onSent }: DocumentUploadProps) {
  const needsDay = mustExpire(document.kind)
  const form = useRef<HTMLFormElement>(null)
  const state = useDocumentUpload(unitId, document, onSent)
  const { pages, errors, share } = state
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if ((await state.send()).length === 0) return
    requestAnimationFrame(() => form.current && focusFlaw(form.current))
  }
  if (share !== null) return <Sending name={document.label} share={share} onStop={state.callOff} />
  return (
    <form
      ref={form}
      className="stack gap-3"
      aria-label={`Send ${document.label}`}
      // Where these lead without script (app/file-forms.ts).
      method="post"
      encType="multipart/form-data"
      action={`/settings/driving-profile/documents/${unitId}`}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <input type="hidden" name="kind" value={document.kind} />
      {pages.length > 0 ? (
        <PageStrip
          kind={document.kind}
          label={document.label}
          pages={pages}
          errorOf={(index) => errors[`files.${index}`]}
          onTurn={(page) => void state.turn(page)}
          onRetake={(page, file) => void state.retake(page, file)}
          onForward={state.forward}
          onRemove={state.remove}
        />
      ) : null}
      <Sources document={document} state={state} />
      {document.kind === 'hire_and_reward' || document.kind === 'v5c' ? (
        <p className="small muted">It has to name {registration}.</p>
      ) : null}
      {needsDay || document.kind === 'driving_licence' || document.kind === 'right_to_work' ? (
        <InputField
          label="Expires on"
          name="expires_on"
          optional={!needsDay}
          className="doc__day"
          type="date"
          value={state.expiresOn}
          onChange={(event) => state.setExpiresOn(event.target.value)}
          error={errors['expires_on']}
        />
      ) : null}
      {document.kind === 'goods_in_transit' ? (
        <CoverFields cover={state.cover} onChange={state.setCover} errors={errors} />
      ) : null}
      <div>
        <Button type="submit" look={pages.length > 0 ? 'primary' : 'plain'} busy={state.isPreparing}>
          Send<span className="vh"> {document.label}</span>
        </Button>
      </div>
    </form>
  )
}

/** The first wrong field; where only pages are missing, the button for files. */
function focusFlaw(form: HTMLFormElement): void {
  const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]')
  const [source] = [...form.querySelectorAll<HTMLElement>('.drop input')].toReversed()
  ;(wrong ?? source)?.focus()
}

interface SourcesProps {
  document: Document
  state: ReturnType<typeof useDocumentUpload>
}

/** The camera, or files; each adds pages. */
function Sources({ document: { kind, label }, state: { pages, errors, isPreparing, add } }: SourcesProps) {
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
    <>
      {/* Dropping is a shortcut for the buttons inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className="drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <span className="drop__wide">
          <b>{isFirst ? 'Drop the document here' : 'Drop more pages here'}</b>
          <br />
          <span className="drop__hint">JPEG, PNG, WebP, AVIF or PDF, up to 10 MB</span>
        </span>
        <div className="drop__btns">
          <label className={buttonClass({}, 'drop__cam')}>
            <Icon of={Camera} />
            {nextShot(kind, pages)}
            <input
              type="file"
              name="files"
              accept="image/*"
              capture="environment"
              aria-label={`${label}: ${nextShot(kind, pages).toLowerCase()}`}
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
              ? 'Get all four corners in. Nothing is sent before you have seen it.'
              : 'Look at each page: can everything be read?'}
        </output>
      </div>
      <FieldError error={errors['pages'] ?? errors['files']} />
    </>
  )
}

function Sending({ name, share, onStop }: { name: string; share: number; onStop: () => void }) {
  const percent = Math.round(share * 100)
  return (
    <div className="sending">
      <b className="long">{name}</b>
      <IconButton icon={X} label={`Stop sending ${name}`} onClick={onStop} />
      <svg className="meter__bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect x="-1" y="-1" width={percent + 1} height="12" />
      </svg>
      <output className="muted num">{percent < 100 ? `${percent}% sent` : 'Checking the file'}</output>
    </div>
  )
}
