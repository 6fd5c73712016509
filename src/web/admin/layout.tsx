import { Outlet } from 'react-router'
import { OfficeShell } from '#web/kit/office/office-shell.tsx'
import { needAdmin } from '#web/kit/session/gate.server.ts'
import { OfficeError } from '#web/shell/office-error.tsx'
import type { Route } from './+types/layout'
import './admin.css'

/** The root already sends everybody else home, but office pages do not rely on it. */
export function loader({ context }: Route.LoaderArgs): null {
  needAdmin(context)
  return null
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <OfficeError error={error} />
}

export default function AdminLayout() {
  return (
    <OfficeShell>
      <Outlet />
    </OfficeShell>
  )
}
