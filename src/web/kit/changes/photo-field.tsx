import { Camera } from 'lucide-react'
import { useEffect, useState, type ChangeEvent } from 'react'
import { countOf } from '#shared/texts.ts'
import { fieldsOf } from '#shared/records.ts'
import { MOST_PHOTOS, PHOTO_TYPES, PHOTOS_NOT_SENT } from '#web/kit/upload/photo-limits.ts'
import { preparePhoto } from '#web/kit/upload/photo-files.ts'
import { reasonIn, sendFiles } from '#web/kit/upload/send-files.ts'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/badge.tsx'

type Sending =
  | { state: 'none' | 'sending' }
  | { state: 'sent'; id: string; count: number }
  | { state: 'kept'; count: number }
  | { state: 'failed'; why: string }

interface PhotoFieldProps {
  /** Given where they can be kept for later: called with what couldn't be sent for want of a connection, and with none once they are. */
  onUnsent?: ((files: readonly File[]) => void) | undefined
  /** Photos that were kept before the page was loaded again. */
  initial?: readonly File[]
}

/** Photos are sent as they are taken; the form then names them. */
export function PhotoField({ onUnsent, initial = [] }: PhotoFieldProps) {
  const [sending, setSending] = useState<Sending>(
    initial.length > 0 ? { state: 'kept', count: initial.length } : { state: 'none' },
  )
  const [taken, setTaken] = useState<readonly string[]>(() => initial.map((file) => URL.createObjectURL(file)))
  // Each is let go once others take its place, and with the form.
  useEffect(() => () => taken.forEach((url) => URL.revokeObjectURL(url)), [taken])
  const send = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])].slice(0, MOST_PHOTOS)
    if (files.length === 0) return
    setSending({ state: 'sending' })
    const prepared = await Promise.all(files.map(preparePhoto))
    const fit = prepared.flatMap((one) => (one.ok ? [one.file] : []))
    setTaken(fit.map((file) => URL.createObjectURL(file)))
    const refused = prepared.find((one) => !one.ok)
    if (refused) return setSending({ state: 'failed', why: refused.reason })
    const sent = await sendPhotos(fit)
    const isKept = sent === 'no answer' && onUnsent !== undefined
    onUnsent?.(isKept ? fit : [])
    setSending(
      isKept
        ? { state: 'kept', count: fit.length }
        : sent === 'no answer'
          ? { state: 'failed', why: PHOTOS_NOT_SENT }
          : sent,
    )
  }
  return (
    <Field label="Photo" optional error={sending.state === 'failed' ? sending.why : null}>
      {(wiring) => (
        <>
          <div className="flex wraps level g-3-4">
            {taken.length > 0 && sending.state !== 'failed' ? (
              <div className="ask__taken flex wraps g-2">
                {taken.map((url, index) => (
                  <div key={url} aria-busy={sending.state === 'sending' || undefined}>
                    <img
                      className="thumb block-box cover r-control bg-sunken"
                      src={url}
                      alt={taken.length > 1 ? `Your photo ${index + 1}` : 'Your photo'}
                    />
                  </div>
                ))}
              </div>
            ) : null}
            <label className="btn" htmlFor={wiring.id} aria-busy={sending.state === 'sending' || undefined}>
              <Icon of={Camera} />
              {sending.state === 'sent' || sending.state === 'kept' ? 'Take it again' : 'Take a photo'}
              <input
                {...wiring}
                className="vh"
                type="file"
                accept={PHOTO_TYPES}
                multiple
                onChange={(event) => void send(event)}
              />
            </label>
          </div>
          <output className="small">
            {sending.state === 'sent' ? `${photosText(sending.count)} ready.` : ''}
            {sending.state === 'kept' ? `No signal: ${photosText(sending.count)} on this phone.` : ''}
          </output>
          <input type="hidden" name="photosId" value={sending.state === 'sent' ? sending.id : ''} readOnly />
        </>
      )}
    </Field>
  )
}

const photosText = (count: number): string => countOf(count, 'photo')

async function sendPhotos(files: readonly File[]): Promise<Sending | 'no answer'> {
  const form = new FormData()
  for (const file of files) form.append('images', file)
  const answer = await sendFiles('/api/booking/images/', form, {})
  if (!answer || answer.status === 0) return 'no answer'
  const id = fieldsOf(answer.body)['id']
  return answer.status === 201 && typeof id === 'string'
    ? { state: 'sent', id, count: files.length }
    : { state: 'failed', why: reasonIn(answer.body, PHOTOS_NOT_SENT) }
}
