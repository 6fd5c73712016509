import { Outlet } from 'react-router'
import { OfficeShell } from '#web/kit/office/office-shell.tsx'
import { needAdmin } from '#web/kit/session/gate.server.ts'
import { adminMenu } from '#web/shell/signed-in/menus.ts'
import type { Route } from './+types/layout'
import './admin.css'

/** The root already sends everybody else home, but office pages do not rely on it. */
export function loader({ context }: Route.LoaderArgs): null {
  needAdmin(context)
  return null
}

export default function AdminLayout() {
  return (
    <OfficeShell menu={adminMenu}>
      <Outlet />
    </OfficeShell>
  )
}
