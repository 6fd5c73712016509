import type { AccountMail } from '../profile/commands.ts'

export const codeSms = (code: string): string =>
  `Vanfare: your code is ${code}. It works for 10 minutes. Nobody from Vanfare will ever ask you for it.`

export const phoneChangedMail = (
  to: { firstName: string; url: string },
  contacts: { phone: string; email: string },
): AccountMail => ({
  kind: 'phone_changed',
  title: 'Your phone number was changed',
  paragraphs: [
    `Hello ${to.firstName}, the phone number of your account was changed just now.`,
    `If it wasn’t you, change your password, then call us on ${contacts.phone} or write to ${contacts.email}.`,
  ],
  action: { label: 'Go to Vanfare', url: to.url },
})
