import { useState } from 'react'
import { mustExpire, sidesOf } from '#modules/fleet/documents/rules.ts'
import type { Document } from '#web/kit/documents/document-texts.ts'
import { PageForm, Pages } from '#web/kit/documents/page-form.tsx'
import { usePages } from '#web/kit/documents/use-pages.ts'
import { InputField } from '#web/ui/field.tsx'
import { CoverFields, type TypedCover } from './cover-fields.tsx'
import { documentToSend } from './document-to-send.ts'

interface DocumentUploadProps {
  unitId: string
  document: Document
  registration: string
  onSent: () => void
}

/** Take the pages, look at them, then what is printed on them, then send. */
export function DocumentUpload({ unitId, document, registration, onSent }: DocumentUploadProps) {
  const needsDay = mustExpire(document.kind)
  const [expiresOn, setExpiresOn] = useState('')
  const [cover, setCover] = useState<TypedCover>({ total: '', perItem: '' })
  const state = usePages(document.label, sidesOf(document.kind))
  return (
    <PageForm
      state={state}
      action={`/settings/driving-profile/documents/${unitId}`}
      name={`Send ${document.label}`}
      send={
        <>
          Send<span className="vh"> {document.label}</span>
        </>
      }
      what={documentToSend(unitId, document, { expiresOn, cover })}
      onSent={onSent}
    >
      <input type="hidden" name="kind" value={document.kind} />
      <Pages state={state} />
      {document.kind === 'hire_and_reward' || document.kind === 'v5c' ? (
        <p className="small muted">It must show {registration}.</p>
      ) : null}
      {needsDay || document.kind === 'driving_licence' || document.kind === 'right_to_work' ? (
        <InputField
          label="Expires on"
          name="expires_on"
          optional={!needsDay}
          className="doc__day"
          type="date"
          value={expiresOn}
          onChange={(event) => setExpiresOn(event.target.value)}
          error={state.errors['expires_on']}
        />
      ) : null}
      {document.kind === 'goods_in_transit' ? (
        <CoverFields cover={cover} onChange={setCover} errors={state.errors} />
      ) : null}
    </PageForm>
  )
}
