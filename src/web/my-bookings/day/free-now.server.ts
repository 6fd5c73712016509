import { findFreeNow } from '#modules/bookings/late-replacement/contract.ts'
import type { Call } from '#shared/call.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { answerOf } from '#web/kit/forms/answer.server.ts'
import type { FreeNow } from './late-card.tsx'

/** Whoever could come instead of a late mover, or why that cannot be said; null while nobody is late. */
export async function readFreeNow(
  call: Call,
  id: string,
  isLate: boolean | undefined,
): Promise<Answer<FreeNow> | null> {
  return isLate ? answerOf(await call(findFreeNow, { params: { id } })) : null
}
