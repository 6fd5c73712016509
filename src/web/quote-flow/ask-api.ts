// How the flow asks the server: the draft is submitted as JSON to the action of the step, which calls the API.
import { useCallback, useEffect, type Dispatch } from 'react'
import { useFetcher } from 'react-router'
import type { FieldErrors } from '#shared/endpoint.ts'
import { unreachable } from '#web/kit/forms/unreachable.ts'
import type { DraftAction, RemoteData } from './draft/draft.ts'

/** What went wrong, as far as a screen needs to know. */
export interface AskProblem {
  status: number
  code: string
  detail: string
  errors?: FieldErrors
}

/** `key` names the order that was asked about, and comes back with the answer. */
export type Answered<T> = { key: string } & ({ ok: true; data: T } | { ok: false; problem: AskProblem })

/** Nothing came back: no network, or a server that is being restarted. */
const noAnswer: AskProblem = { status: 0, code: unreachable.code, detail: unreachable.detail }

/** An answer for every case, so that a step never turns into the error screen with somebody's move on it. */
export async function orNoAnswer<T>(key: string, ask: () => Promise<Answered<T>>): Promise<Answered<T>> {
  try {
    return await ask()
  } catch {
    return { key, ok: false, problem: noAnswer }
  }
}

export async function keyOf(request: Request): Promise<string> {
  const { key } = (await request.clone().json()) as { key: string }
  return key
}

type AskedSlot = 'companyQuotes' | 'routeDetails'

/** Asks for one slot of the draft. A second question replaces one that is still open. */
export function useAsk(
  slot: AskedSlot,
  dispatch: Dispatch<DraftAction>,
  onProblem: (key: string, problem: AskProblem) => void,
) {
  const { submit, data } = useFetcher<Answered<RemoteData[AskedSlot]>>({ key: slot })
  useEffect(() => {
    if (!data) return
    if (data.ok) dispatch({ type: 'remote-received', slot, key: data.key, data: data.data } as DraftAction)
    else {
      dispatch({ type: 'remote-failed', slot, key: data.key, error: data.problem.detail })
      onProblem(data.key, data.problem)
    }
    // An answer is taken once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [data])
  return useCallback(
    (action: string, key: string, body: unknown) => {
      dispatch({ type: 'remote-requested', slot, key })
      void submit(JSON.stringify({ key, body }), {
        method: 'post',
        encType: 'application/json',
        action,
        defaultShouldRevalidate: false,
      })
    },
    [dispatch, slot, submit],
  )
}
