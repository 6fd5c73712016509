import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { bringIntoView } from '#web/ui/bring-into-view.ts'
import { useSession } from '#web/kit/page/root-data.ts'
import { Page } from '#web/ui/page.tsx'
import { officeMenuOf, officePageOf } from './office-pages.ts'

/** The frame of every office page: the menu of one's role, a column on a desktop and a strip on a phone. */
export function OfficeShell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const session = useSession()
  const menu = officeMenuOf(session?.staffRole)
  const current = officePageOf(pathname)
  return (
    <Page>
      <div className="split split--wide">
        <nav className="sidenav sidenav--strip" aria-label="Admin">
          {menu.map((one) => (
            <Link
              key={one.to}
              to={one.to}
              aria-current={one === current ? 'page' : undefined}
              ref={one === current ? bringIntoView : undefined}
            >
              {one.name}
            </Link>
          ))}
        </nav>
        <div>{children}</div>
      </div>
    </Page>
  )
}
