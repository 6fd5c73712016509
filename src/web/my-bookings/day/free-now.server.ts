import { findFreeNow } from '#modules/bookings/free-now/contract.ts'
import type { Call } from '#shared/call.ts'
import type { FreeNow } from './late-card.tsx'

/** Whoever could come instead of a late mover; null while nobody is late, or where it cannot be said. */
export async function readFreeNow(call: Call, id: string, isLate: boolean | undefined): Promise<FreeNow | null> {
  if (!isLate) return null
  const answer = await call(findFreeNow, { params: { id } })
  return answer.ok ? answer.data : null
}
