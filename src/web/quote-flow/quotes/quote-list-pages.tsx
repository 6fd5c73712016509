import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { Icon } from '#web/ui/icon.tsx'
import { writeSearch, type QuoteSearch } from './quote-search.ts'

const PAGE_SIZE = 20

interface PagesProps {
  count: number
  search: QuoteSearch
  hasNext: boolean
}

/** The way to the other pages of the prices. */
export function Pages({ count, search, hasNext }: PagesProps) {
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
