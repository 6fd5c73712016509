import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'

interface OfficeDeskProps {
  /** What waits, as links to this page. */
  queue: ReactNode
  /** What was chosen of it. */
  children: ReactNode
}

/** A queue, and beside it the one that is worked on. */
export function OfficeDesk({ queue, children }: OfficeDeskProps) {
  const isLeaving = useNavigation().state === 'loading'
  return (
    <div className="office-desk">
      {queue}
      {/* Until the one that was chosen is there, nobody decides about the one before it. */}
      <div inert={isLeaving}>{children}</div>
    </div>
  )
}
