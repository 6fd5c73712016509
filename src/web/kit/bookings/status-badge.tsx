import { Ban, Bell, Check, CircleCheck, CircleX, Hourglass, Truck, Users, Zap, type LucideIcon } from 'lucide-react'
import { STATUS_LABELS, awaitsCustomer, isHotJob, isUnanswered, type BookingStatus } from '#modules/bookings/rules.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

const looks: Record<BookingStatus, { tone: BadgeTone; icon: LucideIcon }> = {
  new_booking: { tone: 'yellow', icon: Bell },
  confirmed: { tone: 'green', icon: Check },
  in_progress: { tone: 'blue', icon: Truck },
  completed: { tone: 'green-soft', icon: CircleCheck },
  canceled_by_customer: { tone: 'red', icon: CircleX },
  no_one_took: { tone: 'brown', icon: Users },
  not_taken_by_driver: { tone: 'brown', icon: Hourglass },
  rejected: { tone: 'red', icon: Ban },
}

interface StatusBadgeProps {
  status: BookingStatus
  isAwaiting: boolean
}

/** The status as the specification names it; a booking that awaits its mail says that instead. */
export function StatusBadge({ status, isAwaiting }: StatusBadgeProps) {
  if (isAwaiting && isUnanswered(status)) {
    return (
      <Badge tone="orange" icon={Hourglass}>
        Check your email
      </Badge>
    )
  }
  return <Badge {...looks[status]}>{STATUS_LABELS[status]}</Badge>
}

interface OfficeBadgeProps {
  booking: { status: BookingStatus; isHot: boolean; awaitingVerification: boolean }
}

/** The same for the office, which tells apart what has no driver to answer. */
export function OfficeStatusBadge({ booking: { status, isHot, awaitingVerification } }: OfficeBadgeProps) {
  if (awaitsCustomer({ status, awaitingVerification }))
    return (
      <Badge tone="orange" icon={Hourglass}>
        Not verified yet
      </Badge>
    )
  if (isHotJob({ status, isHot }))
    return (
      <Badge tone="orange" icon={Zap}>
        Hot
      </Badge>
    )
  return <Badge {...looks[status]}>{STATUS_LABELS[status]}</Badge>
}

interface Listed {
  name: string
  amount: number
  needAssembling: boolean
  needDisassembling: boolean
}

/** What goes into the van, by name, with what is taken apart or put together. */
export const ItemList = ({ items }: { items: readonly Listed[] }) => (
  <ul className="divide mt-2 plain">
    {items.map(({ name, amount, needAssembling, needDisassembling }) => (
      <li key={name} className="list-row flex row--apart g-3 t-sm figures-even py-1">
        <span>
          {name}
          {needDisassembling ? ', taken apart' : ''}
          {needAssembling ? ', put together' : ''}
        </span>
        <b>{amount}</b>
      </li>
    ))}
  </ul>
)
