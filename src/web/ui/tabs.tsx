import { Link } from 'react-router'
import { bringIntoView } from './bring-into-view.ts'

export interface Tab {
  name: string
  to: string
  isCurrent: boolean
  /** As it is shown. */
  count?: string
}

/** Pages of one list, each with its own address. On a phone they scroll, and the current one comes into view. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className="tabs flex g-1 scroll-x line-foot" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          className="tab"
          to={tab.to}
          aria-current={tab.isCurrent ? 'page' : undefined}
          ref={tab.isCurrent ? bringIntoView : undefined}
        >
          {tab.name}
          {tab.count === undefined ? null : (
            <span className="tab__n mid-both h-6 r-small bg-sunken t-xs bold figures-even">{tab.count}</span>
          )}
        </Link>
      ))}
    </nav>
  )
}
