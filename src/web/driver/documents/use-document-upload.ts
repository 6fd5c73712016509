import { useRef, useState } from 'react'
import { useBeforeUnload, useRevalidator } from 'react-router'
import { MOST_FILES, mustExpire } from '#modules/fleet/documents/rules.ts'
import { parsePounds } from '#shared/money.ts'
import { documentFlaw, isPdf, type Document } from '#web/kit/documents/document-words.ts'
import { MOST_BYTES, preparePhoto, turnedPhoto, type Prepared } from '#web/kit/upload/photo-files.ts'
import { upload } from '#web/kit/upload/upload.ts'
import { useToast } from '#web/ui/toast-provider.tsx'
import { coverErrors, type TypedCover } from './cover-fields.tsx'
import { movedForward, pagesToSendFlaw, retaken, turned, withFiles, without, type Page } from './pages.ts'

/** What has been put together and typed. It stays until it has arrived, whatever is missing and whatever the server says. */
export function useDocumentUpload(unitId: string, document: Document, onSent: () => void) {
  const [pages, setPages] = useState<readonly Page[]>([])
  const [preparing, setPreparing] = useState(0)
  const [expiresOn, setExpiresOn] = useState('')
  const [cover, setCover] = useState<TypedCover>({ total: '', perItem: '' })
  /** By the path on the wire; `pages` for all of them together. */
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [share, setShare] = useState<number | null>(null)
  const underWay = useRef<AbortController>(null)
  const { revalidate } = useRevalidator()
  const showToast = useToast()
  useBeforeUnload((event) => {
    if (pages.length > 0) event.preventDefault()
  })

  /** The server's words are about pages as they were. */
  const change = (next: (pages: readonly Page[]) => Page[], flaw = '') => {
    setPages(next)
    setErrors((before) => ({ ...withoutPages(before), ...(flaw ? { pages: flaw } : {}) }))
  }
  const prepared = async (files: readonly File[]) => {
    setPreparing((count) => count + files.length)
    const results = await Promise.all(files.map((file) => prepare(file)))
    setPreparing((count) => count - files.length)
    const flaw = results.find((one) => !one.ok)
    return { taken: results.flatMap((one) => (one.ok ? [one.file] : [])), flaw: flaw?.ok === false ? flaw.reason : '' }
  }
  const add = async (files: readonly File[]) => {
    const { taken, flaw } = await prepared(files)
    const tooMany = withFiles(pages, taken).left > 0 ? `At most ${MOST_FILES} files for one document.` : ''
    change((before) => withFiles(before, taken).pages, flaw || tooMany)
  }
  const retake = async ({ id }: Page, file: File) => {
    const { taken, flaw } = await prepared([file])
    const [shot] = taken
    change((before) => (shot ? retaken(before, id, shot) : [...before]), flaw)
  }
  const turn = async ({ id, source, quarters }: Page) => {
    const file = await turnedPhoto(source, (quarters + 1) % 4)
    change(
      (before) => (file ? turned(before, id, file) : [...before]),
      file ? '' : 'This browser cannot rotate that photo. Take it again the right way up.',
    )
  }
  const send = async () => {
    const flaws = flawsOf(document, { pages, expiresOn, cover })
    setErrors(flaws)
    if (Object.keys(flaws).length > 0) return Object.keys(flaws)
    const calledOff = new AbortController()
    underWay.current = calledOff
    setShare(0)
    const result = await upload(
      `/api/company/working-unit/${unitId}/docs/`,
      formOf(document, { pages, expiresOn, cover }),
      { onProgress: setShare, signal: calledOff.signal },
    )
    if (!result?.ok) {
      setShare(null)
      if (result) setErrors(hasPlace(result.errors) ? result.errors : { pages: result.reason })
      return []
    }
    showToast({ title: `${document.label} sent`, text: 'We check it, usually within a day.' })
    await revalidate()
    setPages([])
    setShare(null)
    onSent()
    return []
  }
  return {
    pages,
    isPreparing: preparing > 0,
    add,
    retake,
    turn,
    forward: ({ id }: Page) => change((before) => movedForward(before, id)),
    remove: ({ id }: Page) => change((before) => without(before, id)),
    expiresOn,
    setExpiresOn,
    cover,
    setCover,
    errors,
    send,
    share,
    callOff: () => underWay.current?.abort(),
  }
}

/** Whether every sentence has a place in the form; otherwise it is said of the whole. */
const hasPlace = (errors: Record<string, string> = {}): errors is Record<string, string> =>
  Object.keys(errors).length > 0 &&
  Object.keys(errors).every((path) => /^(files(\.\d+)?|expires_on|cover_pence|cover_per_item_pence)$/.test(path))

const withoutPages = (errors: Record<string, string>) =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => !/^(pages|files)/.test(path)))

interface PutTogether {
  pages: readonly Page[]
  expiresOn: string
  cover: TypedCover
}

const hasCover = ({ kind }: Document) => kind === 'goods_in_transit'

function flawsOf(document: Document, { pages, expiresOn, cover }: PutTogether): Record<string, string> {
  const flaw = pagesToSendFlaw(document.kind, pages)
  return {
    ...(flaw ? { pages: flaw } : {}),
    ...(mustExpire(document.kind) && expiresOn === '' ? { expires_on: 'Enter the expiry date.' } : {}),
    ...(hasCover(document) ? coverErrors(cover) : {}),
  }
}

/** Fields before files: the API reads them in this order. */
function formOf(document: Document, { pages, expiresOn, cover }: PutTogether): FormData {
  const form = new FormData()
  form.append('kind', document.kind)
  if (expiresOn) form.append('expires_on', expiresOn)
  if (hasCover(document)) {
    form.append('cover_pence', String(parsePounds(cover.total)))
    form.append('cover_per_item_pence', String(parsePounds(cover.perItem)))
  }
  for (const { file } of pages) form.append('files', file, file.name)
  return form
}

async function prepare(file: File): Promise<Prepared> {
  const flaw = documentFlaw(file)
  if (flaw) return { ok: false, reason: flaw }
  if (!isPdf(file)) return preparePhoto(file)
  return file.size <= MOST_BYTES
    ? { ok: true, file }
    : { ok: false, reason: `${file.name} is larger than 10 MB. Send fewer pages, or a photo.` }
}
