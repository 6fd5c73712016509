import { useState, type FormEvent } from 'react'
import { useRevalidator } from 'react-router'
import {
  CHECK_METHOD_LABELS,
  CHECK_METHODS,
  mayExpire,
  needsFiles,
  type CheckMethod,
} from '#modules/fleet/people/rules.ts'
import { MOST_BYTES, preparePhoto } from '#web/kit/upload/photo-files.ts'
import { upload, type Uploaded } from '#web/kit/upload/upload.ts'
import { Button } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/choice.tsx'
import { FieldError, InputField } from '#web/ui/field.tsx'
import { useToast } from '#web/ui/toast-provider.tsx'
import type { Person } from './people.tsx'
import { nameOf } from './person-words.ts'

const isPdf = (file: File) => file.type === 'application/pdf' || file.name.toLowerCase().endsWith('.pdf')

/** How somebody proves the right to work; what is typed stays where it is refused. */
export function CheckForm({ person, onSent }: { person: Person; onSent: () => void }) {
  const [method, setMethod] = useState<CheckMethod>('british_or_irish_passport')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { revalidate } = useRevalidator()
  const showToast = useToast()
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    setBusy(true)
    const result = await sendCheck(person.id, method, typed)
    setBusy(false)
    setError(result?.ok === false ? result.reason : null)
    if (!result?.ok) return
    showToast({ title: 'Check sent' })
    onSent()
    await revalidate()
  }
  return (
    <form className="stack" aria-label={`Right to work of ${nameOf(person)}`} onSubmit={(event) => void send(event)}>
      <Segmented
        legend={`How ${nameOf(person)} proves the right to work`}
        name={`method-${person.id}`}
        value={method}
        onChange={setMethod}
        choices={CHECK_METHODS.map((value) => ({ value, label: CHECK_METHOD_LABELS[value] }))}
      />
      <div className="fields">
        {needsFiles(method) ? (
          <InputField
            label="Photos or a PDF of it"
            hint="The page with the photo; of a card, both sides"
            name="files"
            type="file"
            accept="image/jpeg,image/png,image/webp,image/avif,application/pdf"
            multiple
          />
        ) : (
          <>
            <InputField
              label="Share code"
              hint="Nine characters that begin with W, from GOV.UK"
              name="share_code"
              maxLength={40}
              width="half"
              autoComplete="off"
            />
            <InputField
              label="Date of birth"
              hint="Erased once the code is checked"
              name="date_of_birth"
              type="date"
              width="half"
            />
          </>
        )}
        {mayExpire(method) ? (
          <InputField
            label="Expires on"
            hint="Leave blank if there is no time limit"
            optional
            name="expires_on"
            type="date"
            width="half"
          />
        ) : null}
      </div>
      <FieldError error={error} />
      <div>
        <Button type="submit" look="primary" busy={isBusy}>
          Send the check
        </Button>
      </div>
    </form>
  )
}

async function sendCheck(personId: string, method: CheckMethod, typed: FormData): Promise<Uploaded | undefined> {
  const form = new FormData()
  form.append('method', method)
  for (const name of ['share_code', 'date_of_birth', 'expires_on']) {
    const text = typed.get(name)
    if (typeof text === 'string' && text) form.append(name, text)
  }
  for (const file of typed.getAll('files')) {
    if (typeof file === 'string' || file.size === 0) continue
    if (file.size > MOST_BYTES && isPdf(file))
      return { ok: false, reason: `${file.name} is over 10 MB. Send a smaller file.` }
    const prepared = isPdf(file) ? { ok: true as const, file } : await preparePhoto(file)
    if (!prepared.ok) return prepared
    form.append('files', prepared.file, prepared.file.name)
  }
  return upload(`/api/company/people/${personId}/check/`, form)
}
