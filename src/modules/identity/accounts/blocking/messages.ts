import type { AccountMail } from '../mail/commands.ts'

interface To {
  firstName: string
  url: string
}

export const blockedMail = ({ firstName, url }: To, contacts: { phone: string; email: string }): AccountMail => ({
  kind: 'account_blocked',
  title: 'Your account is blocked',
  paragraphs: [
    `Hello ${firstName}, we have blocked your account and logged it out everywhere. What was agreed before still stands; we will sort it out with you.`,
    `If you think that this is a mistake, call us on ${contacts.phone} or write to ${contacts.email}.`,
  ],
  action: { label: 'Go to Vanfare', url },
})

export const unblockedMail = ({ firstName, url }: To): AccountMail => ({
  kind: 'account_unblocked',
  title: 'Your account is open again',
  paragraphs: [`Hello ${firstName}, your account is open again. Log in with your password.`],
  action: { label: 'Log in', url: `${url}/?dialog=login` },
})
