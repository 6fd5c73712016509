import type { StaffRole } from '#shared/endpoint.ts'
import type { AccountMail } from '../mail/commands.ts'

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
