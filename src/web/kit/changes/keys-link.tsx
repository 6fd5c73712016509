import { KeyRound, Copy, MessageSquare, Share } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { LONGEST_NAME } from '#modules/bookings/changes/rules.ts'
import { errorAt, type Answer } from '#web/kit/forms/answer.ts'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/badge.tsx'
import type { ChangeActionNotice } from './change-answer.server.ts'
import { keysFor, keysTitle, keysLinkText, type KeysLinkShown } from './change-texts.ts'
import './changes.css'
import './changes.css'

interface KeysLinksProps {
  bookingId: string
  /** Latest first. */
  links: readonly KeysLinkShown[]
  side: 'customer' | 'mover'
  pageAnswer?: Answer<ChangeActionNotice>
}

/** For either side, to send to the agents or solicitors who have the keys. */
export function KeysLinks({ bookingId, links: loaded, side, pageAnswer }: KeysLinksProps) {
  const { Form, data, state } = useFetcher<Answer<ChangeActionNotice>>({ key: 'keys-link' })
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (data?.ok) form.current?.reset()
  }, [data])
  const answer = data ?? pageAnswer
  const links = withAnswered(loaded, answer)
  const isReleased = links.some(({ releasedAt }) => releasedAt)
  return (
    <section className="card stack" aria-labelledby="keys-link">
      <h2 className="h3" id="keys-link">
        {keysTitle(links)}
      </h2>
      {isReleased ? null : (
        <p className="muted">
          Send a link to the agent or solicitor. One tap there tells you both that the keys are released.
        </p>
      )}
      <ProblemBanner text={answer && !answer.ok && !answer.errors && answer.detail} />
      {links.length > 0 ? (
        <ul className="keys-links cells g-4 plain" aria-label="Links for the keys">
          {links.map((link) => (
            <li key={link.id} className="stack">
              <div>
                <b className="long">{keysFor(link)}</b>
                <p className="small muted num">{keysLinkText(link, side)}</p>
              </div>
              {link.url && !isReleased ? (
                <>
                  <output className="keys-url break">
                    <a href={link.url}>{link.url}</a>
                  </output>
                  <SendAddress title="Keys for the move" address={link.url} />
                </>
              ) : null}
              {link.withdrawnAt || isReleased ? null : <Withdraw bookingId={bookingId} link={link} />}
            </li>
          ))}
        </ul>
      ) : null}
      {isReleased ? null : (
        <Form method="post" className="stack" ref={form} noValidate>
          <input type="hidden" name="bookingId" value={bookingId} />
          <InputField
            label="Who is it for?"
            name="forName"
            hint="A name or a firm. You’ll both see it here, and it’s kept in the day’s record."
            maxLength={LONGEST_NAME}
            autoComplete="off"
            optional
            error={errorAt(answer, 'for_name')}
          />
          <div className="row">
            <Button type="submit" name="intent" value="keys-link" icon={KeyRound} busy={state !== 'idle'}>
              {links.length > 0 ? 'New key link' : 'Get a key link'}
            </Button>
          </div>
        </Form>
      )}
    </section>
  )
}

/** By the card's fetcher, so that the card hears the answer. */
function Withdraw({ bookingId, link }: { bookingId: string; link: KeysLinkShown }) {
  const { Form, formData, state } = useFetcher<Answer<ChangeActionNotice>>({ key: 'keys-link' })
  const isBusy = state !== 'idle' && formData?.get('keysLinkId') === link.id
  return (
    <Form method="post">
      <input type="hidden" name="bookingId" value={bookingId} />
      <input type="hidden" name="keysLinkId" value={link.id} />
      <Button
        type="submit"
        size="small"
        name="intent"
        value="withdraw-keys-link"
        busy={isBusy}
        aria-label={`Withdraw the link: ${keysFor(link)}`}
      >
        Withdraw
      </Button>
    </Form>
  )
}

/** What was just made or withdrawn, also where the page could not be read again. */
function withAnswered(
  loaded: readonly KeysLinkShown[],
  answer: Answer<ChangeActionNotice> | undefined,
): KeysLinkShown[] {
  const changed = answer?.ok ? answer.data.keysLink : undefined
  if (!changed) return [...loaded]
  if (!loaded.some(({ id }) => id === changed.id)) return [changed, ...loaded]
  return loaded.map((link) => (link.id === changed.id && !link.releasedAt && !link.withdrawnAt ? changed : link))
}

/** The ways in which a phone passes an address on. */
function SendAddress({ title, address }: { title: string; address: string }) {
  const [copyMessage, setCopyMessage] = useState('')
  const copy = async () => {
    const isCopied = await navigator.clipboard?.writeText(address).then(
      () => true,
      () => false,
    )
    setCopyMessage(isCopied ? 'Copied.' : 'Not copied. Hold the link to copy it.')
  }
  // Who closes the sheet of their phone has chosen so.
  const share = () => void navigator.share({ title, url: address }).catch(() => undefined)
  return (
    <div className="keys3 cells g-2">
      <Button className="with-script" icon={Copy} onClick={() => void copy()}>
        Copy
      </Button>
      <Button
        className="with-script"
        icon={Share}
        onClick={share}
        hidden={typeof navigator === 'undefined' || !('share' in navigator)}
      >
        Share
      </Button>
      <a className="btn" href={`sms:?&body=${encodeURIComponent(`${title}: ${address}`)}`}>
        <Icon of={MessageSquare} />
        Text
      </a>
      <output className="small across">{copyMessage}</output>
    </div>
  )
}

/** A code on the driver's screen, by which the customer finds their own page. */
export function ScreenCode({
  bookingId,
  pageAnswer,
}: {
  bookingId: string
  pageAnswer?: Answer<ChangeActionNotice> | undefined
}) {
  const { Form, data, state } = useFetcher<Answer<ChangeActionNotice>>({ key: 'screen-code' })
  const answer = data ?? pageAnswer
  const code = answer?.ok ? answer.data.screenCode : undefined
  return (
    <section className="card stack" aria-labelledby="screen-code">
      <h2 className="h3" id="screen-code">
        Customer without their link?
      </h2>
      <p className="muted">
        Show them a code. They type it at /day-code on their own phone, and log in there or get a code by text.
      </p>
      <ProblemBanner text={data && !data.ok && data.detail} />
      {code ? <output className="h2 num">{code}</output> : null}
      <Form method="post">
        <input type="hidden" name="bookingId" value={bookingId} />
        <Button type="submit" name="intent" value="screen-code" busy={state !== 'idle'}>
          {code ? 'Another code' : 'Show a code'}
        </Button>
      </Form>
    </section>
  )
}
