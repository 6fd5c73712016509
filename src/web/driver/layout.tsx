import { isRouteErrorResponse, Outlet, useLocation } from 'react-router'
import { AfterSaving } from '#web/kit/forms/settings-form.tsx'
import type { PageHandle } from '#web/kit/page/page-handle.ts'
import { useSession } from '#web/kit/page/root-data.ts'
import { LogInFirst } from '#web/kit/session/log-in-first.tsx'
import { ErrorScreen } from '#web/shell/error-screen.tsx'
import type { Route } from './+types/layout'
import { OwnersPage } from './hired/owners-page.tsx'
import { NextPage, useNextPage } from './setup/next-page.tsx'
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
  // Mails link to a statement: the login leads back to it.
  const isMailed = useLocation().pathname.startsWith('/statements/')
  if (isHired && isRouteErrorResponse(error) && error.status === 403) return <OwnersPage />
  if (!isRouteErrorResponse(error) || error.status !== 401) return <ErrorScreen error={error} />
  return (
    <>
      <title>Log in | Vanfare</title>
      <LogInFirst title="Your workplace" heading="Log in to continue" van="luton_van" stays={isMailed}>
        This page is for drivers.
      </LogInFirst>
    </>
  )
}
