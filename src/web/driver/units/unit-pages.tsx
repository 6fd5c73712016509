import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { Icon } from '#web/ui/icon.tsx'
import { searchOf } from '#web/ui/list-pages.tsx'

const PAGE_SIZE = 20

interface UnitPagesProps {
  page: number
  count: number
  next: string | null
  unitId: string
}

/** Previous and next for a list about one unit; unit and page are in the address. */
export function UnitPages({ page, count, next, unitId }: UnitPagesProps) {
  if (count <= PAGE_SIZE && page === 1) return null
  const to = (number: number) => `?unit=${unitId}&page=${number}`
  return (
    <nav className="row row--apart mt-4" aria-label="Pages of searches">
      {page > 1 ? (
        <Link className="link-btn" to={to(page - 1)} rel="prev" preventScrollReset>
          <Icon of={ChevronLeft} />
          Newer
        </Link>
      ) : (
        <span />
      )}
      {next ? (
        <Link className="link-btn" to={`?unit=${unitId}&${searchOf(next).slice(1)}`} rel="next" preventScrollReset>
          Older
          <Icon of={ChevronRight} />
        </Link>
      ) : (
        <span />
      )}
    </nav>
  )
}
