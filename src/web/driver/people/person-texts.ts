// A person and their check, in the words of the driver's pages.
import { CHECK_METHOD_LABELS } from '#modules/fleet/people/rules.ts'
import { formatDateUk } from '#shared/local-time.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'
import type { Person, Van } from './people.tsx'

export const nameOf = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`

/** Something is to be sent before they can go to a job, or soon. */
export const isPersonToDo = ({ lacks, standing, newest }: Person): boolean =>
  lacks.length > 0 ||
  standing === 'refused' ||
  standing === 'expired' ||
  (standing === 'expiring' && newest?.status !== 'pending')

export function personBadge(person: Person): { tone: BadgeTone; text: string } {
  const { lacks, standing, hasChanges, newest } = person
  if (lacks.length === 2) return { tone: 'off', text: 'Photo and check missing' }
  if (lacks.includes('photo')) return { tone: 'off', text: 'Photo missing' }
  if (standing === 'missing') return { tone: 'off', text: 'Check missing' }
  if (standing === 'refused') return { tone: 'red', text: 'Refused' }
  if (standing === 'expired') return { tone: 'red', text: 'Expired' }
  if (standing === 'pending') return { tone: 'blue-soft', text: 'Being checked' }
  if (hasChanges || newest?.status === 'pending') return { tone: 'blue-soft', text: 'Checked, changes waiting' }
  return standing === 'expiring' ? { tone: 'orange', text: 'Expires soon' } : { tone: 'green-soft', text: 'Checked' }
}

export function personLine({ current, newest }: Person): string {
  const check = current ?? newest
  if (!check) return 'No right-to-work check yet'
  const until = check.expiresOn ? `expires on ${formatDateUk(check.expiresOn)}` : 'no time limit'
  return `${CHECK_METHOD_LABELS[check.method]}, ${until}`
}

/** Why the office said no, to the check or to a new name or photo. */
export const reasonOf = ({ standing, newest, refusal }: Person): string | null =>
  refusal ?? (newest?.status === 'refused' && standing !== 'approved' ? newest.reason : null)

/** "Works on KX70 RMV and FJ15 ZZX". */
export function worksOnText({ unitIds }: Pick<Person, 'unitIds'>, vans: readonly Van[]): string {
  const own = vans.filter(({ id }) => unitIds.includes(id)).map(({ called }) => called)
  return own.length === 0 ? 'Works on no van yet' : `Works on ${new Intl.ListFormat('en-GB').format(own)}`
}
