import { Save, Trash2 } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import { Banner } from '#web/ui/banner.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { focusOnArrival } from '#web/ui/focus-on-arrival.ts'
import { savingText, titleOf } from './billing-texts.ts'
import { DocumentPapers } from './document-downloads.tsx'
import type { Done } from './document.tsx'
import { addressOf, FAMILIES, type BillingDocument } from './families.ts'

/** What has to be confirmed before it is done. */
export type Ask = 'save' | 'discard' | 'delete' | 'send'

/** What can be done with a document. Saving and discarding say first what follows. */
export function DocumentActions({ document, isAsking }: { document: BillingDocument; isAsking: boolean }) {
  const { status, billedBy } = document
  return (
    <div className="row gap-2">
      <DocumentPapers document={document} isAsking={isAsking} />
      {status === 'draft' && !isAsking ? (
        <>
          <ButtonLink to={`${addressOf(document)}?ask=discard`} size="small" icon={Trash2} preventScrollReset>
            Discard
          </ButtonLink>
          {billedBy.length === 0 ? (
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
  const words = {
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
        {words.ask}
      </h2>
      <p>{words.follows}</p>
      {answer && !answer.ok && answer.intent !== 'delete' && !answer.typed ? (
        <Banner tone="bad" isAlert>
          {answer.detail}
        </Banner>
      ) : null}
      <Form method="post" className="row" preventScrollReset>
        <input type="hidden" name="intent" value={ask} />
        <input type="hidden" name="version" value={version} />
        <Button type="submit" look={ask === 'discard' ? 'danger' : 'primary'} busy={isBusy}>
          {words.act}
        </Button>
        <ButtonLink to={addressOf(document)} preventScrollReset>
          Back
        </ButtonLink>
      </Form>
    </section>
  )
}
