// Why a unit gets no bookings, and what to do about it. During setup there is a separate prompt.
import { documentPlace } from '#modules/fleet/documents/rules.ts'
import { unitPeoplePlace } from '#modules/fleet/people/rules.ts'
import { possessive, unitCalled } from '#modules/fleet/units/rules.ts'
import type { Check, Lack } from '#modules/onboarding/rules.ts'
import type { UnitState } from '../page/root-data.ts'

export interface NoBookings {
  tone: 'info' | 'warn' | 'bad'
  title: string
  text: string
  /** The page on which to fix it. */
  to: string
  action: string
}

const pricing = '/settings/operations-and-pricing'
const HOURS = '/working-unit/working-hours'

/** These pages already say that there are no hours. */
export const ASK_FOR_HOURS: readonly string[] = ['/driver-profile', '/calendar', HOURS]

/** The text for each missing thing, and the page to fix it on. */
export const LACKING: Record<Lack, { text: string; to: string; action: string }> = {
  van: { text: 'You haven’t added a van.', to: '/settings/driving-profile', action: 'Enter the van' },
  documents: {
    text: 'A document is missing or has expired.',
    to: '/settings/driving-profile',
    action: 'Send the document',
  },
  people: {
    text: 'No one who works on this van has sent a right-to-work check.',
    to: '/settings/people',
    action: 'Add your people',
  },
  crew: {
    text: 'This van can’t bring the crews that you have rates for.',
    to: '/working-unit#jobs',
    action: 'See who can come',
  },
  area: { text: 'You haven’t chosen an operating area.', to: pricing, action: 'Choose the area' },
  rates: {
    text: 'There are no hourly rates for this van and the help it offers.',
    to: `${pricing}-hourly-rates`,
    action: 'Enter its rates',
  },
  mileage: { text: 'Your mileage isn’t saved.', to: `${pricing}-route-and-milleage`, action: 'Save the mileage' },
  terms: { text: 'You haven’t written your terms.', to: `${pricing}-terms`, action: 'Write your terms' },
  logo: { text: 'Your company has no logo.', to: '/settings/marketing', action: 'Add a logo' },
  description: { text: 'Your company has no description.', to: '/settings/marketing', action: 'Describe it' },
  photo: { text: 'Your company shows no photo.', to: '/settings/marketing', action: 'Add a photo' },
  bank_account: {
    text: 'Your bank account isn’t confirmed.',
    to: '/settings/payment-setup',
    action: 'Add the bank account',
  },
  phone: { text: 'Your phone number isn’t confirmed.', to: '/settings/general', action: 'Confirm the number' },
  insurance_number: {
    text: 'Your insurance number is missing.',
    to: '/settings/general',
    action: 'Enter the number',
  },
  hours: { text: 'No working hours are set.', to: HOURS, action: 'Set working hours' },
}

/** What a text about a missing thing needs to know of its unit. */
export type LackingUnit = Pick<
  UnitState,
  'id' | 'name' | 'registration' | 'crews' | 'peopleToChoose' | 'refused' | 'refusedDocuments'
>

/** What is missing of a unit, and where to mend it: with too few people the page of people, not the unit's jobs. */
export function lackingOf(lack: Lack, unit: LackingUnit): (typeof LACKING)[Lack] {
  if ((lack === 'documents' || lack === 'people') && unit.refused.includes(lack)) return refusedOf(lack, unit)
  const isPeople =
    lack === 'people' || (lack === 'crew' && unit.crews.some(({ whyNot: blockedBy }) => blockedBy === 'people'))
  if (!isPeople) return LACKING[lack]
  const van = unit.registration ?? unit.name
  if (unit.peopleToChoose > 0)
    return {
      text:
        lack === 'people'
          ? `You haven’t chosen who works on ${van}.`
          : `Your rates for ${van} are for more people than work on it.`,
      to: `/settings/people#${unitPeoplePlace(unit.id)}`,
      action: `Choose who works on ${van}`,
    }
  if (lack === 'people') return LACKING.people
  return {
    text: 'Your rates for this van are for more people than we’ve checked.',
    to: '/settings/people',
    action: 'Add your people',
  }
}

/** What of a unit the office has refused, and where its reason is. */
const REFUSED: Record<Check, Pick<NoBookings, 'text' | 'to' | 'action'>> = {
  van: {
    text: 'The details of the van were refused.',
    to: '/settings/driving-profile',
    action: 'See why, and correct them',
  },
  documents: {
    text: 'A document was refused.',
    to: '/settings/driving-profile',
    action: 'See why, and send another',
  },
  people: { text: 'A right-to-work check was refused.', to: '/settings/people', action: 'See why, and answer' },
}

/** What the office has refused; the link leads to the first document. */
function refusedOf(check: Check, { refusedDocuments }: Pick<UnitState, 'refusedDocuments'>) {
  const refusal = REFUSED[check]
  const [first] = refusedDocuments
  return check === 'documents' && first ? { ...refusal, to: `${refusal.to}#${documentPlace(first)}` } : refusal
}

/** The text names every refusal; the link leads to the first. */
function refusalOf(unit: UnitState): Pick<NoBookings, 'text' | 'to' | 'action'> {
  const refusals = unit.refused.map((check) => refusedOf(check, unit))
  return { ...(refusals[0] ?? REFUSED.documents), text: refusals.map(({ text }) => text).join(' ') }
}

/** Null if it takes jobs or is still being set up. A company's only unit is "you"; otherwise it is named. */
export function reasonForNoBookings(unit: UnitState, isOnlyUnit: boolean): NoBookings | null {
  const { status, statusReason, lacks, hasHours } = unit
  const name = unitCalled(unit)
  const title = isOnlyUnit ? 'You’re not getting bookings' : `${name} isn’t getting bookings`
  const [first] = lacks
  switch (status) {
    case 'operating':
      return null
    case 'insurance_expires_soon':
      return {
        tone: 'warn',
        title: isOnlyUnit ? 'A document expires soon' : `One of ${possessive(name)} documents expires soon`,
        text: 'Jobs stop on the day it does.',
        to: '/settings/driving-profile',
        action: 'Send the new one',
      }
    case 'blocked':
    case 'deactivated':
      return {
        tone: 'bad',
        title: isOnlyUnit ? 'We’ve paused your account' : `We’ve paused ${name}`,
        text: statusReason ?? '',
        to: '/driver-profile#appeal',
        action: 'Read why, and appeal',
      }
    case 'deactivated_by_you':
      return {
        tone: 'info',
        title,
        text: isOnlyUnit ? 'You’re on a break.' : 'This van is on a break.',
        to: '/working-unit',
        action: 'Turn it back on',
      }
    case 'verification_failed':
      return {
        tone: 'bad',
        title,
        ...refusalOf(unit),
      }
    case 'pending_verification': {
      // A reason is what of the van waits; without one it is documents or people.
      const checked = statusReason ? 'van details' : 'documents'
      return {
        tone: 'info',
        title: isOnlyUnit ? `We’re checking your ${checked}` : `We’re checking ${possessive(name)} ${checked}`,
        text: statusReason ?? 'Usually within a day. We’ll email you.',
        to: '/settings/driving-profile',
        action: statusReason ? 'See the details' : 'See the documents',
      }
    }
    case 'ready_to_start':
      return {
        tone: 'warn',
        title,
        ...LACKING.hours,
      }
    default:
      return hasHours && first ? { tone: 'bad', title, ...lackingOf(first, unit) } : null
  }
}
