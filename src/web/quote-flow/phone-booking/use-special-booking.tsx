import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { FieldErrors } from '#shared/endpoint.ts'
import { attemptFor, isAnswered } from '../confirm/booking-answer.ts'
import type { KeyedAnswer } from '../ask.ts'
import type { RemoteData } from '../draft/draft.ts'
import { useFlow } from '../flow-context.tsx'
import { focusFirst } from '../flow-page.tsx'
import { problemFields, type SpecialRequest } from './special-request.ts'

type Booked = RemoteData['manualBooking']

/** Sends the booking: fetching, then a success or an error that can be cleared (spec §4). What was typed stays either way. */
export function useSpecialBooking() {
  const { draft, dispatch } = useFlow()
  const { submit, data, state } = useFetcher<KeyedAnswer<Booked>>({ key: 'manualBooking' })
  const [errors, setErrors] = useState<FieldErrors>({})
  const requestedKey = useRef('')
  const { error, data: booked } = draft.remote.manualBooking

  const send = (request: SpecialRequest) => {
    const key = request.quoteId ?? 'hot'
    const attempt = attemptFor(key, draft.attempt)
    setErrors({})
    requestedKey.current = key
    dispatch({ type: 'booking-sent', attempt })
    dispatch({ type: 'remote-requested', slot: 'manualBooking', key })
    void submit(JSON.stringify({ key, body: { request, attempt: attempt.key } }), {
      method: 'post',
      encType: 'application/json',
      action: '/special-booking',
      defaultShouldRevalidate: false,
    })
  }
  useEffect(() => {
    if (!data) return
    const key = data.key ?? requestedKey.current
    if (data.ok || isAnswered(data)) dispatch({ type: 'booking-answered' })
    if (data.ok) dispatch({ type: 'remote-received', slot: 'manualBooking', key, data: data.data })
    else {
      dispatch({ type: 'remote-failed', slot: 'manualBooking', key, error: data.detail })
      // The price stands no more: the next ones are fetched.
      if (['requote', 'slot_taken', 'quote_used'].includes(data.code))
        dispatch({ type: 'remote-dropped', slot: 'companyQuotes' })
      setErrors(data.errors ?? {})
      focusFirst([...Object.keys(problemFields(data.errors ?? {}).here), 'not-booked'])
    }
    // Each answer is handled once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [data])
  const clearError = () => {
    setErrors({})
    dispatch({ type: 'remote-error-cleared', slot: 'manualBooking' })
  }
  return { send, booked, error, errors, clearError, isBusy: state !== 'idle' }
}
