import { X, Camera, Upload, ArrowLeft, FileText, RotateCw, Trash2 } from 'lucide-react'
import { useRef, type FormEvent, type ReactNode, type ChangeEvent, type DragEvent, useCallback } from 'react'
import { PHOTO_TYPES } from '#web/kit/upload/photo-limits.ts'
import { Button, IconButton, buttonClass } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { isPdf } from './document-texts.ts'
import { nextShot, pageName, type Page, type Sides, type PagesState } from './pages.ts'
import type { ToSend } from './document-files.tsx'

interface PageFormProps {
  state: PagesState
  /** Where it leads without script (app/file-forms.ts). */
  action: string
  /** "Send MOT certificate" */
  name: string
  /** Label of the button. */
  send: ReactNode
  what: ToSend
  onSent: () => void
  children: ReactNode
}

/** Sends pages and what is typed beside them; while it does, it shows how far it is and can be stopped. */
export function PageForm({ state, action, name, send, what, onSent, children }: PageFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const outcome = await state.send(what)
    if (outcome === 'sent') onSent()
    if (outcome === 'flawed') requestAnimationFrame(() => form.current && focusFlaw(form.current))
  }
  const isReady = !what.takesPages || state.pages.length > 0
  if (state.share !== null && what.takesPages)
    return <Sending name={state.label} share={state.share} onStop={state.callOff} />
  return (
    <form
      ref={form}
      className="stack gap-3"
      aria-label={name}
      method="post"
      encType="multipart/form-data"
      action={action}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      {children}
      <div>
        <Button type="submit" look={isReady ? 'primary' : 'plain'} busy={state.isPreparing || state.share !== null}>
          {send}
        </Button>
      </div>
    </form>
  )
}

/** The pages so far, where the next come from, and what is wrong with them. */
export function Pages({ state }: { state: PagesState }) {
  const { label, sides, pages, errors } = state
  return (
    <>
      {pages.length > 0 ? (
        <PageStrip
          sides={sides}
          label={label}
          pages={pages}
          errorOf={(index) => errors[`files.${index}`]}
          onTurn={(page) => void state.turn(page)}
          onRetake={(page, file) => void state.retake(page, file)}
          onForward={state.forward}
          onRemove={state.remove}
        />
      ) : null}
      <PageSources state={state} />
      <FieldError error={errors['pages'] ?? errors['files']} />
    </>
  )
}

/** The first wrong field; where only pages are missing, the button for files. */
function focusFlaw(form: HTMLFormElement): void {
  const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]')
  const [source] = [...form.querySelectorAll<HTMLElement>('.drop input')].toReversed()
  ;(wrong ?? source)?.focus()
}

function Sending({ name, share, onStop }: { name: string; share: number; onStop: () => void }) {
  const percent = Math.round(share * 100)
  return (
    <div className="cells cols-end g-1-3 level t-sm">
      <b className="long">{name}</b>
      <IconButton icon={X} label={`Stop sending ${name}`} onClick={onStop} />
      <svg
        className="meter__bar across w-full h-3 edge-w-ink r-small bg-sunken clip"
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect x="-1" y="-1" width={percent + 1} height="12" />
      </svg>
      <output className="muted num">{percent < 100 ? `${percent}% sent` : 'Checking the file'}</output>
    </div>
  )
}

/** The camera, or files; each adds pages. */
function PageSources({ state: { label, sides, pages, isPreparing, add } }: { state: PagesState }) {
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
    <div
      className="drop cells g-3 p-4 r-control bg-paper t-center t-sm edge-dashed"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <span className="drop__wide">
        <b>{isFirst ? 'Drop the document here' : 'Drop more pages here'}</b>
        <br />
        <span className="muted">JPEG, PNG, WebP, AVIF or PDF, up to 10 MB</span>
      </span>
      <div className="drop__btns cells cols-2-s g-2">
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
      <output className="muted">
        {isPreparing
          ? 'Getting it ready'
          : isFirst
            ? 'Get all four corners in. Nothing is sent until you’ve checked it.'
            : 'Look at each page: can everything be read?'}
      </output>
    </div>
  )
}

interface PageStripProps {
  sides: Sides
  label: string
  pages: readonly Page[]
  /** The server’s error about a page, by its index. */
  errorOf: (index: number) => string | undefined
  onTurn: (page: Page) => void
  onRetake: (page: Page, file: File) => void
  onForward: (page: Page) => void
  onRemove: (page: Page) => void
}

/** Every page as it will be sent, to look at before it is: turn it, take it again, change the order, take it out. */
function PageStrip(props: PageStripProps) {
  const { sides, label, pages, errorOf, onTurn, onForward, onRemove } = props
  return (
    <ol className="grid gap-3 min-9" aria-label={`${label}: pages to send`}>
      {pages.map((page, index) => {
        const name = pageName(sides, pages, index)
        const isPrinted = isPdf(page.file)
        return (
          <li key={page.id} className="cells pack-top g-1 shrink">
            {isPrinted ? <PrintedPage name={page.file.name} /> : <Shot file={page.file} name={name} />}
            <b className="small">{name}</b>
            <div className="shots__acts flex wraps">
              {isPrinted ? null : (
                <>
                  <IconButton icon={RotateCw} label={`Rotate: ${name}`} onClick={() => onTurn(page)} />
                  <Retake {...props} page={page} name={name} />
                </>
              )}
              {index > 0 ? (
                <IconButton icon={ArrowLeft} label={`Move forward: ${name}`} onClick={() => onForward(page)} />
              ) : null}
              <IconButton icon={Trash2} label={`Remove: ${name}`} onClick={() => onRemove(page)} />
            </div>
            <FieldError error={errorOf(index)} />
          </li>
        )
      })}
    </ol>
  )
}

function Retake({ page, name, onRetake }: PageStripProps & { page: Page; name: string }) {
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (file) onRetake(page, file)
  }
  return (
    <label className="icon-btn file-btn">
      <Icon of={Camera} />
      <input type="file" accept="image/*" capture="environment" aria-label={`Retake: ${name}`} onChange={choose} />
    </label>
  )
}

/** From memory: it has not been sent yet. */
function Shot({ file, name }: { file: File; name: string }) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      const url = URL.createObjectURL(file)
      if (image) image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [file],
  )
  return (
    <span className="shots__look cells mid-both clip r-small bg-sunken">
      <img className="w-full h-full" ref={show} alt={`${name}, as it will be sent`} />
    </span>
  )
}

const PrintedPage = ({ name }: { name: string }) => (
  <span className="shots__look cells mid-both clip r-small bg-sunken shots__look--file pack-mid g-2 t-center">
    <Icon of={FileText} />
    <span className="small long">{name}</span>
  </span>
)
