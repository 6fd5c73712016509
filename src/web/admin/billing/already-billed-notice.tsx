import { Link } from 'react-router'
import { Banner } from '#web/ui/banner.tsx'
import { FAMILIES, type BillingDocument } from './families.ts'

/** Why a draft cannot be saved: the saved documents that have some of its lines. */
export function BilledBy({ document: { kind, status, billedBy } }: { document: BillingDocument }) {
  if (status === 'saved' || billedBy.length === 0) return null
  return (
    <Banner tone="warn" className="mb-4" title="This draft can’t be saved">
      <p>
        Some of its lines are on{' '}
        {billedBy.map(({ id, number }, index) => (
          <span key={`${id} ${number}`}>
            {index > 0 ? ', ' : ''}
            <Link to={`${FAMILIES[kind].path}/${id}`}>{number}</Link>
          </span>
        ))}{' '}
        already, and nothing is billed twice. Discard it once you have looked at it.
      </p>
    </Banner>
  )
}
