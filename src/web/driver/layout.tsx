import { isRouteErrorResponse, Outlet } from 'react-router'
import type { PageHandle } from '#web/kit/page/page-handle.ts'
import { ErrorScreen } from '#web/shell/error-screen.tsx'
import { useLogin } from '#web/kit/session/login.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Page } from '#web/ui/page.tsx'
import type { Route } from './+types/layout'
import './driver.css'

export const handle: PageHandle = { hasNight: true }

/** Around every page of the workplace: its sheet, and what a visitor finds there. */
export default function DriverLayout() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isRouteErrorResponse(error) && error.status === 401 ? <LogInFirst /> : <ErrorScreen error={error} />
}

function LogInFirst() {
  const login = useLogin()
  return (
    <Page>
      <title>Log in | Vanfare</title>
      <Empty
        van="luton_van"
        headingLevel="h1"
        title="Log in to your workplace"
        action={
          <Button look="primary" onClick={login}>
            Login
          </Button>
        }
      >
        This page is for drivers.
      </Empty>
    </Page>
  )
}
