import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation, useNavigation } from 'react-router'
import { useSession } from '#web/kit/page/root-data.ts'
import { bringIntoView } from '#web/ui/focus.ts'
import { Icon } from '#web/ui/badge.tsx'
import { Page } from '#web/ui/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { officeMoment, officeMenuOf, officePageOf } from './office-pages.ts'

/** The frame of every office page: the menu of one's role, a column on a desktop and a strip on a phone. */
export function OfficeShell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const session = useSession()
  const menu = officeMenuOf(session?.staffRole)
  const current = officePageOf(pathname)
  return (
    <Page>
      <div className="split split--wide">
        <nav className="sidenav sidenav--strip strip--wide" aria-label="Admin">
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

interface OfficeHeadProps {
  title: string
  /** Beside the title: a badge. */
  badge?: ReactNode
  /** At the end: "472, of which 438 take jobs", or buttons. */
  children?: ReactNode
  /** On a detail page: the link back to its list. */
  backTo?: { name: string; to: string }
}

/** The heading of an office page. */
export const OfficeHead = ({ title, badge, children, backTo }: OfficeHeadProps) => (
  <>
    {backTo ? (
      <Link className="link-btn" to={backTo.to}>
        <Icon of={ArrowLeft} />
        {backTo.name}
      </Link>
    ) : null}
    <div className="row row--apart mb-4">
      <div className="row gap-2">
        <h1>{title}</h1>
        {badge}
      </div>
      {children}
    </div>
  </>
)

interface OfficeDeskProps {
  /** What waits, as links to this page. */
  queue: ReactNode
  /** The one that was selected. */
  children: ReactNode
}

/** A queue, with the selected item beside it. */
export function OfficeDesk({ queue, children }: OfficeDeskProps) {
  const isLeaving = useNavigation().state === 'loading'
  return (
    <div className="split split--wide">
      {queue}
      {/* Until the selected item has loaded, no decision can be made about the previous one. */}
      <div inert={isLeaving}>{children}</div>
    </div>
  )
}

interface OfficeTab<Value extends string> {
  value: Value
  name: string
}

/** Which part of a page its address asks for; the first if it says nothing, or nonsense. */
export function tabIn<Value extends string>(
  tabs: readonly [OfficeTab<Value>, ...OfficeTab<Value>[]],
  address: string,
): Value {
  const requestedTab = new URL(address).searchParams.get('show')
  return (tabs.find(({ value }) => value === requestedTab) ?? tabs[0]).value
}

interface OfficeTabsProps {
  tabs: readonly OfficeTab<string>[]
  chosen: string
  label: string
}

/** Parts of one page, each with an address of its own. */
export const OfficeTabs = ({ tabs, chosen, label }: OfficeTabsProps) => (
  <div className="mb-4">
    <Tabs
      label={label}
      tabs={tabs.map(({ value, name }, index) => ({
        name,
        to: index === 0 ? '?' : `?show=${value}`,
        isCurrent: value === chosen,
      }))}
    />
  </div>
)

export interface HistoryEntry {
  id: string
  /** An instant. */
  at: string
  /** Absent for actions of the system. */
  by?: string | null
  text: string
}

/** What happened to one object, newest first. */
export const History = ({ entries }: { entries: readonly HistoryEntry[] }) => (
  <ul className="history t-sm lh-14 list">
    {entries
      .toSorted((a, b) => b.at.localeCompare(a.at))
      .map(({ id, at, by, text }) => (
        <li className="cells line-top" key={id}>
          <time className="muted figures-even" dateTime={at}>
            {officeMoment(at)}
          </time>
          <span>
            {by ? <b>{by} </b> : null}
            {text}
          </span>
        </li>
      ))}
  </ul>
)
