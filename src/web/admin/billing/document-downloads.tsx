import { Send, Table2 } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import { FileLink } from '#web/kit/files/file-link.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { focusOnArrival } from '#web/ui/focus-on-arrival.ts'
import { addressOf, FAMILIES, type BillingDocument } from './families.ts'
import type { Done } from './document.tsx'
import { mailingOf, mailingText, sentText, type Mailing } from './mailing.ts'

/** The papers of a document: to download, and to send as long as somebody has not been sent them. */
export function DocumentPapers({ document, isAsking }: { document: BillingDocument; isAsking: boolean }) {
  const { kind, id } = document
  const { toSend } = mailingOf(document)
  return (
    <>
      <FileLink path={`${FAMILIES[kind].files}/${id}/download-report/`} size="small">
        Download
      </FileLink>
      <FileLink path={`${FAMILIES[kind].files}/${id}/download-csv/`} icon={Table2} size="small">
        CSV
      </FileLink>
      {toSend.length > 0 && !isAsking ? (
        <ButtonLink to={`${addressOf(document)}?ask=send`} size="small" icon={Send} preventScrollReset>
          Send
        </ButtonLink>
      ) : null}
    </>
  )
}

/** To whom it went, or that it can go to nobody. */
export function SentTo({ document }: { document: BillingDocument }) {
  const mailing = mailingOf(document)
  const text = sentText(mailing)
  return text ? <p className="small muted num break mb-4">{text}</p> : null
}

/** Says first to whom it goes: a mail cannot be taken back. */
export function ConfirmSend({ document, answer }: { document: BillingDocument; answer: Done | undefined }) {
  const isBusy = useNavigation().formMethod === 'POST'
  const mailing = mailingOf(document)
  if (mailing.toSend.length === 0) return null
  const problem = answer && !answer.ok && answer.intent === 'send' ? answer.detail : undefined
  return (
    <section className="card stack mb-4" aria-labelledby="send">
      <h2 className="h3" id="send" ref={focusOnArrival} tabIndex={-1}>
        {`Send ${mailing.toSend.length === 1 ? FAMILIES[document.kind].paper : `${mailing.toSend.length} invoices`}?`}
      </h2>
      <p>{mailingText(document)}</p>
      <Recipients mailing={mailing} />
      {problem ? (
        <Banner tone="bad" isAlert>
          {problem}
        </Banner>
      ) : null}
      <Form method="post" className="row" preventScrollReset>
        <input type="hidden" name="intent" value="send" />
        <Button type="submit" look="primary" icon={Send} busy={isBusy}>
          {mailing.toSend.length === 1 ? 'Send' : `Send ${mailing.toSend.length}`}
        </Button>
        <ButtonLink to={addressOf(document)} preventScrollReset>
          Back
        </ButtonLink>
      </Form>
    </section>
  )
}

const MOST_SHOWN = 5

function Recipients({ mailing: { toSend, withoutAddress } }: { mailing: Mailing }) {
  const list = (
    <ul className="list small num">
      {toSend.map(({ sheetId, name, email }) => (
        <li key={sheetId} className="break">
          <b>{name}</b>, {email}
        </li>
      ))}
      {withoutAddress.map(({ sheetId, name }) => (
        <li key={sheetId} className="muted">
          {name} has no email address and gets nothing.
        </li>
      ))}
    </ul>
  )
  const count = toSend.length + withoutAddress.length
  return count > MOST_SHOWN ? <Disclosure summary={`To whom: ${toSend.length} addresses`}>{list}</Disclosure> : list
}
