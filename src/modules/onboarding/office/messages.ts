import type { CompanyNotice } from '#modules/companies/commands.ts'
import { possessive } from '#modules/fleet/units/rules.ts'
import { formatDateUk, type LocalDay } from '#shared/local-time.ts'

/** Notices to an owner about their people. */

export interface PersonForNotice {
  id: string
  name: string
  /** The page of the company's people. */
  url: string
}

export function personDecided(
  person: PersonForNotice,
  { isApproved, reason }: { isApproved: boolean; reason: string },
): CompanyNotice {
  const title = isApproved ? `${person.name} is checked` : `We couldn’t approve ${person.name}`
  return {
    kind: 'person_checked',
    subject: title,
    subjectId: person.id,
    sms: `Vanfare: ${title}. ${person.url}`,
    mail: {
      title,
      paragraphs: isApproved
        ? [`${person.name} can now be named for your jobs. Customers see the first name and the photo.`]
        : [`The reason: ${reason}`, 'Put it right and send it again; we’ll check it at once.'],
      action: { label: 'See your people', url: person.url },
    },
  }
}

export const personExpiresSoon = (
  person: PersonForNotice,
  expiresOn: LocalDay,
  isRenewalWaiting: boolean,
): CompanyNotice => ({
  kind: 'person_expires_soon',
  subject: `${possessive(person.name)} right-to-work check expires on ${formatDateUk(expiresOn)}`,
  subjectId: person.id,
  sms: `Vanfare: ${possessive(person.name)} right-to-work check expires on ${formatDateUk(expiresOn)}. Send a new one before then. ${person.url}`,
  mail: {
    title: 'A right-to-work check expires soon',
    paragraphs: [
      `${possessive(person.name)} right-to-work check expires on ${formatDateUk(expiresOn)}.`,
      isRenewalWaiting
        ? 'You have sent the new one, and we are checking it.'
        : `Send a new one before then. From that day ${person.name} can’t go to jobs, and your vans are offered with one person fewer.`,
    ],
    action: { label: 'Send a new check', url: person.url },
  },
})

export const personExpired = (person: PersonForNotice): CompanyNotice => ({
  kind: 'person_expired',
  subject: `${possessive(person.name)} right-to-work check has expired`,
  subjectId: person.id,
  sms: `Vanfare: ${possessive(person.name)} right-to-work check has expired. ${person.name} can’t go to jobs until a new one is approved. ${person.url}`,
  mail: {
    title: 'A right-to-work check has expired',
    paragraphs: [
      `${possessive(person.name)} right-to-work check has expired, so ${person.name} can’t go to jobs and no longer counts towards your crews.`,
      `If ${person.name} is down for an upcoming job, choose someone else who has been checked. Send a new check: once it’s approved, ${person.name} counts again.`,
    ],
    action: { label: 'Send a new check', url: person.url },
  },
})
