import { Link, Outlet, useLocation } from 'react-router'
import { adminMenu } from '#web/shell/menu.ts'
import { Page } from '#web/ui/page.tsx'
import type { Route } from './+types/layout'
import { needAdmin } from '#web/kit/session/gate.server.ts'
import './admin.css'

/** The root sends everybody else home already; a page of the office never relies on its parent. */
export function loader({ context }: Route.LoaderArgs): null {
  needAdmin(context)
  return null
}

export default function AdminLayout() {
  const { pathname } = useLocation()
  return (
    <Page>
      <div className="split split--wide">
        <nav className="sidenav sidenav--strip" aria-label="Admin">
          {adminMenu.map(({ name, to }) => (
            <Link key={to} to={to} aria-current={pathname.startsWith(to) ? 'page' : undefined}>
              {name}
            </Link>
          ))}
        </nav>
        <div>
          <Outlet />
        </div>
      </div>
    </Page>
  )
}
