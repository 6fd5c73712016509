import { fieldsOf } from '#shared/fields-of.ts'
import { apiFetch } from '#web/kit/session/api-fetch.ts'
import { readAuthData } from '#web/kit/session/auth-data.ts'

export type Uploaded = { ok: true } | NotUploaded

export interface NotUploaded {
  ok: false
  reason: string
  /** The first sentence about each field, by its path on the wire: `expires_on`, `files.1`. */
  errors?: Record<string, string>
}

interface UploadOptions {
  /** Called with 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

const notSentText = 'It could not be sent. Check your connection and try again.'

/** Uploads files to the API with progress, which fetch does not report. Answers undefined if aborted. */
export async function upload(
  path: `/api/${string}`,
  form: FormData,
  options: UploadOptions = {},
): Promise<Uploaded | undefined> {
  const first = await send(path, form, options)
  if (first?.status !== 401) return first && resultOf(first)
  // The access token has expired: a small call renews it.
  const renewed = await apiFetch('/api/users/').catch(() => null)
  if (!renewed?.ok) return resultOf(first)
  const second = await send(path, form, options)
  return second && resultOf(second)
}

interface Answer {
  status: number
  body: unknown
}

function send(path: string, form: FormData, { onProgress, signal }: UploadOptions): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.setRequestHeader('authorization', `Bearer ${readAuthData().accessToken ?? ''}`)
    request.responseType = 'json'
    request.timeout = 180_000
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => resolve({ status: request.status, body: request.response }))
    request.addEventListener('error', () => resolve({ status: 0, body: null }))
    request.addEventListener('timeout', () => resolve({ status: 0, body: null }))
    request.addEventListener('abort', () => resolve(undefined))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

/** The problem's text: the first field's, otherwise the general one. */
export function resultOf({ status, body }: Answer): Uploaded {
  if (status >= 200 && status < 300) return { ok: true }
  const fields = fieldsOf(body)
  const errors = Object.fromEntries(
    Object.entries(fieldsOf(fields['errors'])).flatMap(([path, sentences]) => {
      const first: unknown = Array.isArray(sentences) ? sentences[0] : undefined
      return typeof first === 'string' ? [[path, first]] : []
    }),
  )
  const reason = Object.values(errors)[0] ?? fields['detail']
  return { ok: false, reason: typeof reason === 'string' ? reason : notSentText, errors }
}
