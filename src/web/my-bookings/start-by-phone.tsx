import { useFetcher } from 'react-router'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/field.tsx'
import type { StartAnswer } from './start-by-phone.server.ts'

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
