import { Camera, Send, X } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import { Form } from 'react-router'
import { MOST_CHARACTERS } from '#modules/bookings/thread/rules.ts'
import { PHOTO_TYPES } from '#web/kit/upload/photo-limits.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { READY_ANSWERS } from './message-texts.ts'

interface ComposeProps {
  name: string
  isDriver: boolean
  send: (text: string, photo: File | null) => void
}

/** Without script it sends the text with the page. */
export function Compose({ name, isDriver, send }: ComposeProps) {
  const [photo, setPhoto] = useState<File | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = field.current?.value.trim() ?? ''
    if (!text && !photo) return field.current?.focus()
    send(text, photo)
    form.current?.reset()
    setPhoto(null)
    return field.current?.focus()
  }
  return (
    <Form method="post" ref={form} onSubmit={submit}>
      <input type="hidden" name="intent" value="send" />
      {isDriver ? (
        <fieldset className="chips plain" aria-label="Ready answers">
          {READY_ANSWERS.map((answer) => (
            <button key={answer} className="chip" type="button" onClick={() => send(answer, null)}>
              {answer}
            </button>
          ))}
        </fieldset>
      ) : null}
      {photo ? (
        <p className="row compose__photo">
          <span className="small">{photo.name}</span>
          <IconButton icon={X} label="Leave the photo out" onClick={() => setPhoto(null)} />
        </p>
      ) : null}
      <div className="compose__row">
        <label className="icon-btn compose__camera">
          <Icon of={Camera} />
          <span className="vh">Add a photo</span>
          <input
            className="vh"
            type="file"
            accept={PHOTO_TYPES}
            onChange={({ currentTarget }) => {
              setPhoto(currentTarget.files?.[0] ?? null)
              currentTarget.value = ''
            }}
          />
        </label>
        <textarea
          ref={field}
          className="input"
          name="text"
          rows={1}
          maxLength={MOST_CHARACTERS}
          aria-label="Message"
          placeholder={`Message ${name}`}
          onKeyDown={sendWithEnter}
        />
        <Button type="submit" look="primary" aria-label="Send">
          <Icon of={Send} />
        </Button>
      </div>
    </Form>
  )
}

/** Enter sends where there is a keyboard; with Shift, and on a phone, it begins a line. */
function sendWithEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
  if (!matchMedia('(pointer: fine)').matches) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
