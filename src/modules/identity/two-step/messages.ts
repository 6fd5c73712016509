import type { AccountMail } from '../profile/commands.ts'

interface To {
  firstName: string
  url: string
  phone: string
  email: string
}

const ifNot = ({ phone, email }: To) =>
  `If it wasn’t you, change your password now, then call us on ${phone} or write to ${email}.`

export const twoStepOnMail = (to: To): AccountMail => ({
  kind: 'two_step_on',
  title: 'Two-step login is on',
  paragraphs: [
    `Hello ${to.firstName}, from now on your account asks for a code from your authenticator app after the password.`,
    'Keep the recovery codes somewhere safe: each of them gets you in once if you lose your phone.',
    ifNot(to),
  ],
  action: { label: 'Go to Vanfare', url: to.url },
})

export const twoStepOffMail = (to: To): AccountMail => ({
  kind: 'two_step_off',
  title: 'Two-step login is off',
  paragraphs: [`Hello ${to.firstName}, from now on your account asks only for the password.`, ifNot(to)],
  action: { label: 'Go to Vanfare', url: to.url },
})

export const recoveryCodeUsedMail = (to: To & { left: number }): AccountMail => ({
  kind: 'recovery_code_used',
  title: 'A recovery code was used',
  paragraphs: [
    `Hello ${to.firstName}, somebody logged in to your account with one of your recovery codes. You have ${to.left} left.`,
    ifNot(to),
  ],
  action: { label: 'Go to Vanfare', url: to.url },
})
