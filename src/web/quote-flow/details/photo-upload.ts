// Sends a set of pictures in one request, with progress, which fetch cannot tell of yet.
import { fieldsOf } from '#shared/fields-of.ts'
import { PHOTOS_NOT_SENT } from '#web/kit/upload/photo-limits.ts'

export type Uploaded = { ok: true; id: string } | { ok: false; reason: string }

interface UploadOptions {
  /** Called with 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Answers undefined if it was aborted. */
export function uploadPhotos(
  files: readonly File[],
  { onProgress, signal }: UploadOptions,
): Promise<Uploaded | undefined> {
  if (signal.aborted) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/booking/images/')
    request.responseType = 'json'
    request.timeout = 120_000
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => resolve(resultOf(request.status, request.response)))
    request.addEventListener('error', () => resolve({ ok: false, reason: PHOTOS_NOT_SENT }))
    request.addEventListener('timeout', () => resolve({ ok: false, reason: PHOTOS_NOT_SENT }))
    request.addEventListener('abort', () => resolve(undefined))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    const form = new FormData()
    for (const file of files) form.append('images', file, file.name)
    request.send(form)
  })
}

/** 201 `{id}`, or the problem's text: the first field's, otherwise the general one. */
export function resultOf(status: number, answer: unknown): Uploaded {
  const { id, detail, errors } = fieldsOf(answer)
  if (status === 201 && typeof id === 'string') return { ok: true, id }
  const sentences = Object.values(fieldsOf(errors)).flat()
  const reason = sentences.find((one) => typeof one === 'string') ?? detail
  return { ok: false, reason: typeof reason === 'string' ? reason : PHOTOS_NOT_SENT }
}
