import { Link } from 'react-router'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { closingTerms } from './closure-steps.tsx'
import { SettingsCard } from '#web/kit/account/settings-card.tsx'

/** Leads to `/delete-account`. `moveOn` is the day of an upcoming booking, which prevents deletion: "Sat 14 March". */
export function DeleteCard({ moveOn }: { moveOn?: string | null }) {
  return (
    <SettingsCard id="delete" title="Delete account" isStop>
      <p>We email a link that works for 24 hours. Open it and your account closes. {closingTerms}</p>
      {moveOn ? (
        <Banner tone="warn" title={`You have a move on ${moveOn}`} className="mt-4">
          Cancel it first, or delete your account after it.{' '}
          <Link className="tap" to="/my-bookings/future-bookings">
            Open My Bookings
          </Link>
        </Banner>
      ) : null}
      <ButtonLink look="danger" className="mt-4" to="/delete-account">
        Delete account
      </ButtonLink>
    </SettingsCard>
  )
}
