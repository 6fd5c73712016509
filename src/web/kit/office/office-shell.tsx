import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { bringIntoView } from '#web/ui/bring-into-view.ts'
import { Page } from '#web/ui/page.tsx'

interface OfficeShellProps {
  menu: readonly { name: string; to: string }[]
  children: ReactNode
}

/** The frame of every office page: its menu, a column on a desktop and a strip on a phone. */
export function OfficeShell({ menu, children }: OfficeShellProps) {
  const { pathname } = useLocation()
  // Of two that begin alike the longer one is meant.
  const current = menu.filter(({ to }) => pathname.startsWith(to)).toSorted((a, b) => b.to.length - a.to.length)[0]
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
