import { useEffect, useState } from 'react'
import type { AnswerOf, Endpoint } from '#shared/endpoint.ts'
import { readAnswer } from './read-answer.ts'

export type Read<E extends Endpoint> = AnswerOf<E> | 'asking' | 'absent' | 'failed'

/** What a public address answers, asked for when the component is first drawn, and again if that failed. A 404 is an answer too. */
export function useRead<E extends Endpoint>(path: string): { state: Read<E>; again: () => void } {
  const [tries, setTries] = useState(0)
  const [answer, setAnswer] = useState<{ path: string; tries: number; state: Read<E> } | null>(null)
  useEffect(() => {
    const closed = new AbortController()
    const ask = async () => {
      const state = await read<E>(path, closed.signal)
      if (!closed.signal.aborted) setAnswer({ path, tries, state })
    }
    void ask()
    return () => closed.abort()
  }, [path, tries])
  const isOurs = answer?.path === path && answer.tries === tries
  return { state: isOurs ? answer.state : 'asking', again: () => setTries(tries + 1) }
}

async function read<E extends Endpoint>(path: string, signal: AbortSignal): Promise<Read<E>> {
  try {
    const response = await fetch(path, { credentials: 'omit', signal })
    if (response.ok) return await readAnswer<E>(response)
    return response.status === 404 ? 'absent' : 'failed'
  } catch {
    return 'failed'
  }
}
