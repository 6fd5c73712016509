import { KeyRound } from 'lucide-react'
import { useFetcher } from 'react-router'
import type { Answer } from '#web/kit/forms/answer.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import type { ChangeSaid } from './change-answer.server.ts'
import './changes.css'

/** For either side, to send to the agent or solicitor who has the keys. */
export function KeysLink({ bookingId, pageAnswer }: { bookingId: string; pageAnswer?: Answer<ChangeSaid> }) {
  const { Form, data, state } = useFetcher<Answer<ChangeSaid>>({ key: 'keys-link' })
  const answer = data ?? pageAnswer
  const url = answer?.ok ? answer.data.keysUrl : undefined
  return (
    <section className="card stack" aria-labelledby="keys-link">
      <h2 className="h3" id="keys-link">
        Waiting for keys?
      </h2>
      <p className="muted">
        Send this link to the agent or solicitor. One tap there tells you both that the keys are released. It works
        until the end of the day of the move.
      </p>
      {answer && !answer.ok ? (
        <Banner tone="bad" isAlert>
          {answer.detail}
        </Banner>
      ) : null}
      {url ? (
        <output className="keys-url">
          <a href={url}>{url}</a>
        </output>
      ) : (
        <Form method="post">
          <input type="hidden" name="bookingId" value={bookingId} />
          <Button type="submit" name="intent" value="keys-link" icon={KeyRound} busy={state !== 'idle'}>
            Link for the keys
          </Button>
        </Form>
      )}
    </section>
  )
}
