import { Navigate, Outlet, useLocation, type LinksFunction } from 'react-router'
import { adminStepFor } from '#web/shell/admin-flow.ts'
import type { PageHandle } from '#web/kit/page/page-handle.ts'
import { useSession } from '#web/kit/page/root-data.ts'
import { FlowProvider } from './flow-context.tsx'
import { catalogueUrl } from './items/catalogue-ready.ts'
import './quote-flow.css'

export const handle: PageHandle = { isStep: true }

/** In the document alone: a page that comes to a step by itself has the list by the time it would write this. */
export const links: LinksFunction = () =>
  import.meta.env.SSR
    ? [{ rel: 'preload', href: catalogueUrl, as: 'fetch', type: 'application/json', crossOrigin: 'anonymous' }]
    : []

/** The five steps share one draft. */
export default function BookingFlow() {
  const { pathname } = useLocation()
  // Moving between steps does not reach the server, so the page itself checks that admins may not be here (spec §2).
  const elsewhere = adminStepFor(useSession()?.userRole, pathname)
  if (elsewhere !== null) return <Navigate to={elsewhere} replace />
  return (
    <FlowProvider>
      <Outlet />
    </FlowProvider>
  )
}
