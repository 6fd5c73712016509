import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { MOST_ITEMS } from '#modules/bookings/claims/rules.ts'
import { countOf } from '#shared/count-of.ts'
import { fieldsOf } from '#shared/fields-of.ts'
import { errorAt, formProblemOf, type Answer } from '#web/kit/forms/answer.ts'
import { preparePhoto } from '#web/kit/upload/photo-files.ts'
import { PHOTOS_NOT_SENT } from '#web/kit/upload/photo-limits.ts'
import { reasonIn, sendFiles } from '#web/kit/upload/send-files.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, MoneyField, TextareaField } from '#web/ui/field.tsx'

/** The rows there are before any is added, so that it works without script. */
const FIRST_ROWS = 2

export function ClaimForm({ answer }: { answer: Answer | undefined }) {
  const isBusy = useNavigation().formMethod === 'POST'
  const [rows, setRows] = useState(FIRST_ROWS)
  const problem = formProblemOf(answer)
  return (
    <Form method="post" className="stack" noValidate>
      {problem ? (
        <Banner tone="bad" isAlert>
          {problem}
        </Banner>
      ) : null}
      {Array.from({ length: rows }, (_, index) => (
        <ItemFields key={index} index={index} answer={answer} />
      ))}
      <div className="row">
        {rows < MOST_ITEMS ? <Button onClick={() => setRows(rows + 1)}>Add another item</Button> : null}
        <Button type="submit" look="primary" busy={isBusy}>
          Send the claim
        </Button>
      </div>
    </Form>
  )
}

function ItemFields({ index, answer }: { index: number; answer: Answer | undefined }) {
  const at = (field: string) => errorAt(answer, `items.${index}.${field}`)
  return (
    <fieldset className="card stack claim-row">
      <legend className="vh">Thing {index + 1}</legend>
      <TextareaField
        label={`Thing ${index + 1}: what it is and what happened`}
        name="words"
        optional={index > 0}
        rows={3}
        maxLength={1000}
        error={at('words')}
      />
      <MoneyField label="Amount you’re claiming" name="amount" error={at('asked_pence')} />
      <PhotoField error={at('photos_id')} />
    </fieldset>
  )
}

/** Sent as soon as they are chosen. Without script a claim has no photos. */
function PhotoField({ error }: { error: string | undefined }) {
  const [sent, setSent] = useState<{ id: string; count: number } | null>(null)
  const [reason, setReason] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const send = async (files: readonly File[]) => {
    setSending(true)
    setReason(null)
    const result = await sendPhotos(files).catch(() => PHOTOS_NOT_SENT)
    setSending(false)
    if (typeof result === 'string') setReason(result)
    else setSent({ id: result.id, count: files.length })
  }
  const said = isSending ? 'Sending…' : sent ? `${countOf(sent.count, 'photo')} added` : null
  return (
    <Field label="Photos" optional error={reason ?? error}>
      {(wiring) => (
        <>
          <input
            {...wiring}
            className="input"
            type="file"
            accept="image/*"
            multiple
            onChange={({ currentTarget: { files } }) => {
              if (files && files.length > 0) void send([...files])
            }}
          />
          <input type="hidden" name="photosId" value={sent?.id ?? ''} />
          <output className="small muted">{said}</output>
        </>
      )}
    </Field>
  )
}

async function sendPhotos(files: readonly File[]): Promise<{ id: string } | string> {
  const form = new FormData()
  for (const file of files) {
    const prepared = await preparePhoto(file)
    if (!prepared.ok) return prepared.reason
    form.append('images', prepared.file, prepared.file.name)
  }
  const answer = await sendFiles('/api/booking/images/', form, {})
  const { id } = fieldsOf(answer?.body)
  return answer?.status === 201 && typeof id === 'string' ? { id } : reasonIn(answer?.body, PHOTOS_NOT_SENT)
}
