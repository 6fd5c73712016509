import { CircleCheck, CircleMinus, ChevronLeft, ChevronRight } from 'lucide-react'
import { VAN_NAMES } from '#modules/fleet/rules.ts'
import type { listUnitSearches } from '#modules/quoting/insights/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDayTime, type LocalDay } from '#shared/local-time.ts'
import { HELP_COLUMNS } from '#web/driver/prices/rates-form.ts'
import { momentText } from '#web/kit/documents/document-texts.ts'
import { UnitLink } from '#web/kit/units/unit-link.tsx'
import { Badge, Icon } from '#web/ui/badge.tsx'
import { searchOf } from '#web/ui/tabs.tsx'

type Search = AnswerOf<typeof listUnitSearches>['results'][number]

export interface SearchPage {
  results: readonly Search[]
  count: number
  page: number
  next: string | null
}

interface SearchesProps {
  page: SearchPage
  today: LocalDay
}

/** The unit's outcome in each search of its area; the customer is not shown. */
export function Searches({ page, today }: SearchesProps) {
  return (
    <section className="card" aria-labelledby="searches">
      <h2 className="h3" id="searches">
        Why was I not shown?
      </h2>
      <p className="small muted mb-4">Searches of the last 30 days in your area, newest first.</p>
      {page.results.length === 0 ? (
        <p className="muted">
          {page.page > 1 ? 'That page is empty now.' : 'No one has searched in your area yet. Searches appear here.'}
        </p>
      ) : (
        <ul className="seen edge-2 bg-surface">
          {page.results.map((search) => (
            <SeenSearch key={search.id} search={search} today={today} />
          ))}
        </ul>
      )}
      <UnitPages page={page.page} count={page.count} next={page.next} />
    </section>
  )
}

function SeenSearch({ search, today }: { search: Search; today: LocalDay }) {
  const places = search.places.map(({ outcode, town }) => `${town} ${outcode}`).join(' to ')
  return (
    <li className="cells g-1 py-3 line-top">
      <div className="row row--apart gap-2">
        <b className="long">{places}</b>
        {search.wasShown ? (
          <Badge tone="green-soft" icon={CircleCheck}>
            Shown
          </Badge>
        ) : (
          <Badge tone="off" icon={CircleMinus}>
            Not shown
          </Badge>
        )}
      </div>
      <div className="meta num">
        <span>{formatDayTime(new Date(search.startAt))}</span>
        <span>{VAN_NAMES[search.vanCategory]}</span>
        <span>{HELP_COLUMNS[search.helpLevel].name}</span>
        <span>Searched {momentText(search.searchedAt, today)}</span>
      </div>
      <p className="small">{search.reason}</p>
    </li>
  )
}

const PAGE_SIZE = 20

interface UnitPagesProps {
  page: number
  count: number
  next: string | null
}

/** Previous and next for a list about one unit; unit and page are in the address. */
function UnitPages({ page, count, next }: UnitPagesProps) {
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
