import { useFetcher } from 'react-router'
import { getStartCode, startBooking } from '#modules/bookings/waiting/contract.ts'
import type { Call, CallResult } from '#shared/call.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/field.tsx'

/** What came of it, in words for the page. */
export type StartAnswer =
  | { state: 'sent' | 'started'; text: string; error?: undefined }
  | { state: 'refused'; text: string; error?: string }

/** The two forms of a booking that waits: text me a code, and here it is. */
export async function answerStart(call: Call, hash: string, form: FormData): Promise<StartAnswer> {
  const code = form.get('code')
  if (typeof code !== 'string') {
    const sent = await call(getStartCode, { params: { hash }, body: {} })
    return sent.ok ? { state: 'sent', text: sent.data.detail } : refusedBy(sent)
  }
  const started = await call(startBooking, { params: { hash }, body: { code } })
  return started.ok ? { state: 'started', text: started.data.detail } : refusedBy(started)
}

function refusedBy({ problem, retryAfterSeconds }: Extract<CallResult<Endpoint>, { ok: false }>): StartAnswer {
  const error = problem.errors?.code?.[0]
  const wait = retryAfterSeconds ? ` Try again in ${Math.ceil(retryAfterSeconds / 60)} min.` : ''
  return { state: 'refused', text: `${problem.detail}${wait}`, error }
}

/** For whoever has the phone at hand and not the mailbox. The page's own answer says what is booked afterwards. */
export function StartByPhone({ answered }: { answered?: StartAnswer }) {
  const asking = useFetcher<StartAnswer>({ key: 'start-code' })
  const starting = useFetcher<StartAnswer>({ key: 'start-booking' })
  // Without script the page itself comes back with the answer.
  const asked = asking.data ?? answered
  const tried = starting.data
  const refused = [tried, asked].find((one) => one?.state === 'refused' && !one.error)
  const error = tried?.error ?? (answered?.error && !tried ? answered.error : undefined)
  return (
    <section className="card stack" aria-labelledby="by-phone">
      <h2 className="h3" id="by-phone">
        No mail at hand?
      </h2>
      <p className="muted">
        We can text a code to the number that you gave. It sends the booking off; your email stays unconfirmed until you
        follow its link, and the booking is not in My Bookings before that.
      </p>
      {refused ? (
        <Banner tone="bad" isAlert>
          {refused.text}
        </Banner>
      ) : null}
      <asking.Form method="post">
        <Button type="submit" busy={asking.state !== 'idle'}>
          {asked ? 'Text me another code' : 'Text me a code'}
        </Button>
        <output className="small mt-2">{asked?.state === 'sent' ? asked.text : ''}</output>
      </asking.Form>
      {asked ? (
        <starting.Form method="post" className="stack" noValidate>
          <InputField
            label="Code from the text"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            inputClass="num"
            maxLength={10}
            error={error}
          />
          <Button type="submit" look="primary" busy={starting.state !== 'idle'}>
            Send my booking off
          </Button>
        </starting.Form>
      ) : null}
    </section>
  )
}
