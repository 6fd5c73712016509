import type { CompanyNotice } from '#modules/companies/commands.ts'
import { VAN_PLACE } from '#modules/fleet/documents/declarations-rules.ts'
import { DOCUMENT_LABELS, documentPlace, type DocumentKind } from '#modules/fleet/documents/rules.ts'
import { nameOf, type HeldBooking } from '#modules/fleet/queries.ts'
import { possessive, type UnitStatus } from '#modules/fleet/units/rules.ts'
import { formatDateUk, type LocalDay } from '#shared/local-time.ts'

/** Messages to drivers about their documents and units. */

export interface UnitDetails {
  id: string
  /** Name with its plate, because an owner may have several. */
  name: string
  status: UnitStatus
  /** The unit's page for submitting documents. */
  url: string
  profileUrl: string
  /** The box on its profile for objecting to a decision. */
  appealUrl: string
}

/** Address of the unit's page for documents, at one of them. */
const urlAt = ({ url }: UnitDetails, kind: DocumentKind | undefined): string =>
  kind ? `${url}#${documentPlace(kind)}` : url

const nextSentence: Partial<Record<UnitStatus, string>> = {
  verification_completed: 'All documents are approved. Finish the rest of your profile and you can start.',
  ready_to_start:
    'All documents are approved and your profile is complete. Save your working hours and jobs start coming in.',
  operating: 'The unit is live. Jobs can come in now.',
  insurance_expires_soon: 'The unit is live, but one of its documents expires soon.',
  pending_verification: 'The other documents are still being checked.',
  not_ready_for_a_job: 'Some documents are still missing.',
  verification_failed: 'Send the refused documents again and we’ll check them at once.',
}
/** What a status means for the driver, where there is something to say. */
export function nextSentences(status: UnitStatus): string[] {
  const next = nextSentence[status]
  return next ? [next] : []
}

/** Label of a van's facts in the office and its emails. */
export const VAN_LABEL = 'Details of the van'

export function documentsChecked(
  unit: UnitDetails,
  decided: readonly { kind: DocumentKind | null; label: string; isApproved: boolean; reason: string | null }[],
): CompanyNotice {
  const refused = decided.filter(({ isApproved }) => !isApproved)
  const [first] = refused
  // The link opens the place of the first item to send again.
  const url = first ? `${unit.url}#${first.kind ? documentPlace(first.kind) : VAN_PLACE}` : unit.profileUrl
  const approved = decided.filter(({ isApproved }) => isApproved).map(({ label }) => label)
  const isOfVan = decided.every(({ label }) => label === VAN_LABEL)
  const one = isOfVan ? 'The details of your van' : 'A document'
  const all = isOfVan ? 'The details of your van' : 'Your documents'
  const title = refused.length > 0 ? `${one} ${isOfVan ? 'need' : 'needs'} another look` : `${all} are approved`
  return {
    kind: 'documents_checked',
    subject: `${title}: ${unit.name}`,
    subjectId: unit.id,
    sms: `Vanfare: ${unit.name}: ${title}. ${url}`,
    mail: {
      title: `${title}: ${unit.name}`,
      paragraphs: [
        ...refused.map(({ label, reason }) => `${label} was refused: ${reason ?? ''}`),
        ...(approved.length > 0 ? [`Approved: ${approved.join(', ')}.`] : []),
        ...nextSentences(unit.status),
      ],
      action: { label: refused.length > 0 ? 'Send it again' : 'See the profile', url },
    },
  }
}

export interface ExpiringDocument {
  kind: DocumentKind
  expiresOn: LocalDay
  /** A new document has been submitted and awaits checking. */
  isRenewalWaiting: boolean
}

export function documentsExpireSoon(unit: UnitDetails, documents: readonly ExpiringDocument[]): CompanyNotice {
  const list = documents.map(({ kind, expiresOn }) => `${DOCUMENT_LABELS[kind]} expires on ${formatDateUk(expiresOn)}`)
  const isWaiting = documents.every(({ isRenewalWaiting }) => isRenewalWaiting)
  const url = urlAt(unit, documents[0]?.kind)
  return {
    kind: 'documents_expire_soon',
    subject: `${list[0] ?? 'A document expires soon'}: ${unit.name}`,
    subjectId: unit.id,
    sms: `Vanfare: ${unit.name}: ${list.join('; ')}. Send the new one before then. ${url}`,
    mail: {
      title: `${unit.name}: a document expires soon`,
      paragraphs: [
        ...list.map((text) => `${text}.`),
        isWaiting
          ? 'You have sent the new one, and we are checking it. The old one counts until it expires.'
          : 'Send the new one before then. The old one counts until it expires; from that day the unit takes no jobs until a new one is approved.',
      ],
      action: { label: 'Send the new document', url },
    },
  }
}

const AHEAD = 'If you can’t do a booking without it, hand it back now so that the customer can find another driver.'

export function documentsExpired(unit: UnitDetails, kinds: readonly DocumentKind[]): CompanyNotice {
  const list = kinds.map((kind) => DOCUMENT_LABELS[kind]).join(', ')
  const url = urlAt(unit, kinds[0])
  return {
    kind: 'documents_expired',
    subject: `${unit.name} takes no jobs: ${list} has expired`,
    subjectId: unit.id,
    sms: `Vanfare: ${list} has expired, so ${unit.name} is offered no jobs. Send the new one: ${url}`,
    mail: {
      title: `${unit.name}: a document has expired`,
      paragraphs: [
        `${list} has expired, so ${unit.name} is offered no new jobs.`,
        'Send the new one; as soon as it is approved, the unit can take jobs again.',
        AHEAD,
      ],
      action: { label: 'Send the new document', url },
    },
  }
}

/** They exist because the documents changed after they were booked: nothing new is booked for such a day. */
export function bookingsUncovered(unit: UnitDetails, held: readonly HeldBooking[]): CompanyNotice {
  const count = held.length === 1 ? 'a booking' : `${held.length} bookings`
  return {
    kind: 'bookings_uncovered',
    subject: `${possessive(unit.name)} documents no longer cover ${count}`,
    subjectId: unit.id,
    sms: `Vanfare: ${possessive(unit.name)} documents no longer cover ${count}. Send new ones before then. ${unit.url}`,
    mail: {
      title: `Documents missing for ${count}`,
      paragraphs: [
        `${possessive(unit.name)} documents don’t cover the day of:`,
        ...held.slice(0, 20).map((booking) => nameOf(booking)),
        ...(held.length > 20 ? [`and ${held.length - 20} more.`] : []),
        `${held.length === 1 ? 'It still goes ahead' : 'They still go ahead'} for now. Send documents that cover ${held.length === 1 ? 'that day' : 'those days'}.`,
        AHEAD,
      ],
      action: { label: 'Send the documents', url: unit.url },
    },
  }
}

/** Notice about a van that never had a certificate on file, so none has expired. */
export const motIsDue = (unit: UnitDetails): CompanyNotice => ({
  kind: 'mot_due',
  subject: `${unit.name} takes no jobs: its van needs an MOT now`,
  subjectId: unit.id,
  sms: `Vanfare: ${possessive(unit.name)} van now needs an MOT certificate on file, so it is offered no jobs. Send it: ${urlAt(unit, 'mot')}`,
  mail: {
    title: 'Your van needs an MOT',
    paragraphs: [
      `${possessive(unit.name)} van is now old enough to need an MOT certificate on file. Until one is approved it is offered no new jobs.`,
      AHEAD,
    ],
    action: { label: 'Send the certificate', url: urlAt(unit, 'mot') },
  },
})

export function motDueSoon(unit: UnitDetails, day: LocalDay): CompanyNotice {
  return {
    kind: 'mot_due',
    subject: `${possessive(unit.name)} MOT is needed from ${formatDateUk(day)}`,
    subjectId: unit.id,
    sms: `Vanfare: from ${formatDateUk(day)} ${unit.name} needs an MOT certificate on file. ${urlAt(unit, 'mot')}`,
    mail: {
      title: 'Your van needs an MOT',
      paragraphs: [
        `From ${formatDateUk(day)} ${possessive(unit.name)} van is old enough to need an MOT certificate on file. Without one it is offered no jobs from that day.`,
      ],
      action: { label: 'Send the certificate', url: urlAt(unit, 'mot') },
    },
  }
}

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
