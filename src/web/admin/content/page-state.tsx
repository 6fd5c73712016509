import { Check, Clock, Pencil, X } from 'lucide-react'
import { formatDayTime } from '#shared/local-time.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { PageInList } from './page-texts.ts'

type State = Pick<PageInList, 'publicVersion' | 'hasDraft' | 'scheduledAt' | 'isWithdrawn'>

/** What the public sees of a page, what is to come, and whether somebody is at work on it. */
export const PageState = ({ page: { publicVersion, hasDraft, scheduledAt, isWithdrawn } }: { page: State }) => (
  <span className="inline-flex wraps g-1-3">
    {isWithdrawn ? (
      <Badge tone="red" icon={X}>
        Withdrawn
      </Badge>
    ) : publicVersion === null ? null : (
      <Badge tone="green-soft" icon={Check}>
        Published
      </Badge>
    )}
    {scheduledAt === null ? null : (
      <Badge tone="blue-soft" icon={Clock}>
        {formatDayTime(new Date(scheduledAt))}
      </Badge>
    )}
    {hasDraft ? (
      <Badge tone="off" icon={Pencil}>
        Draft
      </Badge>
    ) : null}
  </span>
)
