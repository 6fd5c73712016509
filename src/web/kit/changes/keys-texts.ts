import type { listKeysLinks } from '#modules/bookings/changes/key-release-links/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDay, formatDayTime, formatTime, localDayOf, toLocal } from '#shared/local-time.ts'

/** A link for the keys, as either side of the booking sees it. */
export type KeysLinkShown = AnswerOf<typeof listKeysLinks>[number]

/** What the card of the links is about. */
export function keysTitle(links: readonly KeysLinkShown[]): string {
  const at = links.find(({ releasedAt }) => releasedAt)?.releasedAt
  if (at) return `Keys released at ${formatTime(toLocal(new Date(at)).minute)}`
  return links.some(({ withdrawnAt }) => !withdrawnAt) ? 'Keys not released yet' : 'Waiting for keys?'
}

export const keysFor = ({ forName }: Pick<KeysLinkShown, 'forName'>): string => forName ?? 'No name given'

/** Who made it and what became of it; `side` is looking. */
export function keysWords(
  { madeAt, madeBy, expiresAt, releasedAt, withdrawnAt }: KeysLinkShown,
  side: 'customer' | 'mover',
): string {
  const by = madeBy === null ? '' : ` by ${madeBy === side ? 'you' : `the ${madeBy}`}`
  const made = `Made${by} on ${formatDayTime(new Date(madeAt))}.`
  if (releasedAt) return `${made} Confirmed on ${formatDayTime(new Date(releasedAt))} that the keys were released.`
  if (withdrawnAt) return `${made} Withdrawn on ${formatDayTime(new Date(withdrawnAt))}.`
  const lastDay = localDayOf(new Date(new Date(expiresAt).getTime() - 1))
  return `${made} Not tapped yet. It works to the end of ${formatDay(lastDay)}.`
}
