import { useEffect, useState } from 'react'
import type { AnswerOf, Endpoint, Problem as Refused } from '#shared/endpoint.ts'
import { toWire } from '#shared/wire.ts'
import { apiFetch, type ApiPath, readAnswer } from '#web/kit/session/api-fetch.ts'
import { unreachable, type Answer } from './answer.ts'

const AFTER_LAST_KEY_MS = 350

interface Asked<Data> {
  answer: Answer<Data> | undefined
  isBusy: boolean
}

/**
 * Asks the API something that changes nothing, a moment after the last key; an older answer never replaces a newer one. Null while there
 * is nothing to ask. The router has no part in it: what it is doing for the page, such as reading it again after a save, goes on.
 */
export function useApiQuery<E extends Endpoint>(path: ApiPath, question: object | null): Asked<AnswerOf<E>> {
  const [latestAnswer, setHeard] = useState<{ to: string; answer: Answer<AnswerOf<E>> } | null>(null)
  const body = question && JSON.stringify(toWire(question))
  const questionKey = `${path} ${body}`
  useEffect(() => {
    if (!body) return undefined
    const stop = new AbortController()
    const ask = async () => {
      const answer = await sendQuestion<E>(path, { body, signal: stop.signal })
      if (!stop.signal.aborted) setHeard({ to: `${path} ${body}`, answer })
    }
    const timer = setTimeout(() => void ask(), AFTER_LAST_KEY_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [path, body])
  return { answer: body ? latestAnswer?.answer : undefined, isBusy: body !== null && latestAnswer?.to !== questionKey }
}

/** Posts to the API from the browser. Never rejects. */
export async function sendQuestion<E extends Endpoint>(path: ApiPath, init: RequestInit): Promise<Answer<AnswerOf<E>>> {
  try {
    const response = await apiFetch(path, { ...init, method: 'POST', headers: { 'content-type': 'application/json' } })
    if (response.ok) return { ok: true, data: await readAnswer<E>(response) }
    const { code, detail, errors, suggested } = (await response.json()) as Refused
    return { ok: false, status: response.status, code, detail, errors, suggested }
  } catch {
    // Also where a proxy answers for a server that is away.
    return unreachable
  }
}
