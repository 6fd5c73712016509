import { ChevronLeft, ChevronRight } from 'lucide-react'
import { UnitLink } from '#web/kit/units/unit-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { searchOf } from '#web/ui/list-pages.tsx'

const PAGE_SIZE = 20

interface UnitPagesProps {
  page: number
  count: number
  next: string | null
}

/** Previous and next for a list about one unit; unit and page are in the address. */
export function UnitPages({ page, count, next }: UnitPagesProps) {
  if (count <= PAGE_SIZE && page === 1) return null
  return (
    <nav className="row row--apart mt-4" aria-label="Pages of searches">
      {page > 1 ? (
        <UnitLink className="link-btn" to={`?page=${page - 1}`} rel="prev" preventScrollReset>
          <Icon of={ChevronLeft} />
          Newer
        </UnitLink>
      ) : (
        <span />
      )}
      {next ? (
        <UnitLink className="link-btn" to={searchOf(next)} rel="next" preventScrollReset>
          Older
          <Icon of={ChevronRight} />
        </UnitLink>
      ) : (
        <span />
      )}
    </nav>
  )
}
