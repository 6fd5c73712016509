import type { AccountMail } from './commands.ts'
import { greeting } from '../rules.ts'

interface Contacts {
  phone: string
  email: string
}

export const newAddressKind = 'change_email'

/** Email to the new address: following the link proves that it is theirs. */
export const newAddressMail = (to: { firstName: string; url: string }): AccountMail => ({
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
export const addressTakenMail = (to: { firstName: string; url: string }): AccountMail => ({
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
