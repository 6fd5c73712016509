import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'

const PAGE_SIZE = 20

const pageAddress = (page: number) => `?page=${page}`

interface ListPagesProps {
  /** "Pages of bookings" */
  label: string
  page: number
  count: number
  hasNext: boolean
  /** For a list whose address says more than its page. */
  addressOf?: (page: number) => string
}

/** Previous and next of a list whose page is in the address. */
export function ListPages({ label, page, count, hasNext, addressOf = pageAddress }: ListPagesProps) {
  const pages = Math.ceil(count / PAGE_SIZE)
  if (pages < 2) return null
  return (
    <nav className="row row--apart mt-4" aria-label={label}>
      {page > 1 ? (
        <Link className="link-btn" to={addressOf(page - 1)} rel="prev">
          <Icon of={ChevronLeft} />
          Previous
        </Link>
      ) : (
        <span />
      )}
      <span className="small muted num">
        Page {page} of {pages}
      </span>
      {hasNext ? (
        <Link className="link-btn" to={addressOf(page + 1)} rel="next">
          Next
          <Icon of={ChevronRight} />
        </Link>
      ) : (
        <span />
      )}
    </nav>
  )
}
