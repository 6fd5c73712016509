import { getStartCode, startBooking } from '#modules/bookings/awaiting-verification/contract.ts'
import type { Call, CallResult } from '#shared/call.ts'
import type { Endpoint } from '#shared/endpoint.ts'

/** The outcome in words for the page. */
export type StartAnswer =
  | { state: 'sent' | 'started'; text: string; error?: undefined }
  | { state: 'refused'; text: string; error?: string }

/** The two forms of a booking that awaits verification: request a code, and enter it. */
export async function answerStart(call: Call, hash: string, form: FormData): Promise<StartAnswer> {
  const code = form.get('code')
  if (typeof code !== 'string') {
    const texted = await call(getStartCode, { params: { hash }, body: {} })
    return texted.ok ? { state: 'sent', text: texted.data.detail } : refusedBy(texted)
  }
  const started = await call(startBooking, { params: { hash }, body: { code } })
  return started.ok ? { state: 'started', text: started.data.detail } : refusedBy(started)
}

function refusedBy({ problem, retryAfterSeconds }: Extract<CallResult<Endpoint>, { ok: false }>): StartAnswer {
  const error = problem.errors?.code?.[0]
  const wait = retryAfterSeconds ? ` Try again in ${Math.ceil(retryAfterSeconds / 60)} min.` : ''
  return { state: 'refused', text: `${problem.detail}${wait}`, error }
}
