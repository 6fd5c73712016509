import type { AccountMail } from '../profile/commands.ts'

export const resetMail = (to: { firstName: string; url: string }): AccountMail => ({
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
export const unconfirmedMail = (to: { firstName: string; url: string }): AccountMail => ({
  kind: 'reset_password_unconfirmed',
  title: 'Your account isn’t confirmed yet',
  paragraphs: [
    'Hello, somebody asked for a new password for this address. An account was opened with it, but the link to confirm it was never followed.',
    'Register again with the password that you want, and follow the link in the email that comes then.',
    'If it wasn’t you, do nothing.',
  ],
  action: { label: 'Go to Vanfare', url: to.url },
})

export const shutMail = (to: { firstName: string; url: string; phone: string; email: string }): AccountMail => ({
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
