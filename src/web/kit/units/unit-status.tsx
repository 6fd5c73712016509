import {
  Ban,
  CirclePause,
  CircleX,
  Hourglass,
  KeyRound,
  Pencil,
  Power,
  ShieldCheck,
  TriangleAlert,
  Truck,
  type LucideIcon,
} from 'lucide-react'
import { UNIT_STATUS_LABELS, type UnitStatus } from '#modules/fleet/units/rules.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

const looks: Record<UnitStatus, { tone: BadgeTone; icon: LucideIcon }> = {
  not_ready_for_a_job: { tone: 'off', icon: Pencil },
  pending_verification: { tone: 'blue-soft', icon: Hourglass },
  verification_failed: { tone: 'red', icon: CircleX },
  verification_completed: { tone: 'green-soft', icon: ShieldCheck },
  ready_to_start: { tone: 'yellow', icon: KeyRound },
  operating: { tone: 'green', icon: Truck },
  insurance_expires_soon: { tone: 'orange', icon: TriangleAlert },
  blocked: { tone: 'red-solid', icon: Ban },
  deactivated_by_you: { tone: 'off', icon: CirclePause },
  deactivated: { tone: 'off', icon: Power },
}

export function UnitStatusBadge({ status }: { status: UnitStatus }) {
  return <Badge {...looks[status]}>{UNIT_STATUS_LABELS[status]}</Badge>
}
