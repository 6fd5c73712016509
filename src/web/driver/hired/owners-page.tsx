import { UnitButtonLink } from '#web/kit/units/unit-link.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Page } from '#web/ui/page.tsx'

/** What a hired driver sees of a page that is the company's owner's. */
export const OwnersPage = () => (
  <Page className="page--list">
    <title>Only for the owner | Vanfare</title>
    <h1>Only for the owner</h1>
    <Empty
      van="luton_van"
      title="This page is the owner’s"
      action={
        <UnitButtonLink look="primary" to="/calendar">
          Open My Calendar
        </UnitButtonLink>
      }
    >
      Prices, documents and settings belong to the owner of the company. Your jobs are in your calendar.
    </Empty>
  </Page>
)
