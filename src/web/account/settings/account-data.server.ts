import { data } from 'react-router'
import { getUser } from '#modules/identity/contract.ts'
import { listSessions } from '#modules/identity/sessions/contract.ts'
import { getTwoStep } from '#modules/identity/two-step/contract.ts'
import type { Call } from '#shared/call.ts'
import type { Account } from './account-view.ts'
import { lastUsedText } from './account-view.ts'

/** The account settings of any role; null for a visitor. */
export async function readAccount(call: Call, now: Date): Promise<Account | null> {
  const [user, sessions, twoStep] = await Promise.all([
    call(getUser),
    call(listSessions, { query: { pageSize: 100 } }),
    call(getTwoStep),
  ])
  if (!user.ok) return visitorOr(user.status)
  if (!sessions.ok) return visitorOr(sessions.status)
  if (!twoStep.ok) return visitorOr(twoStep.status)
  return {
    user: user.data,
    twoStep: twoStep.data,
    sessions: sessions.data.results.map(({ id, device, lastUsedAt, isCurrent }) => ({
      id,
      device: device ?? 'Unknown device',
      lastUsed: isCurrent ? 'Now' : lastUsedText(new Date(lastUsedAt), now),
      isCurrent,
    })),
  }
}

function visitorOr(status: number): null {
  if (status === 401 || status === 403) return null
  throw data(null, { status })
}
