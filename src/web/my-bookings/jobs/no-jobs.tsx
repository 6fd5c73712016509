import type { ReactNode } from 'react'
import { UnitButtonLink, UnitLink } from '#web/kit/units/unit-link.tsx'
import { Empty } from '#web/ui/page.tsx'
import type { DriverTab } from '../booking-view.ts'
import type { ActionNotice } from './answer-texts.ts'
import type { JobsUnit } from './read-jobs.server.ts'

/** An empty list, and what may help. What the van is offered is the owner's to change. */
export function NoJobs({ tab, unit, isHired }: { tab: DriverTab; unit: JobsUnit; isHired: boolean }) {
  const { title, text } = noJobsText(tab, unit)
  return (
    <div className="no-jobs">
      <Empty van="luton_van" title={title} action={isHired ? null : <Help tab={tab} takesJobs={unit.takesJobs} />}>
        {text}
      </Empty>
    </div>
  )
}

function Help({ tab, takesJobs }: { tab: DriverTab; takesJobs: boolean }) {
  const isOffered = tab === 'hot-jobs' || tab === 'new-bookings'
  // The prompt above leads to what keeps the van from jobs.
  if (isOffered && !takesJobs) return null
  if (isOffered)
    return (
      <>
        <UnitButtonLink look="primary" to="/settings/operations-and-pricing">
          Widen my area
        </UnitButtonLink>
        <UnitLink className="link-btn" to="/working-unit#searches">
          Why was I not shown?
        </UnitLink>
      </>
    )
  return <UnitButtonLink to="/calendar">Open My Calendar</UnitButtonLink>
}

/** A filter that leaves nothing. */
export const NothingLikeThat = ({ tab }: { tab: DriverTab }) => (
  <Empty title="No matches" action={<UnitButtonLink to={`/my-bookings/${tab}`}>Show all</UnitButtonLink>}>
    No job in this list matches.
  </Empty>
)

/** A page that has emptied since it was linked. */
export const EmptyPage = ({ to }: { to: string }): ReactNode => (
  <Empty title="That page is empty now" action={<UnitButtonLink to={to}>See the first page</UnitButtonLink>}>
    Bookings move to another tab as they are answered.
  </Empty>
)

/** Shown if there is no van yet: an owner adds one, a hired driver waits for an invitation. */
export const NoUnit = ({ isHired }: { isHired: boolean }) =>
  isHired ? (
    <Empty van="luton_van" title="You aren’t driving for a company at the moment">
      When a company invites you to drive one of its vans, open the link in its email; its jobs then show here.
    </Empty>
  ) : (
    <Empty
      van="luton_van"
      title="No van yet"
      action={
        <UnitButtonLink look="primary" to="/settings/driving-profile">
          Enter the van
        </UnitButtonLink>
      }
    >
      Jobs show here once your first van takes bookings.
    </Empty>
  )

type Named = Pick<JobsUnit, 'registration' | 'near' | 'takesJobs'>

/** Text of an empty list. */
export function noJobsText(tab: DriverTab, { registration, near, takesJobs }: Named): ActionNotice {
  // A unit without a van is called like its driver.
  const van = registration ?? 'your van'
  switch (tab) {
    case 'hot-jobs':
      return {
        title: near ? `No hot jobs near ${near}` : 'No hot jobs in your area',
        text: takesJobs
          ? `Jobs appear here when another driver drops out. We’ll tell you the moment one fits ${van}.`
          : `Jobs appear here once ${van} takes bookings.`,
      }
    case 'new-bookings':
      return {
        title: 'Nothing waits for your answer',
        text: takesJobs
          ? `New bookings of ${van} show here, and we’ll tell you of each.`
          : `New bookings show here once ${van} takes them.`,
      }
    case 'confirmed-bookings':
      return { title: 'No upcoming jobs', text: 'Once you confirm a booking, its streets and its customer show here.' }
    default:
      return { title: 'No past jobs', text: 'A job moves here once it is over, or was handed back.' }
  }
}
