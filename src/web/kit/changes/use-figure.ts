// What a change will cost, while it is being described.
import { useEffect, useState } from 'react'
import type { figureChange } from '#modules/bookings/changes/contract.ts'
import type { ChangeKind } from '#modules/bookings/changes/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { parsePounds } from '#shared/money.ts'
import { apiFetch } from '#web/kit/session/api-fetch.ts'
import { readAnswer } from '#web/kit/session/read-answer.ts'

type Figured = AnswerOf<typeof figureChange>
type Figure = Figured['figure']

const NOTHING: Figured = { figure: null, nextJob: null }

interface Described {
  kind: ChangeKind
  flights: string
  extraMinutes: string
}

/** What the agreed rates make of it, and whether the next job still fits; null while nobody knows, without signal, and without a booking. */
export function useFigure(bookingId: string | null, { kind, flights, extraMinutes }: Described): Figured {
  const [known, setKnown] = useState<{ of: string; figured: Figured }>({ of: '', figured: NOTHING })
  const body = JSON.stringify({
    kind,
    ...(kind === 'floor' ? { flights: Number(flights) } : {}),
    ...(extraMinutes ? { extra_minutes: Number(extraMinutes) } : {}),
  })
  useEffect(() => {
    if (!bookingId) return undefined
    const stop = new AbortController()
    const ask = async () => {
      const answer = await apiFetch(`/api/booking/${bookingId}/change-figure/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: stop.signal,
      }).catch(() => null)
      if (!answer?.ok || stop.signal.aborted) return
      const figured = await readAnswer<typeof figureChange>(answer)
      if (!stop.signal.aborted) setKnown({ of: body, figured })
    }
    void ask()
    return () => stop.abort()
  }, [bookingId, body])
  return known.of === body ? known.figured : NOTHING
}

/** The line that would be asked for: the price that is typed, else the one by the agreed rates. */
export function lineOf(amount: string, figure: Figure): { label: string; amountPence: number } | null {
  if (amount.trim() === '') return figure
  const amountPence = parsePounds(amount)
  return amountPence === undefined ? null : { label: 'Your price', amountPence }
}
