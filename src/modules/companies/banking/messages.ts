import { formatDayTime } from '#shared/local-time.ts'

interface About {
  firstName: string
  /** The last digits of the new account number. */
  accountTail: string
}

export const confirmAccountMail = ({ firstName, accountTail, url }: About & { url: string }) => ({
  subject: 'Confirm your bank account',
  mail: {
    title: 'Confirm your bank account',
    paragraphs: [
      `Hello ${firstName}, somebody logged in to your company entered a bank account ending ${accountTail}.`,
      'If it was you, confirm it within 24 hours. We start paying card jobs into it a day later.',
      'If it was not you, do not follow the link. Change your password now: somebody logged in as you did this.',
    ],
    action: { label: 'Confirm the account', url },
  },
})

export const accountConfirmedMail = ({
  firstName,
  accountTail,
  usableFrom,
  phone,
  email,
}: About & { usableFrom: Date; phone: string; email: string }) => ({
  subject: 'Your bank account was changed',
  mail: {
    title: 'Your bank account was changed',
    paragraphs: [
      `Hello ${firstName}, from ${formatDayTime(usableFrom)} card jobs are paid to the account ending ${accountTail}.`,
      `If it wasn’t you, call us before then on ${phone} or write to ${email}: nothing is paid to it until that time.`,
    ],
  },
})
