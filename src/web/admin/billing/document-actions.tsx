import { Save, Trash2, Send, Table2 } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import { FileLink } from '#web/kit/upload/file-link.tsx'
import { ProblemBanner, Disclosure } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { focusOnArrival } from '#web/ui/focus.ts'
import { savingText, titleOf } from './billing-texts.ts'
import type { Done } from './document.tsx'
import { addressOf, FAMILIES, type BillingDocument } from './families.ts'
import { mailingOf, mailingText, sentText, type Mailing } from './mailing.ts'

/** What has to be confirmed before it is done. */
export type Ask = 'save' | 'discard' | 'delete' | 'send'

/** What can be done with a document. Saving and discarding say first what follows. */
export function DocumentActions({ document, isAsking }: { document: BillingDocument; isAsking: boolean }) {
  const { status, billedBy, isPartlyBilled } = document
  return (
    <div className="row gap-2">
      <DocumentDownloads document={document} isAsking={isAsking} />
      {status === 'draft' && !isAsking ? (
        <>
          <ButtonLink to={`${addressOf(document)}?ask=discard`} size="small" icon={Trash2} preventScrollReset>
            Discard
          </ButtonLink>
          {billedBy.length === 0 || isPartlyBilled ? (
            <ButtonLink
              to={`${addressOf(document)}?ask=save`}
              size="small"
              look="primary"
              icon={Save}
              preventScrollReset
            >
              Save
            </ButtonLink>
          ) : null}
        </>
      ) : null}
    </div>
  )
}

interface ConfirmProps {
  document: BillingDocument
  ask: 'save' | 'discard'
  answer: Done | undefined
}

export function Confirm({ document, ask, answer }: ConfirmProps) {
  const { kind, version, corrections } = document
  const { noun } = FAMILIES[kind]
  const isBusy = useNavigation().formMethod === 'POST'
  const title = titleOf(document)
  const texts = {
    save: { ask: `Save this ${noun}?`, follows: savingText(document), act: 'Save and number' },
    discard: {
      ask: `Discard this draft?`,
      follows: `${title} is thrown away${corrections.length > 0 ? ' with its corrections' : ''}. Its bookings can be put on a fresh draft at any time.`,
      act: 'Discard the draft',
    },
  }[ask]
  return (
    <section className="card stack mb-4" aria-labelledby="confirm">
      <h2 className="h3" id="confirm" ref={focusOnArrival} tabIndex={-1}>
        {texts.ask}
      </h2>
      <p>{texts.follows}</p>
      <ProblemBanner text={answer && !answer.ok && answer.intent !== 'delete' && !answer.entered && answer.detail} />
      <Form method="post" className="row" preventScrollReset>
        <input type="hidden" name="intent" value={ask} />
        <input type="hidden" name="version" value={version} />
        <Button type="submit" look={ask === 'discard' ? 'danger' : 'primary'} busy={isBusy}>
          {texts.act}
        </Button>
        <ButtonLink to={addressOf(document)} preventScrollReset>
          Back
        </ButtonLink>
      </Form>
    </section>
  )
}

/** The papers of a document: to download, and to send as long as somebody has not been sent them. */
function DocumentDownloads({ document, isAsking }: { document: BillingDocument; isAsking: boolean }) {
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

/** Recipients of the document, or a note that it has none. */
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
        {`Send ${mailing.toSend.length === 1 ? FAMILIES[document.kind].recipientDocument : `${mailing.toSend.length} invoices`}?`}
      </h2>
      <p>{mailingText(document)}</p>
      <Recipients mailing={mailing} />
      <ProblemBanner text={problem} />
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
