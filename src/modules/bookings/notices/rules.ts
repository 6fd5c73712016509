import type { MailSign } from '#modules/notifications/rules.ts'
import { isStairs, NO_STAIRS, stairsLabel } from '#modules/fleet/rules.ts'
import { formatDayTime } from '#shared/local-time.ts'
import type { Agreement } from '../documents/rules.ts'

/** When and where, for the green head of a mail. Pure. */

/** Places for drivers: towns only, because streets are shown once a job is theirs. */
export const townsOn = ({ start, from, to }: { start: Date; from: string; to: string }): MailSign => ({
  when: formatDayTime(start),
  stops: [{ name: from }, { name: to }],
})

/** Places for the customer: the addresses that were booked, so that a slip is seen at once. */
export const addressesOn = ({ start, agreed }: { start: Date; agreed: Agreement }): MailSign => ({
  when: formatDayTime(start),
  stops: agreed.points.map(({ flatAndHouse, formattedAddress, postcode, town, stairs }) => ({
    name: [flatAndHouse, formattedAddress].filter(Boolean).join(', ') || town,
    detail: [postcode, ...(stairs !== NO_STAIRS && isStairs(stairs) ? [stairsLabel(stairs)] : [])].join(', '),
  })),
})
