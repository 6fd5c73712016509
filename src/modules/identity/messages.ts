import type { StaffRole, Role } from '#shared/endpoint.ts'
import type { AccountMail } from './profile/commands.ts'
import { greeting } from './rules.ts'

interface Recipient {
  firstName: string
  url: string
}

/** Where our office is asked. */
interface Contacts {
  phone: string
  email: string
}

export const loginLinkMail = (to: Recipient): AccountMail => ({
  kind: 'login_link',
  title: 'Log in from your device',
  paragraphs: [
    `Hello ${to.firstName}, somebody has tried wrong passwords on your account, so logging in was slowed down, and you asked for a way in.`,
    'Follow the link on the device that you want to log in with, then enter your password there. It works once, for 30 minutes, and only until you ask for another.',
    'If you didn’t ask for it, do nothing: without your password nobody gets in.',
  ],
  action: { label: 'Log in from here', url: to.url },
})

export const resetMail = (to: Recipient): AccountMail => ({
  kind: 'reset_password',
  title: 'Choose a new password',
  paragraphs: [
    `Hello ${to.firstName}, somebody asked for a new password for your account.`,
    'Follow the link to choose one. It works once, for 30 minutes, and only until you ask for another.',
    'If it wasn’t you, do nothing: your password stays as it is.',
  ],
  action: { label: 'Choose a new password', url: to.url },
})

/** The address was never verified, so there is no password to reset. */
export const unconfirmedMail = (to: Recipient): AccountMail => ({
  kind: 'reset_password_unconfirmed',
  title: 'Your account isn’t confirmed yet',
  paragraphs: [
    'Hello, somebody asked for a new password for this address. An account was opened with it, but the link to confirm it was never followed.',
    'Register again with the password that you want, and follow the link in the email that comes then.',
    'If it wasn’t you, do nothing.',
  ],
  action: { label: 'Go to Vanfare', url: to.url },
})

export const shutMail = (to: Recipient & Contacts): AccountMail => ({
  kind: 'reset_password_shut',
  title: 'Your account isn’t open',
  paragraphs: [
    `Hello ${to.firstName}, somebody asked for a new password for your account. It is closed or blocked, so nothing was changed.`,
    `If you want to use it again, call us on ${to.phone} or write to ${to.email}.`,
  ],
  action: { label: 'Go to Vanfare', url: to.url },
})

export const passwordChangedMail = (to: {
  firstName: string
  url: string
  phone: string
  email: string
}): AccountMail => ({
  kind: 'password_changed',
  title: 'Your password was changed',
  paragraphs: [
    `Hello ${to.firstName}, the password of your account was changed just now, and every other device was logged out.`,
    `If it wasn’t you, choose a new password with "Forgot password" at once, then call us on ${to.phone} or write to ${to.email}.`,
  ],
  action: { label: 'Go to Vanfare', url: to.url },
})

const ifNot = ({ phone, email }: Recipient & Contacts) =>
  `If it wasn’t you, change your password now, then call us on ${phone} or write to ${email}.`

export const twoStepOnMail = (to: Recipient & Contacts): AccountMail => ({
  kind: 'two_step_on',
  title: 'Two-step login is on',
  paragraphs: [
    `Hello ${to.firstName}, from now on your account asks for a code from your authenticator app after the password.`,
    'Keep the recovery codes somewhere safe: each of them gets you in once if you lose your phone.',
    ifNot(to),
  ],
  action: { label: 'Go to Vanfare', url: to.url },
})

export const twoStepOffMail = (to: Recipient & Contacts): AccountMail => ({
  kind: 'two_step_off',
  title: 'Two-step login is off',
  paragraphs: [`Hello ${to.firstName}, from now on your account asks only for the password.`, ifNot(to)],
  action: { label: 'Go to Vanfare', url: to.url },
})

export const recoveryCodeUsedMail = (to: Recipient & Contacts & { left: number }): AccountMail => ({
  kind: 'recovery_code_used',
  title: 'A recovery code was used',
  paragraphs: [
    `Hello ${to.firstName}, somebody logged in to your account with one of your recovery codes. You have ${to.left} left.`,
    ifNot(to),
  ],
  action: { label: 'Go to Vanfare', url: to.url },
})

export const codeSms = (code: string): string =>
  `Vanfare: your code is ${code}. It works for 10 minutes. Nobody from Vanfare will ever ask you for it.`

export const phoneChangedMail = (to: Recipient, contacts: Contacts): AccountMail => ({
  kind: 'phone_changed',
  title: 'Your phone number was changed',
  paragraphs: [
    `Hello ${to.firstName}, the phone number of your account was changed just now.`,
    `If it wasn’t you, change your password, then call us on ${contacts.phone} or write to ${contacts.email}.`,
  ],
  action: { label: 'Go to Vanfare', url: to.url },
})

export const closingMail = (to: Recipient): AccountMail => ({
  kind: 'delete_account',
  title: 'Close your account?',
  paragraphs: [
    `Hello ${to.firstName}, you asked to close your Vanfare account.`,
    'Follow the link to close it. You have 30 days to come back by calling us; after that your personal data is erased, except what tax law requires us to keep of past bookings.',
    'The link works once, for 24 hours. If it wasn’t you, do nothing and change your password.',
  ],
  action: { label: 'Close my account', url: to.url },
})

export const closedMail = (
  to: { firstName: string; erasedOn: string; url: string },
  contacts: Contacts,
): AccountMail => ({
  kind: 'account_closed',
  title: 'Your account is closed',
  paragraphs: [
    `Hello ${to.firstName}, your account is closed and every device is logged out. On ${to.erasedOn} your personal data is erased.`,
    `If you want to come back before then, call us on ${contacts.phone} or write to ${contacts.email}.`,
  ],
  action: { label: 'Go to Vanfare', url: to.url },
})

export const restoredMail = (to: Recipient): AccountMail => ({
  kind: 'account_restored',
  title: 'Your account is open again',
  paragraphs: [
    `Hello ${to.firstName}, our Customer Service has reopened your account. Everything is as it was.`,
    'Log in with your email address and password. If you have forgotten the password, choose "Forgot password" there.',
  ],
  action: { label: 'Log in', url: to.url },
})

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

export const blockedMail = (
  { firstName, url, role }: Recipient & { role: Blocked },
  contacts: Contacts,
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

export const unblockedMail = ({ firstName, url }: Recipient): AccountMail => ({
  kind: 'account_unblocked',
  title: 'Your account is open again',
  paragraphs: [`Hello ${firstName}, your account is open again. Log in with your password.`],
  action: { label: 'Log in', url: `${url}/?dialog=login` },
})

export const newAddressKind = 'change_email'

/** Email to the new address: following the link proves that it is theirs. */
export const newAddressMail = (to: Recipient): AccountMail => ({
  kind: newAddressKind,
  title: 'Confirm your new email address',
  paragraphs: [
    `${greeting(to.firstName)}, you asked to use this address for your Vanfare account.`,
    'Follow the link to confirm that it is yours. It works once, for 24 hours; until then your account keeps its old address.',
    'If it wasn’t you, do nothing.',
  ],
  action: { label: 'Use this address', url: to.url },
})

/** Email to the owner of an address that another account wants to use. */
export const addressTakenMail = (to: Recipient): AccountMail => ({
  kind: 'change_email_taken',
  title: 'This address has an account already',
  paragraphs: [
    `Hello ${to.firstName}, somebody asked to use this address for another Vanfare account. You have one with it already, so nothing was changed.`,
    'If it was you, log in to that account instead. If it wasn’t, do nothing.',
  ],
  action: { label: 'Go to Vanfare', url: to.url },
})

/** Email to the account's current address, before any change. */
export const oldAddressMail = (
  to: { firstName: string; newAddress: string; url: string },
  contacts: Contacts,
): AccountMail => ({
  kind: 'change_email_asked',
  title: 'Your email address is about to change',
  paragraphs: [
    `Hello ${to.firstName}, you asked to use ${to.newAddress} for your account from now on. It changes once the link that we emailed there is followed.`,
    `If it wasn’t you, change your password now, which stops this, then call us on ${contacts.phone} or write to ${contacts.email}.`,
  ],
  action: { label: 'Go to Vanfare', url: to.url },
})

export const addressChangedMail = (
  to: { firstName: string; newAddress: string; url: string },
  contacts: Contacts,
): AccountMail => ({
  kind: 'email_changed',
  title: 'Your email address was changed',
  paragraphs: [
    `Hello ${to.firstName}, your account uses ${to.newAddress} now. This is the last message to this address.`,
    `If it wasn’t you, call us on ${contacts.phone} or write to ${contacts.email} at once.`,
  ],
  action: { label: 'Go to Vanfare', url: to.url },
})
