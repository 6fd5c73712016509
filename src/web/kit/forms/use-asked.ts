import { useEffect, useEffectEvent } from 'react'
import { useFetcher } from 'react-router'
import type { Answer } from './answer.ts'

const AFTER_LAST_KEY_MS = 350

interface Asked<Data> {
  answer: Answer<Data> | undefined
  isBusy: boolean
}

/** Asks a page's action a moment after the last key; an older answer never replaces a newer one. Null while there is nothing to ask. */
export function useAsked<Data>(action: string, question: object | null): Asked<Data> {
  const fetcher = useFetcher<Answer<Data>>()
  const sent = question && JSON.stringify(question)
  const { submit } = fetcher
  const send = useEffectEvent((body: string) => {
    void submit(body, { method: 'post', action, encType: 'application/json' })
  })
  useEffect(() => {
    if (!sent) return undefined
    const timer = setTimeout(() => send(sent), AFTER_LAST_KEY_MS)
    return () => clearTimeout(timer)
  }, [sent])
  return { answer: sent ? fetcher.data : undefined, isBusy: fetcher.state !== 'idle' }
}
