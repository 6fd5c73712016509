import { useUnitPath } from '#web/kit/units/chosen-unit.ts'
import { UnitButtonLink } from '#web/kit/units/unit-link.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Page } from '#web/ui/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { driverTabs, type DriverTab } from './booking-tabs.ts'

/** The driver's lists. */
export function DriverBookings({ tab }: { tab: DriverTab }) {
  const path = useUnitPath()
  const isToAnswer = tab === 'hot-jobs' || tab === 'new-bookings'
  return (
    <Page className="page--list">
      <h1>My Bookings</h1>
      <Tabs
        label="Bookings"
        tabs={Object.entries(driverTabs).map(([own, name]) => ({
          name,
          to: path(`/my-bookings/${own}`),
          isCurrent: own === tab,
        }))}
      />
      <Empty
        van="luton_van"
        title={isToAnswer ? 'Nothing to answer here yet' : 'Your jobs are in My Calendar'}
        action={
          <UnitButtonLink look="primary" to="/calendar">
            Open My Calendar
          </UnitButtonLink>
        }
      >
        {isToAnswer
          ? 'We email you every new job, and it appears in your calendar.'
          : 'Press one there to see its route, its load and its price.'}
      </Empty>
    </Page>
  )
}
