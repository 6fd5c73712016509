import { Link, Outlet, redirect, useLocation } from 'react-router'
import { sessionContext } from '#web/context.ts'
import { adminMenu } from '#web/shell/menu.ts'
import { Page } from '#web/ui/page.tsx'
import type { Route } from './+types/layout'
import './admin.css'

/** The root sends everybody else home already; a page of the office never relies on its parent. */
export function loader({ context }: Route.LoaderArgs): null {
  if (context.get(sessionContext)?.userRole !== 'admin') throw redirect('/')
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
