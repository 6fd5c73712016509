import { Navigate, Outlet, useLocation } from 'react-router'
import { adminPageFor } from '#web/shell/admin-pages.ts'
import { useSession } from '#web/kit/page/root-data.ts'
import { FlowProvider } from './flow-context.tsx'
import './quote-flow.css'

/** The five steps share one draft. */
export default function BookingFlow() {
  const { pathname } = useLocation()
  // From step to step the server is not asked, so the page itself knows where an admin may not go (spec §2).
  const elsewhere = adminPageFor(useSession()?.userRole ?? null, pathname)
  if (elsewhere !== null) return <Navigate to={elsewhere} replace />
  return (
    <FlowProvider>
      <Outlet />
    </FlowProvider>
  )
}
