import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'

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
    <div className="office-desk cells cols-1 g-5 at-top">
      {queue}
      {/* Until the selected item has loaded, no decision can be made about the previous one. */}
      <div inert={isLeaving}>{children}</div>
    </div>
  )
}
