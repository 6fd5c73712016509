import { useEffect, useState } from 'react'
import { coverText, waitingText } from '#modules/pricing/customer-terms/rules.ts'
import type { getCustomerTerms } from '#modules/pricing/customer-terms/contract.ts'
import { offeredAt } from '#modules/quoting/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { traderText } from '#shared/trader.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/empty.tsx'
import { readAnswer } from '#web/kit/session/read-answer.ts'

export interface TermsDialogProps {
  company: { id: string; name: string }
  /** For a quote: it is booked on the terms of the time it was offered. */
  heldUntil?: string
  /** For a booking: its link, and the day it was made. */
  booked?: { hash: string; on: string }
}

type Terms = AnswerOf<typeof getCustomerTerms>
type State = Terms | 'asking' | 'absent' | 'failed'

/** A company's own terms as plain text, and what waiting costs. */
export function CompanyTermsDialog(props: TermsDialogProps) {
  const { company, booked } = props
  const { state, again } = useTerms(props)
  return (
    <Dialog title={`Terms of ${company.name}`}>
      {booked ? <p className="small muted">As they stood when you booked, on {booked.on}.</p> : null}
      <div className="stack gap-3" aria-busy={state === 'asking'}>
        {state === 'asking' ? <Asking /> : null}
        {state === 'absent' ? <p>{booked ? 'No terms were stored with this booking.' : takesNoJobs}</p> : null}
        {state === 'failed' ? (
          <Banner tone="bad" isAlert>
            <p>The terms couldn’t be opened. Check your connection and try again.</p>
            <Button size="small" className="mt-2" onClick={again}>
              Try again
            </Button>
          </Banner>
        ) : null}
        {typeof state === 'object' ? <Words terms={state} name={company.name} /> : null}
      </div>
      <p className="small muted">
        Our{' '}
        <a href="/terms" target="_blank" rel="noopener">
          Terms &amp; Conditions
        </a>{' '}
        come first: a company’s terms never take away what they give you.
      </p>
    </Dialog>
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

const Words = ({ terms, name }: { terms: Terms; name: string }) => (
  <>
    <section aria-labelledby="terms-waiting">
      <h3 className="h4" id="terms-waiting">
        Waiting
      </h3>
      <p className="mt-1">{waitingText(terms)}</p>
    </section>
    <section aria-labelledby="terms-cover">
      <h3 className="h4" id="terms-cover">
        Damage or loss
      </h3>
      <p className="mt-1">{coverText(terms.cover)}</p>
    </section>
    <section aria-labelledby="terms-who">
      <h3 className="h4" id="terms-who">
        Who they are
      </h3>
      <p className="mt-1 long">{traderText(terms.trader)}</p>
    </section>
    <section aria-labelledby="terms-own">
      <h3 className="h4" id="terms-own">
        In their own words
      </h3>
      {terms.terms.trim() ? (
        // Up to ten thousand characters scroll here, so the arrow keys have to work.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <p className="terms-text mt-1" tabIndex={0}>
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

/** Fetched when the dialog opens, and again if that failed. */
function useTerms(of: TermsDialogProps): { state: State; again: () => void } {
  const path = pathOf(of)
  const [tries, setTries] = useState(0)
  const [answer, setAnswer] = useState<{ tries: number; state: State } | null>(null)
  useEffect(() => {
    const closed = new AbortController()
    const ask = async () => {
      const state = await readTerms(path, closed.signal)
      if (!closed.signal.aborted) setAnswer({ tries, state })
    }
    void ask()
    return () => closed.abort()
  }, [path, tries])
  return { state: answer?.tries === tries ? answer.state : 'asking', again: () => setTries(tries + 1) }
}

/** A 404 is also an answer: the company, or the booking's copy, does not exist. */
async function readTerms(path: string, signal: AbortSignal): Promise<State> {
  try {
    const response = await fetch(path, { credentials: 'omit', signal })
    if (response.ok) return await readAnswer<typeof getCustomerTerms>(response)
    return response.status === 404 ? 'absent' : 'failed'
  } catch {
    return 'failed'
  }
}
