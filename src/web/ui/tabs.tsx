import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { numberText } from '#shared/texts.ts'
import { Icon } from './badge.tsx'
import { bringIntoView } from './focus.ts'

export interface Tab {
  name: string
  to: string
  isCurrent: boolean
  /** Count as formatted for display. */
  count?: string
}

/** Pages of one list, each with its own address. On a phone they scroll, and the current one comes into view. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className="tabs flex g-1 scroll-x line-foot" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          className="tab"
          to={tab.to}
          aria-current={tab.isCurrent ? 'page' : undefined}
          ref={tab.isCurrent ? bringIntoView : undefined}
        >
          {tab.name}
          {tab.count === undefined ? null : (
            <span className="tab__n mid-both h-6 r-small bg-sunken t-xs bold figures-even">{tab.count}</span>
          )}
        </Link>
      ))}
    </nav>
  )
}

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
  /** Link to the next page from the API; null on the last page. */
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
