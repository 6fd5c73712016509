import { useRef, useState } from 'react'
import { useBeforeUnload, useRevalidator } from 'react-router'
import { MOST_FILES } from '#modules/fleet/documents/rules.ts'
import { MOST_BYTES, preparePhoto, turnedPhoto, type Prepared } from '#web/kit/upload/photo-files.ts'
import { upload } from '#web/kit/upload/upload.ts'
import { useToast } from '#web/ui/toast-provider.tsx'
import { documentFlaw, isPdf } from './document-texts.ts'
import { movedForward, pagesToSendFlaw, retaken, turned, withFiles, without, type Page, type Sides } from './pages.ts'
import { formOf, placedErrors, type ToSend } from './to-send.ts'

/** Pages that are put together. They stay until they have arrived, whatever is missing and whatever the server says. */
export function usePages(label: string, sides: Sides = []) {
  const [pages, setPages] = useState<readonly Page[]>([])
  const [preparing, setPreparing] = useState(0)
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
      file ? '' : 'This browser can’t rotate that photo. Take it again the right way up.',
    )
  }
  /** Answers whether something has to be put right before it can be sent. */
  const send = async (what: ToSend): Promise<'flawed' | 'refused' | 'sent'> => {
    const sent = what.takesPages ? pages : []
    const flaw = what.takesPages ? pagesToSendFlaw(sides, pages) : null
    const flaws = { ...(flaw ? { pages: flaw } : {}), ...what.flaws }
    setErrors(flaws)
    if (Object.keys(flaws).length > 0) return 'flawed'
    const calledOff = new AbortController()
    underWay.current = calledOff
    setShare(0)
    const files = sent.map(({ file }) => file)
    const result = await upload(what.path, formOf(what, files), { onProgress: setShare, signal: calledOff.signal })
    if (!result?.ok) {
      setShare(null)
      if (result) setErrors(placedErrors(result, what.places))
      return 'refused'
    }
    showToast(what.done)
    await revalidate()
    setPages([])
    setShare(null)
    return 'sent'
  }
  return {
    label,
    sides,
    pages,
    isPreparing: preparing > 0,
    add,
    retake,
    turn,
    forward: ({ id }: Page) => change((before) => movedForward(before, id)),
    remove: ({ id }: Page) => change((before) => without(before, id)),
    errors,
    forgetErrors: () => setErrors({}),
    send,
    /** How much has been sent, 0 to 1; null while nothing is. */
    share,
    callOff: () => underWay.current?.abort(),
  }
}

export type PagesState = ReturnType<typeof usePages>

const withoutPages = (errors: Record<string, string>) =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => !/^(pages|files)/.test(path)))

async function prepare(file: File): Promise<Prepared> {
  const flaw = documentFlaw(file)
  if (flaw) return { ok: false, reason: flaw }
  if (!isPdf(file)) return preparePhoto(file)
  return file.size <= MOST_BYTES
    ? { ok: true, file }
    : { ok: false, reason: `${file.name} is larger than 10 MB. Send fewer pages, or a photo.` }
}
