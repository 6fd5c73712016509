// How the flow queries the server: the draft is submitted as JSON to the step's action, which calls the API.
import { startTransition, useCallback, useEffect, useRef, type Dispatch } from 'react'
import { isRouteErrorResponse, useFetcher } from 'react-router'
import { noAnswerOf, type Answer, type Problem } from '#web/kit/forms/answer.ts'
import type { DraftAction, RemoteData } from './draft/draft.ts'

/** `key` identifies the order the question was about; it is returned with the answer. Null where none came: it was the last one asked. */
export type KeyedAnswer<T> = { key: string | null } & Answer<T>

/** Never rejects, so that a step with a move on it never becomes the error screen. */
export async function orNoAnswer<T>(ask: () => Promise<KeyedAnswer<T>>): Promise<KeyedAnswer<T>> {
  try {
    return await ask()
  } catch (error) {
    return { key: null, ...noAnswerOf(isRouteErrorResponse(error) ? error.status : 0) }
  }
}

type AskableSlot = 'companyQuotes' | 'routeDetails'

/** Fetches one slot of the draft. A second question replaces one still unanswered. */
export function useAsk(
  slot: AskableSlot,
  dispatch: Dispatch<DraftAction>,
  onProblem: (key: string, problem: Problem) => void,
) {
  const { submit, data } = useFetcher<KeyedAnswer<RemoteData[AskableSlot]>>({ key: slot })
  const asked = useRef('')
  useEffect(() => {
    if (!data) return
    const key = data.key ?? asked.current
    // Drawn in slices: many prices are much to draw.
    startTransition(() => {
      if (data.ok) dispatch({ type: 'remote-received', slot, key, data: data.data } as DraftAction)
      else {
        dispatch({ type: 'remote-failed', slot, key, error: data.detail })
        onProblem(key, data)
      }
    })
    // Each answer is handled once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [data])
  return useCallback(
    (action: string, key: string, body: unknown) => {
      dispatch({ type: 'remote-requested', slot, key })
      // By itself: the page is often drawn in the same moment.
      setTimeout(() => {
        asked.current = key
        void submit(JSON.stringify({ key, body }), {
          method: 'post',
          encType: 'application/json',
          action,
          defaultShouldRevalidate: false,
        })
      })
    },
    [dispatch, slot, submit],
  )
}
