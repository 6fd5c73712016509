import { Camera, Upload, X } from 'lucide-react'
import { useRef, useState, type ChangeEvent, type DragEvent } from 'react'
import { useRevalidator } from 'react-router'
import { MINIMUM_COVER } from '#modules/companies/rules.ts'
import { MOST_FILES, mustExpire } from '#modules/fleet/documents/rules.ts'
import { formatPounds, parsePounds } from '#shared/money.ts'
import { MOST_BYTES, preparePhoto } from '#web/kit/upload/photo-files.ts'
import { upload } from '#web/kit/upload/upload.ts'
import { buttonClass, IconButton } from '#web/ui/button.tsx'
import { FieldError, InputField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useToast } from '#web/ui/toast-provider.tsx'
import { isPdf, documentFlaw, type Document } from '#web/kit/documents/document-words.ts'

interface DocumentUploadProps {
  unitId: string
  document: Document
  registration: string
  onSent: () => void
}

const pictures = 'image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif'

/** The day it expires, then the camera or a file. It is sent as soon as it is chosen. */
export function DocumentUpload({ unitId, document, registration, onSent }: DocumentUploadProps) {
  const needsDay = mustExpire(document.kind)
  const { send, callOff, share, name, error, dayError, expiresOn, setExpiresOn, cover, setCover, coverError } =
    useDocumentUpload(unitId, document, onSent)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])]
    event.target.value = ''
    void send(files)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void send([...event.dataTransfer.files])
  }
  if (share !== null) return <Sending name={name} share={share} onStop={callOff} />
  return (
    <>
      {needsDay || document.kind === 'driving_licence' || document.kind === 'right_to_work' ? (
        <InputField
          label="Expires on"
          optional={!needsDay}
          className="doc__day"
          type="date"
          value={expiresOn}
          onChange={(event) => setExpiresOn(event.target.value)}
          error={dayError}
        />
      ) : null}
      {document.kind === 'goods_in_transit' ? (
        <CoverFields cover={cover} onChange={setCover} error={coverError} />
      ) : null}
      {/* Dropping is a shortcut for the buttons inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className="drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <span className="drop__wide">
          <b>Drop the document here</b>
          <br />
          <span className="drop__hint">JPEG, PNG, WebP, AVIF or PDF, up to 10 MB</span>
        </span>
        <div className="drop__btns">
          <label className={buttonClass({}, 'drop__cam')}>
            <Icon of={Camera} />
            Take a photo
            <input
              type="file"
              accept="image/*"
              capture="environment"
              aria-label={`${document.label}: take a photo`}
              onChange={choose}
            />
          </label>
          <label className={buttonClass({})}>
            <Icon of={Upload} />
            Choose a file
            <input
              type="file"
              multiple
              accept={`${pictures},application/pdf`}
              aria-label={`${document.label}: choose a file`}
              onChange={choose}
            />
          </label>
        </div>
        <span className="drop__hint drop__cam">Or a PDF, up to 10 MB. Get all four corners in.</span>
      </div>
      {document.kind === 'hire_and_reward' || document.kind === 'v5c' ? (
        <p className="small muted">It has to name {registration}.</p>
      ) : null}
      <FieldError error={error} />
    </>
  )
}

/** In pounds, as typed. */
interface TypedCover {
  total: string
  perItem: string
}

interface CoverFieldsProps {
  cover: TypedCover
  onChange: (cover: TypedCover) => void
  error: string | null
}

/** Customers read these two before they choose. */
const CoverFields = ({ cover, onChange, error }: CoverFieldsProps) => (
  <>
    <InputField
      label="Pays at most for a move, in pounds"
      className="doc__day"
      inputMode="decimal"
      inputClass="num"
      value={cover.total}
      onChange={(event) => onChange({ ...cover, total: event.target.value })}
      error={error}
    />
    <InputField
      label="Pays at most for one item, in pounds"
      hint="As the policy says. Customers see both."
      className="doc__day"
      inputMode="decimal"
      inputClass="num"
      value={cover.perItem}
      onChange={(event) => onChange({ ...cover, perItem: event.target.value })}
    />
  </>
)

/** What is wrong with the two amounts, in a sentence; the server looks again. */
function coverFlaw({ total, perItem }: TypedCover): string | null {
  const [move, item] = [parsePounds(total), parsePounds(perItem)]
  if (move === undefined || item === undefined) return 'Enter both amounts from the policy first, such as 20000.'
  const { totalPence, perItemPence } = MINIMUM_COVER
  return move < totalPence || item < perItemPence || item > move
    ? `It has to be ${formatPounds(totalPence)} a move and ${formatPounds(perItemPence)} an item, or more.`
    : null
}

function useDocumentUpload(unitId: string, document: Document, onSent: () => void) {
  const [share, setShare] = useState<number | null>(null)
  const [name, setName] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [dayError, setDayError] = useState<string | null>(null)
  const [expiresOn, setExpiresOn] = useState('')
  const [cover, setCover] = useState<TypedCover>({ total: '', perItem: '' })
  const [coverError, setCoverError] = useState<string | null>(null)
  const underWay = useRef<AbortController>(null)
  const { revalidate } = useRevalidator()
  const showToast = useToast()
  const send = async (chosen: readonly File[]) => {
    if (chosen.length === 0) return
    const isDayMissing = mustExpire(document.kind) && expiresOn === ''
    setDayError(isDayMissing ? 'Enter the day it expires first.' : null)
    const flaw = document.kind === 'goods_in_transit' ? coverFlaw(cover) : null
    setCoverError(flaw)
    setError(null)
    if (isDayMissing || flaw) return
    const calledOff = new AbortController()
    underWay.current = calledOff
    setName(chosen.length === 1 ? (chosen[0]?.name ?? '') : `${chosen.length} files`)
    setShare(0)
    const form = await formOf(document, { expiresOn, cover }, chosen)
    const result =
      form instanceof FormData
        ? await upload(`/api/company/working-unit/${unitId}/docs/`, form, {
            onProgress: setShare,
            signal: calledOff.signal,
          })
        : form
    setShare(null)
    if (!result) return
    setError(result.ok ? null : result.reason)
    if (!result.ok) return
    showToast({ title: `${document.label} sent`, text: 'We check it, usually within a day.' })
    await revalidate()
    onSent()
  }
  const callOff = () => underWay.current?.abort()
  return { send, callOff, share, name, error, dayError, expiresOn, setExpiresOn, cover, setCover, coverError }
}

/** Fields before files: the API reads them in this order. */
async function formOf(
  document: Document,
  { expiresOn, cover }: { expiresOn: string; cover: TypedCover },
  chosen: readonly File[],
) {
  if (chosen.length > MOST_FILES) return { ok: false as const, reason: `At most ${MOST_FILES} files for one document.` }
  const form = new FormData()
  form.append('kind', document.kind)
  if (expiresOn) form.append('expires_on', expiresOn)
  if (document.kind === 'goods_in_transit') {
    form.append('cover_pence', String(parsePounds(cover.total)))
    form.append('cover_per_item_pence', String(parsePounds(cover.perItem)))
  }
  for (const file of chosen) {
    const prepared = await prepare(file)
    if (!prepared.ok) return prepared
    form.append('files', prepared.file, prepared.file.name)
  }
  return form
}

async function prepare(file: File): Promise<{ ok: true; file: File } | { ok: false; reason: string }> {
  const flaw = documentFlaw(file)
  if (flaw) return { ok: false, reason: flaw }
  if (!isPdf(file)) return preparePhoto(file)
  return file.size <= MOST_BYTES
    ? { ok: true, file }
    : { ok: false, reason: `${file.name} is larger than 10 MB. Send fewer pages, or a photo.` }
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
