import { Camera } from 'lucide-react'
import { useState, type ChangeEvent } from 'react'
import { fieldsOf } from '#shared/fields-of.ts'
import { MOST_PHOTOS, PHOTO_TYPES, PHOTOS_NOT_SENT } from '#web/kit/upload/photo-limits.ts'
import { preparePhoto } from '#web/kit/upload/photo-files.ts'
import { Field } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'

type Sending =
  | { state: 'none' | 'sending' }
  | { state: 'sent'; id: string; count: number }
  | { state: 'failed'; why: string }

/** Photos are sent as they are taken; the form then names them. */
export function PhotoField() {
  const [sending, setSending] = useState<Sending>({ state: 'none' })
  const send = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])].slice(0, MOST_PHOTOS)
    if (files.length === 0) return
    setSending({ state: 'sending' })
    setSending(await sendPhotos(files))
  }
  return (
    <Field label="Photo" optional error={sending.state === 'failed' ? sending.why : null}>
      {(wiring) => (
        <>
          <label className="btn" htmlFor={wiring.id} aria-busy={sending.state === 'sending' || undefined}>
            <Icon of={Camera} />
            {sending.state === 'sent' ? 'Take it again' : 'Take a photo'}
            <input
              {...wiring}
              className="vh"
              type="file"
              accept={PHOTO_TYPES}
              multiple
              onChange={(event) => void send(event)}
            />
          </label>
          <output className="small">
            {sending.state === 'sent' ? `${sending.count} ${sending.count === 1 ? 'photo' : 'photos'} ready.` : ''}
          </output>
          <input type="hidden" name="photosId" value={sending.state === 'sent' ? sending.id : ''} readOnly />
        </>
      )}
    </Field>
  )
}

async function sendPhotos(files: readonly File[]): Promise<Sending> {
  const form = new FormData()
  for (const file of files) {
    const prepared = await preparePhoto(file)
    if (!prepared.ok) return { state: 'failed', why: prepared.reason }
    form.append('images', prepared.file)
  }
  const { reasonIn, sendFiles } = await import('#web/kit/upload/send-files.ts')
  const answer = await sendFiles('/api/booking/images/', form, {})
  const id = fieldsOf(answer?.body)['id']
  return answer?.status === 201 && typeof id === 'string'
    ? { state: 'sent', id, count: files.length }
    : { state: 'failed', why: reasonIn(answer?.body, PHOTOS_NOT_SENT) }
}
