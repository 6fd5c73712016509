import { fieldsOf } from '#shared/fields-of.ts'
import { apiFetch } from '#web/kit/session/api-fetch.ts'
import { readAuthData } from '#web/kit/session/auth-data.ts'
import { reasonIn, sendFiles, type SendOptions, type SentAnswer } from './send-files.ts'

export type Uploaded = { ok: true; body: unknown } | NotUploaded

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
