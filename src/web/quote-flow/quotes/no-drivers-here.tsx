import { ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/page.tsx'
import { isOfOnePlan, withoutFilters, writeSearch, type QuoteSearch } from './quote-search.ts'

/** Shown if the filters exclude every driver. */
export const NoneLikeThat = ({ search }: { search: QuoteSearch }) => (
  <div className="card">
    <Empty
      title="No driver matches all your filters"
      action={
        <ButtonLink
          look="primary"
          to={`/pick-a-driver${writeSearch(withoutFilters(search))}`}
          replace
          preventScrollReset
        >
          Show every driver
        </ButtonLink>
      }
    >
      {isOfOnePlan(search)
        ? 'Companies that come with several vans, or on two days, may be free.'
        : 'A driver who takes another payment method, has fewer reviews or answers first may be free.'}
    </Empty>
  </div>
)

/** Beyond the last price, as after a link that is old. */
export const NoSuchPage = ({ search }: { search: QuoteSearch }) => (
  <div className="card">
    <Empty
      title="That page is empty now"
      action={
        <ButtonLink look="primary" to={`/pick-a-driver${writeSearch({ ...search, page: 1 })}`}>
          See the first page
        </ButtonLink>
      }
    >
      The list changes as drivers are booked.
    </Empty>
  </div>
)
