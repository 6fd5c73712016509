import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { Page } from '#web/ui/page.tsx'

interface OfficeShellProps {
  menu: readonly { name: string; to: string }[]
  children: ReactNode
}

/** The frame of every office page: its menu, a column on a desktop and a strip on a phone. */
export function OfficeShell({ menu, children }: OfficeShellProps) {
  const { pathname } = useLocation()
  return (
    <Page>
      <div className="split split--wide">
        <nav className="sidenav sidenav--strip" aria-label="Admin">
          {menu.map(({ name, to }) => (
            <Link key={to} to={to} aria-current={pathname.startsWith(to) ? 'page' : undefined}>
              {name}
            </Link>
          ))}
        </nav>
        <div>{children}</div>
      </div>
    </Page>
  )
}
