import { isRouteErrorResponse, Outlet } from 'react-router'
import { AfterSaving } from '#web/kit/forms/settings-form.tsx'
import { type PageHandle, useSession } from '#web/kit/page/root-data.ts'
import { LogInFirst } from '#web/kit/session/login.tsx'
import { UnitButtonLink } from '#web/kit/units/unit-link.tsx'
import { ErrorScreen } from '#web/shell/error-screen.tsx'
import { Empty, Page } from '#web/ui/page.tsx'
import type { Route } from './+types/layout'
import { NextPage, useNextPage } from './profile/next-page.tsx'
import './driver.css'

export const handle: PageHandle = { hasNight: true }

/** Wraps every page of the workplace: its styles, the next setup page, and the login for visitors. */
export default function DriverLayout() {
  const next = useNextPage()
  return (
    <AfterSaving value={next ? <NextPage next={next} /> : null}>
      <Outlet />
    </AfterSaving>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isHired = useSession()?.isHired === true
  if (isHired && isRouteErrorResponse(error) && error.status === 403) return <OwnersPage />
  if (!isRouteErrorResponse(error) || error.status !== 401) return <ErrorScreen error={error} />
  return (
    <>
      <title>Log in | Vanfare</title>
      <LogInFirst title="Your workplace" heading="Log in to continue" van="luton_van">
        This page is for drivers.
      </LogInFirst>
    </>
  )
}

/** What a hired driver sees of a page that is the company's owner's. */
const OwnersPage = () => (
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
