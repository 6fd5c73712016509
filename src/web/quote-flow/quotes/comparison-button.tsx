import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import type { Quote } from '../draft/order.ts'
import { useFlow } from '../flow-context.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'

const loadComparison = () => import('./compare-dialog.tsx')
const CompareDialog = lazyDialog(async () => (await loadComparison()).CompareDialog)

interface Comparison {
  /** The first of two to compare. */
  first: Quote | undefined
  compare: (quote: Quote) => void
}

const ComparisonContext = createContext<Comparison | null>(null)

interface ComparisonProps {
  quotes: readonly Quote[]
  onChoose: ((quote: Quote) => void) | undefined
  children: ReactNode
}

/** Two prices side by side. Who is the first is kept here, so that a press draws the buttons again and not the whole list. */
export function ComparisonProvider({ quotes, onChoose, children }: ComparisonProps) {
  const { order, now } = useFlow()
  const { open } = useDialogs()
  const [firstId, setFirst] = useState<string | null>(null)
  const first = quotes.find(({ quoteId }) => quoteId === firstId)
  const compare = useCallback(
    (quote: Quote) => {
      if (!first) setFirst(quote.quoteId)
      else if (first === quote) setFirst(null)
      else open(<CompareDialog quotes={[first, quote]} {...{ order, now, onChoose }} />)
    },
    [first, open, order, now, onChoose],
  )
  const comparison = useMemo(() => ({ first, compare }), [first, compare])
  return <ComparisonContext value={quotes.length > 1 ? comparison : null}>{children}</ComparisonContext>
}

/** Nothing where there is nobody else. */
export function CompareButton({ quote }: { quote: Quote }) {
  const comparison = useContext(ComparisonContext)
  if (!comparison) return null
  const { first, compare } = comparison
  return (
    <button
      type="button"
      className="link-btn"
      aria-pressed={first === quote}
      onClick={() => compare(quote)}
      onPointerEnter={() => void loadComparison()}
    >
      {compareText(quote, first)}
      <span className="vh"> ({quote.company.name})</span>
    </button>
  )
}

const compareText = (quote: Quote, first: Quote | undefined): string =>
  !first
    ? 'Compare'
    : first === quote
      ? 'Selected. Pick a second quote to compare'
      : `Compare with ${first.company.name}`
