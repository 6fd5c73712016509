import type { AccountMail } from '../profile/commands.ts'

export const loginLinkMail = (to: { firstName: string; url: string }): AccountMail => ({
  kind: 'login_link',
  title: 'Log in from your device',
  paragraphs: [
    `Hello ${to.firstName}, somebody has tried wrong passwords on your account, so logging in was slowed down, and you asked for a way in.`,
    'Follow the link on the device that you want to log in with, then enter your password there. It works once, for 30 minutes, and only until you ask for another.',
    'If you didn’t ask for it, do nothing: without your password nobody gets in.',
  ],
  action: { label: 'Log in from here', url: to.url },
})
