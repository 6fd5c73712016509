import { Banknote, Check, Star, Zap, type LucideIcon, ChevronLeft, ChevronRight } from 'lucide-react'
import {
  startTransition,
  useEffect,
  useState,
  createContext,
  useCallback,
  useContext,
  useMemo,
  type ReactNode,
} from 'react'
import { NavigationType, useNavigate, useNavigationType, Link } from 'react-router'
import { OfferCard } from '#web/kit/bookings/offer-card.tsx'
import type { Included } from '#web/kit/bookings/offer-texts.tsx'
import { Button } from '#web/ui/button.tsx'
import { useDialogs } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'
import type { Quote } from '../draft/order.ts'
import { useFlow } from '../flow-context.tsx'
import { flagsOf, type Flag } from './comparison.ts'
import { type QuoteSearch, writeSearch } from './quote-search.ts'
import { clockText, includedTexts } from './quote-view.ts'

const loadSheet = () => import('./company-sheet.tsx')
const CompanySheet = lazyDialog(async () => (await loadSheet()).CompanySheet)

interface QuoteListProps {
  quotes: readonly Quote[]
  places: readonly string[]
  /** Note on what the price ceilings do not cover; null if there is none. */
  ceilingNote: string | null
  count: number
  search: QuoteSearch
  hasNext: boolean
  /** An expired price cannot be chosen. */
  isExpired: boolean
}

/** Quotes that fill the screen of a phone at first, and quotes added with each turn after that. */
const FIRST = 2
const NEXT = 3

/** The companies' whole prices; on a wide screen the first receipt is open. */
export function QuoteList({ quotes, places, ceilingNote, count, search, hasNext, isExpired }: QuoteListProps) {
  const { order, dispatch, now } = useFlow()
  const { open, closeAll } = useDialogs()
  const navigate = useNavigate()
  const { ordering, page } = search
  const flags = flagsOf({ quotes, count, ordering, page })
  const [isWide] = useState(() => window.matchMedia('(min-width: 768px)').matches)
  const shown = useInTurns(quotes)
  const included = includedTexts(order, places)
  const choose = (quote: Quote) => {
    // Free soonest lists other starts of that day too.
    const time = clockText(quote.startAt)
    if (time !== order.time) dispatch({ type: 'details-changed', change: { time } })
    dispatch({ type: 'quote-selected', quote })
    closeAll()
    void navigate('/confirm-booking')
  }
  const openSheet = (quote: Quote) =>
    open(<CompanySheet {...{ quote, order, now }} onChoose={isExpired ? undefined : () => choose(quote)} />)
  return (
    <ComparisonProvider quotes={quotes} onChoose={isExpired ? undefined : choose}>
      <ul className="quotes cells g-4">
        {shown.map((quote, index) => (
          <li className="shrink" key={quote.quoteId}>
            <OneQuote
              quote={quote}
              flag={flags.get(quote.quoteId)}
              included={included}
              ceilingNote={ceilingNote}
              isOpen={index === 0 && page === 1 && isWide}
              isExpired={isExpired}
              showsTime={quotes.some(({ trips }) => trips > 1)}
              onChoose={() => choose(quote)}
              onOpen={() => openSheet(quote)}
            />
          </li>
        ))}
      </ul>
      <Pages count={count} search={search} hasNext={hasNext} />
    </ComparisonProvider>
  )
}

/** As many as it is the turn of. */
function useInTurns(quotes: readonly Quote[]): readonly Quote[] {
  const [turns] = useState(() => Math.max(0, Math.ceil((quotes.length - FIRST) / NEXT)))
  const left = useTurns(turns)
  return left === 0 ? quotes : quotes.slice(0, FIRST + (turns - left) * NEXT)
}

/** Whether this window has gone on from the page that the server made, so that there is something to come back from. */
let hasNavigated = false

/**
 * Number of turns left, one fewer with each frame, so that a slow phone draws the first quotes early and stays
 * responsive. Zero after “Back”, which restores a scroll position that needs the whole list.
 */
function useTurns(turns: number): number {
  const isPop = useNavigationType() === NavigationType.Pop
  const [left, setLeft] = useState(() => (isPop && hasNavigated ? 0 : turns))
  useEffect(() => {
    if (!isPop) hasNavigated = true
  }, [isPop])
  useEffect(() => {
    if (left === 0) return undefined
    let timer: ReturnType<typeof setTimeout>
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setLeft(left - 1)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [left])
  return left
}

interface OneQuoteProps {
  quote: Quote
  flag: Flag | undefined
  included: readonly Included[]
  ceilingNote: string | null
  isOpen: boolean
  isExpired: boolean
  /** Where vans need different trips, or several, each says its own time. */
  showsTime: boolean
  onChoose: () => void
  onOpen: () => void
}

function OneQuote({ quote, flag, included, ceilingNote, isOpen, isExpired, showsTime, ...on }: OneQuoteProps) {
  const { order } = useFlow()
  const { company, workingUnit } = quote
  return (
    <OfferCard
      offer={quote}
      heldUntil={quote.validUntil}
      helpLevel={order.helpLevel}
      included={included}
      ceilingNote={ceilingNote}
      showsTime={showsTime}
      otherStart={clockText(quote.startAt) === order.time ? null : clockText(quote.startAt)}
      isChosen={order.selectedQuote?.workingUnit.id === workingUnit.id}
      isReceiptOpen={isOpen}
      onOpen={on.onOpen}
      onNear={() => void loadSheet()}
      compare={<CompareButton quote={quote} />}
      flag={
        flag ? (
          <>
            <Icon of={flagLabels[flag].icon} />
            {flagLabels[flag].text}
          </>
        ) : null
      }
      action={
        <Button look="primary" className="quote__go" disabled={isExpired} onClick={on.onChoose}>
          Choose<span className="vh"> {company.name}</span>
        </Button>
      }
    />
  )
}

const flagLabels: Record<Flag, { text: string; icon: LucideIcon }> = {
  cheapest: { text: 'Cheapest', icon: Banknote },
  'best-value': { text: 'Best value', icon: Check },
  'top-rated': { text: 'Top rated', icon: Star },
  electric: { text: 'Electric van', icon: Zap },
}

const PAGE_SIZE = 20

interface PagesProps {
  count: number
  search: QuoteSearch
  hasNext: boolean
}

/** The way to the other pages of the prices. */
function Pages({ count, search, hasNext }: PagesProps) {
  const pages = Math.ceil(count / PAGE_SIZE)
  if (pages < 2) return null
  const to = (page: number) => `/pick-a-driver${writeSearch({ ...search, page })}`
  return (
    <nav className="row row--apart mt-4" aria-label="Pages of drivers">
      {search.page > 1 ? (
        <Link className="link-btn" to={to(search.page - 1)} rel="prev">
          <Icon of={ChevronLeft} />
          Previous
        </Link>
      ) : (
        <span />
      )}
      <span className="small muted num">
        Page {search.page} of {pages}
      </span>
      {hasNext ? (
        <Link className="link-btn" to={to(search.page + 1)} rel="next">
          Next
          <Icon of={ChevronRight} />
        </Link>
      ) : (
        <span />
      )}
    </nav>
  )
}

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
function ComparisonProvider({ quotes, onChoose, children }: ComparisonProps) {
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

/** Opens the comparison; absent if there is no other company. */
function CompareButton({ quote }: { quote: Quote }) {
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
