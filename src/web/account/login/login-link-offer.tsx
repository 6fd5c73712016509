import { useState, type MouseEvent } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { problemText } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { postSession } from '#web/kit/session/session-answers.ts'

/** Offered when logins are slowed down: a mailed link tells the owner from somebody guessing passwords. */
export function LoginLinkOffer() {
  const [outcome, setOutcome] = useState<{ text: string; isDone: boolean } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const ask = async ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    if (!form) return
    setBusy(true)
    const request = new FormData()
    request.set('email', textIn(new FormData(form), 'email'))
    const answer = await postSession('login-link', request)
    setBusy(false)
    setOutcome(
      answer.ok
        ? { text: 'Go to your email and follow the link on this device.', isDone: true }
        : { text: problemText(answer), isDone: false },
    )
  }
  return (
    <Banner tone="warn" title="Logging in is slowed down" isAlert>
      <p>Too many wrong passwords were tried. If that wasn’t you, we can email you a link to log in from here now.</p>
      {outcome ? <output>{outcome.text}</output> : null}
      {outcome?.isDone ? null : (
        <Button size="small" className="mt-2" busy={isBusy} onClick={(event) => void ask(event)}>
          Email me a link
        </Button>
      )}
    </Banner>
  )
}
