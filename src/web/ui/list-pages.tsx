import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { numberText } from '#shared/number-text.ts'
import { Icon } from './icon.tsx'

const PAGE_SIZE = 20

export interface Counted {
  count: number
  /** There are more than were counted. */
  countIsMinimum: boolean
}

/** "12", "10,000+" */
export const countText = ({ count, countIsMinimum }: Counted): string =>
  `${numberText(count)}${countIsMinimum ? '+' : ''}`

/** The web page for an API link: its page number or cursor, with the address's other parameters. */
export function searchOf(next: string, keeps = ''): string {
  const linked = new URLSearchParams(next.slice(next.indexOf('?')))
  const search = new URLSearchParams(keeps)
  for (const name of ['page', 'after']) {
    const value = linked.get(name)
    if (value !== null) search.set(name, value)
  }
  return `?${search.toString()}`
}

export interface PageOfList extends Counted {
  page: number
  /** A page reached by cursor has no number. */
  isBehind?: boolean
  /** As the API links it. */
  next: string | null
  /** Filters in the list's address, `?find=x`, kept from page to page. */
  keeps?: string
}

interface ListPagesProps extends PageOfList {
  /** "Pages of bookings" */
  label: string
}

/** Previous and next, for a list whose page is in the address. */
export function ListPages({ label, page, isBehind = false, next, keeps = '', ...counted }: ListPagesProps) {
  const pages = Math.ceil(counted.count / PAGE_SIZE)
  if (pages < 2) return null
  return (
    <nav className="row row--apart mt-4" aria-label={label}>
      {page > 1 || isBehind ? (
        <Link className="link-btn" to={isBehind ? keeps || '?' : searchOf(`?page=${page - 1}`, keeps)} rel="prev">
          <Icon of={ChevronLeft} />
          {isBehind ? 'First page' : 'Previous'}
        </Link>
      ) : (
        <span />
      )}
      <span className="small muted num">
        {isBehind ? `Of ${countText(counted)}` : `Page ${page} of ${countText({ ...counted, count: pages })}`}
      </span>
      {next ? (
        <Link className="link-btn" to={searchOf(next, keeps)} rel="next">
          Next
          <Icon of={ChevronRight} />
        </Link>
      ) : (
        <span />
      )}
    </nav>
  )
}
