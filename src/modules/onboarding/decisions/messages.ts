import type { CompanyNotice } from '#modules/companies/commands.ts'
import type { Mail } from '#modules/notifications/rules.ts'
import type { NewMail } from '#modules/notifications/commands.ts'
import { formatDateUk, type LocalDay } from '#shared/local-time.ts'
import type { UnitDetails } from '../messages.ts'

/** What the office tells a driver of stops and appeals, and its own colleagues of both. */

/** A statement of reasons, with the way to object. */
export function unitStopped(
  unit: UnitDetails,
  { isBlocked, reason, email }: { isBlocked: boolean; reason: string | null; email: string },
): CompanyNotice {
  const done = isBlocked ? 'blocked' : 'deactivated'
  return {
    kind: `unit_${done}`,
    subject: `${unit.name} was ${done}`,
    subjectId: unit.id,
    sms: `Vanfare: ${unit.name} was ${done} and is offered no jobs. The reason and how to appeal: ${unit.appealUrl}`,
    mail: {
      title: `${unit.name} was ${done}`,
      paragraphs: [
        `From now on it is offered no jobs, and those that it still has go to other drivers. The reason: ${reason ?? ''}`,
        `If you think that this is wrong, appeal on your driver profile or write to ${email}. Tell us what’s wrong and add any evidence. We’ll review it and let you know the outcome.`,
      ],
      action: { label: 'Appeal', url: unit.appealUrl },
    },
  }
}

/** `next` are the sentences on the unit's status as it is then. */
export const blockLifted = (unit: UnitDetails, reason: string | null, next: readonly string[]): CompanyNotice => ({
  kind: 'unit_restored',
  subject: `${unit.name} is back`,
  subjectId: unit.id,
  sms: `Vanfare: we’ve lifted the block on ${unit.name}. ${unit.profileUrl}`,
  mail: {
    title: `${unit.name} is back`,
    paragraphs: ['We’ve lifted the block.', ...(reason ? [reason] : []), ...next],
    action: { label: 'See your profile', url: unit.profileUrl },
  },
})

export const appealUpheld = (
  unit: UnitDetails,
  { reason, againFrom, email }: { reason: string | null; againFrom: LocalDay; email: string },
): CompanyNotice => ({
  kind: 'appeal_answered',
  subject: `Your appeal: our decision about ${unit.name} stands`,
  subjectId: unit.id,
  sms: `Vanfare: we looked at your appeal. Our decision about ${unit.name} stands. The reason: ${unit.profileUrl}`,
  mail: {
    title: `Our decision about ${unit.name} stands`,
    paragraphs: [
      `We’ve looked at your appeal again and we’re not changing our decision. The reason: ${reason ?? ''}`,
      `You can appeal again from ${formatDateUk(againFrom)}, best with something that we haven’t seen yet. Questions in the meantime go to ${email}.`,
    ],
    action: { label: 'See your profile', url: unit.profileUrl },
  },
})

/** One message of two: the first gives the subject. */
export const mergeNotices = (notice: CompanyNotice, other: CompanyNotice): CompanyNotice => ({
  ...notice,
  mail: { ...notice.mail, paragraphs: [...notice.mail.paragraphs, ...other.mail.paragraphs] },
})

/** A unit as a colleague of the office has to recognise it. */
export interface StoppedUnit {
  id: string
  name: string
  company: string
  registration: string | null
  /** Address of the desk. */
  url: string
}

type OfficeMail = Omit<NewMail, 'channel' | 'to'>

const officeMail = (kind: string, unit: StoppedUnit, subject: string, mail: Mail): OfficeMail => ({
  kind,
  subject,
  subjectId: unit.id,
  mail,
})

const called = ({ name, company, registration }: StoppedUnit): string =>
  [company, registration ?? name].filter(Boolean).join(', ')

export const appealCame = (unit: StoppedUnit, text: string): OfficeMail =>
  officeMail('office_appeal', unit, `Appeal: ${called(unit)}`, {
    title: `${called(unit)} appeals`,
    paragraphs: [text],
    action: { label: 'Answer the appeal', url: unit.url },
  })

export const officeStopped = (
  unit: StoppedUnit,
  { isBlocked, reason, by }: { isBlocked: boolean; reason: string | null; by: string | null },
): OfficeMail => {
  const done = isBlocked ? 'blocked' : 'deactivated'
  return officeMail('office_stopped', unit, `${isBlocked ? 'Blocked' : 'Deactivated'}: ${called(unit)}`, {
    title: `${called(unit)} was ${done}`,
    paragraphs: [`${by ?? 'The office'} ${done} ${unit.name}. The reason: ${reason ?? ''}`],
    action: { label: 'See the unit', url: unit.url },
  })
}
