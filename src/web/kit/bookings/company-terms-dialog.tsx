import { coverText, waitingText } from '#modules/pricing/terms/rules.ts'
import type { getCustomerTerms } from '#modules/pricing/terms/contract.ts'
import { offeredAt } from '#modules/quoting/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { traderText } from '#shared/trader.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/page.tsx'
import { useRead } from '../session/api-fetch.ts'

export interface TermsDialogProps {
  company: { id: string; name: string }
  /** For a quote: it is booked on the terms of the time it was offered. */
  heldUntil?: string
  /** For a booking: its link, and the day it was made. */
  booked?: { hash: string; on: string }
}

type Terms = AnswerOf<typeof getCustomerTerms>

/** A company's own terms as plain text, and what waiting costs. */
export function CompanyTermsDialog(props: TermsDialogProps) {
  const { company, booked } = props
  return (
    <Dialog title={`Terms of ${company.name}`}>
      {booked ? <p className="small muted">The terms when you booked, on {booked.on}.</p> : null}
      <TermsText {...props} />
    </Dialog>
  )
}

/** The same without a dialog of its own. */
export function TermsText({ headingLevel = 'h3', ...props }: TermsDialogProps & { headingLevel?: 'h3' | 'h4' }) {
  const { company, booked } = props
  const { state, retry } = useRead<typeof getCustomerTerms>(pathOf(props))
  return (
    <div className="stack gap-3" aria-busy={state === 'asking'}>
      {state === 'asking' ? <Asking /> : null}
      {state === 'absent' ? <p>{booked ? 'No terms were stored with this booking.' : takesNoJobs}</p> : null}
      {state === 'failed' ? (
        <Banner tone="bad" isAlert>
          <p>The terms couldn’t be opened. Check your connection and try again.</p>
          <Button size="small" className="mt-2" onClick={retry}>
            Try again
          </Button>
        </Banner>
      ) : null}
      {typeof state === 'object' ? (
        <TermsSections terms={state} name={company.name} headingLevel={headingLevel} />
      ) : null}
      <p className="small muted">
        Our{' '}
        <a href="/terms" target="_blank" rel="noopener">
          Terms &amp; Conditions
        </a>{' '}
        come first: a company’s terms never take away what they give you.
      </p>
    </div>
  )
}

const takesNoJobs = 'This company takes no jobs at the moment.'

const Asking = () => (
  <>
    <output className="vh">Opening the terms</output>
    <Skeleton />
    <Skeleton shape="line--short" />
  </>
)

const TermsSections = ({
  terms,
  name,
  headingLevel: Heading,
}: {
  terms: Terms
  name: string
  headingLevel: 'h3' | 'h4'
}) => (
  <>
    <section aria-labelledby="terms-waiting">
      <Heading className="h4" id="terms-waiting">
        Waiting
      </Heading>
      <p className="mt-1">{waitingText(terms)}</p>
    </section>
    <section aria-labelledby="terms-cover">
      <Heading className="h4" id="terms-cover">
        Damage or loss
      </Heading>
      <p className="mt-1">{coverText(terms.cover)}</p>
    </section>
    <section aria-labelledby="terms-who">
      <Heading className="h4" id="terms-who">
        Who they are
      </Heading>
      <p className="mt-1 long">{traderText(terms.trader)}</p>
    </section>
    <section aria-labelledby="terms-own">
      <Heading className="h4" id="terms-own">
        In their own words
      </Heading>
      {terms.terms.trim() ? (
        // Up to ten thousand characters scroll here, so the arrow keys have to work.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <p className="terms-text scrolls as-typed break mt-1" tabIndex={0}>
          {terms.terms}
        </p>
      ) : (
        <p className="mt-1">{name} has added no terms of its own.</p>
      )}
    </section>
  </>
)

function pathOf({ company, heldUntil, booked }: TermsDialogProps): string {
  if (booked) return `/api/booking/${booked.hash}/company-terms/`
  const path = `/api/company/${company.id}/customer-terms/`
  return heldUntil ? `${path}?as_of=${offeredAt(new Date(heldUntil)).toISOString()}` : path
}
