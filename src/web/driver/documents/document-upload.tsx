import { useState } from 'react'
import { MINIMUM_COVER } from '#modules/companies/rules.ts'
import { mustExpire, sidesOf } from '#modules/fleet/documents/rules.ts'
import { parsePounds, formatPounds } from '#shared/money.ts'
import type { Document } from '#web/kit/documents/document-texts.ts'
import { PageForm, Pages } from '#web/kit/documents/page-form.tsx'
import type { ToSend } from '#web/kit/documents/document-files.tsx'
import { usePages } from '#web/kit/documents/pages.ts'
import { InputField, MoneyField } from '#web/ui/field.tsx'

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
          className="narrow"
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

interface FormValues {
  expiresOn: string
  cover: TypedCover
}

/** A document with what is printed on it; the server looks again. */
function documentToSend(
  unitId: string,
  { kind, label }: Pick<Document, 'kind' | 'label'>,
  { expiresOn, cover }: FormValues,
): ToSend {
  const hasCover = kind === 'goods_in_transit'
  return {
    path: `/api/company/working-unit/${unitId}/docs/`,
    fields: { kind, expires_on: expiresOn, ...(hasCover ? coverFields(cover) : {}) },
    places: ['expires_on', 'cover_pence', 'cover_per_item_pence'],
    flaws: {
      ...(mustExpire(kind) && expiresOn === '' ? { expires_on: 'Enter the expiry date.' } : {}),
      ...(hasCover ? coverErrors(cover) : {}),
    },
    takesPages: true,
    done: { title: `${label} sent`, text: 'We’ll check it, usually within a day.' },
  }
}

const coverFields = ({ total, perItem }: TypedCover) => ({
  cover_pence: String(parsePounds(total)),
  cover_per_item_pence: String(parsePounds(perItem)),
})

/** In pounds, as typed. */
interface TypedCover {
  total: string
  perItem: string
}

/** What is wrong, by the field's path on the wire. */
type CoverErrors = Partial<Record<'cover_pence' | 'cover_per_item_pence', string>>

interface CoverFieldsProps {
  cover: TypedCover
  onChange: (cover: TypedCover) => void
  errors: CoverErrors
}

/**
 * Cover fields that customers read before they choose. They have no names, because pounds cannot be converted to pence
 * without script.
 */
const CoverFields = ({ cover, onChange, errors }: CoverFieldsProps) => (
  <>
    <MoneyField
      label="Most it pays for a move"
      className="narrow"
      value={cover.total}
      onChange={(event) => onChange({ ...cover, total: event.target.value })}
      error={errors.cover_pence}
    />
    <MoneyField
      label="Most it pays for one item"
      hint="Enter it as shown on the policy. Customers see both."
      className="narrow"
      value={cover.perItem}
      onChange={(event) => onChange({ ...cover, perItem: event.target.value })}
      error={errors.cover_per_item_pence}
    />
  </>
)

/** What is wrong with the two amounts; the server looks again. */
function coverErrors({ total, perItem }: TypedCover): CoverErrors {
  const [move, item] = [parsePounds(total), parsePounds(perItem)]
  const { totalPence, perItemPence } = MINIMUM_COVER
  const errors: CoverErrors = {}
  if (move === undefined) errors.cover_pence = 'Enter the amount from the policy, such as 20000.'
  else if (move < totalPence) errors.cover_pence = `It has to be ${formatPounds(totalPence)} a move or more.`
  if (item === undefined) errors.cover_per_item_pence = 'Enter the amount from the policy, such as 2500.'
  else if (item < perItemPence)
    errors.cover_per_item_pence = `It has to be ${formatPounds(perItemPence)} an item or more.`
  else if (move !== undefined && item > move)
    errors.cover_per_item_pence = 'One item can’t be covered for more than the whole move.'
  return errors
}
