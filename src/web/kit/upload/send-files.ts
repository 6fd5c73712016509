// Sends files with progress, which fetch does not report. Loaded by what uploads, never with a page.
import { fieldsOf } from '#shared/fields-of.ts'

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
export function reasonIn(body: unknown, otherwise: string): string {
  const { detail, errors } = fieldsOf(body)
  const sentences = Object.values(fieldsOf(errors)).flat()
  const reason = sentences.find((one) => typeof one === 'string') ?? detail
  return typeof reason === 'string' ? reason : otherwise
}
