import type { AccountMail } from '../profile/commands.ts'

interface Contacts {
  phone: string
  email: string
}

export const closingMail = (to: { firstName: string; url: string }): AccountMail => ({
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

export const restoredMail = (to: { firstName: string; url: string }): AccountMail => ({
  kind: 'account_restored',
  title: 'Your account is open again',
  paragraphs: [
    `Hello ${to.firstName}, our Customer Service has reopened your account. Everything is as it was.`,
    'Log in with your email address and password. If you have forgotten the password, choose "Forgot password" there.',
  ],
  action: { label: 'Log in', url: to.url },
})
