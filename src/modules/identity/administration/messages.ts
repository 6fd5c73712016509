import type { StaffRole, Role } from '#shared/endpoint.ts'
import type { AccountMail } from '../profile/commands.ts'

export const invitedMail = (to: { firstName: string; by: string; role: StaffRole; url: string }): AccountMail => ({
  kind: 'staff_invited',
  title: 'You have an account in the Vanfare office',
  paragraphs: [
    `Hello ${to.firstName}, ${to.by} has added you to the office, as ${to.role}.`,
    'Follow the link to choose a password. It works once, for three days; after that, use “Forgot password” with this address.',
    'When you first log in, we ask you to set up two-step login with an app on your phone.',
  ],
  action: { label: 'Choose a password', url: to.url },
})

type Blocked = Role | 'hired'

interface To {
  firstName: string
  url: string
}

export const blockedMail = (
  { firstName, url, role }: To & { role: Blocked },
  contacts: { phone: string; email: string },
): AccountMail => ({
  kind: 'account_blocked',
  title: 'Your account is blocked',
  paragraphs: [
    `Hello ${firstName}, we have blocked your account and logged it out everywhere. ${AGREED[role]}`,
    `If you think that this is a mistake, call us on ${contacts.phone} or write to ${contacts.email}.`,
  ],
  action: { label: 'Go to Vanfare', url },
})

/** What becomes of moves and jobs ahead (ADR 0044). */
const AGREED: Record<Blocked, string> = {
  customer:
    'Moves you’ve booked still go ahead: their page opens by the link in our emails, and we change or cancel them for you.',
  driver: 'Your upcoming jobs will go to other drivers. You get a message about each, so don’t go to them.',
  hired: 'The owner of your van has been told that you can’t log in.',
  admin: 'A colleague did this and can undo it.',
}

export const unblockedMail = ({ firstName, url }: To): AccountMail => ({
  kind: 'account_unblocked',
  title: 'Your account is open again',
  paragraphs: [`Hello ${firstName}, your account is open again. Log in with your password.`],
  action: { label: 'Log in', url: `${url}/?dialog=login` },
})
