// Sends files with progress, which fetch does not report. Loaded by what uploads, never with a page.
import { fieldsOf } from '#shared/records.ts'
import { apiFetch } from '#web/kit/session/api-fetch.ts'
import { readAuthData } from '#web/kit/session/auth-data.ts'

export interface SendOptions {
  /** Called with 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

export interface SentAnswer {
  /** 0 if no answer came. */
  status: number
  body: unknown
}

const TIMEOUT_MS = 180_000

/** Answers undefined if aborted. */
export function sendFiles(
  path: `/api/${string}`,
  form: FormData,
  { onProgress, signal, accessToken }: SendOptions & { accessToken?: string },
): Promise<SentAnswer | undefined> {
  if (signal?.aborted) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    if (accessToken !== undefined) request.setRequestHeader('authorization', `Bearer ${accessToken}`)
    request.responseType = 'json'
    request.timeout = TIMEOUT_MS
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => resolve({ status: request.status, body: request.response }))
    request.addEventListener('error', () => resolve({ status: 0, body: null }))
    request.addEventListener('timeout', () => resolve({ status: 0, body: null }))
    request.addEventListener('abort', () => resolve(undefined))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}

/** The problem's text: the first field's, otherwise the general one, otherwise the given one. */
export function reasonIn(body: unknown, fallback: string): string {
  const { detail, errors } = fieldsOf(body)
  const sentences = Object.values(fieldsOf(errors)).flat()
  const reason = sentences.find((one) => typeof one === 'string') ?? detail
  return typeof reason === 'string' ? reason : fallback
}

type Uploaded = { ok: true; body: unknown } | NotUploaded

export interface NotUploaded {
  ok: false
  reason: string
  /** The first sentence about each field, by its path on the wire: `expires_on`, `files.1`. */
  errors?: Record<string, string>
}

const notSentText = 'It couldn’t be sent. Check your connection and try again.'

/** Uploads files of the signed-in person to the API with progress. Answers undefined if aborted. */
export async function upload(
  path: `/api/${string}`,
  form: FormData,
  options: SendOptions = {},
): Promise<Uploaded | undefined> {
  const send = () => sendFiles(path, form, { ...options, accessToken: readAuthData().accessToken ?? '' })
  const first = await send()
  if (first?.status !== 401) return first && resultOf(first)
  // The access token has expired: a small call renews it.
  const renewed = await apiFetch('/api/users/').catch(() => null)
  if (!renewed?.ok) return resultOf(first)
  const second = await send()
  return second && resultOf(second)
}

export function resultOf({ status, body }: SentAnswer): Uploaded {
  if (status >= 200 && status < 300) return { ok: true, body }
  return { ok: false, reason: reasonIn(body, notSentText), errors: errorsIn(body) }
}

const errorsIn = (body: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fieldsOf(fieldsOf(body)['errors'])).flatMap(([path, sentences]) => {
      const first: unknown = Array.isArray(sentences) ? sentences[0] : undefined
      return typeof first === 'string' ? [[path, first]] : []
    }),
  )

/** Hands a file to the browser, as if a link to it had been followed. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
