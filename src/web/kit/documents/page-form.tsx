import { X } from 'lucide-react'
import { useRef, type FormEvent, type ReactNode } from 'react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { PageSources } from './page-sources.tsx'
import { PageStrip } from './page-strip.tsx'
import type { ToSend } from './to-send.ts'
import type { PagesState } from './use-pages.ts'

interface PageFormProps {
  state: PagesState
  /** Where it leads without script (app/file-forms.ts). */
  action: string
  /** "Send MOT certificate" */
  name: string
  /** On the button. */
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
