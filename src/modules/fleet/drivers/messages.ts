import { greeting } from '#modules/identity/rules.ts'
import type { AccountMail } from '#modules/identity/profile/commands.ts'
import { companyInMail } from './rules.ts'

interface Unit {
  companyName: string
  /** Registration of the van, or the unit's name while it has none. */
  unit: string
}

/** Email to an address that may be a stranger's: it explains the link and asks for no other data. */
export const invitationMail = (to: Unit & { firstName: string | null; until: string; url: string }): AccountMail => ({
  kind: 'driver_invitation',
  title: 'Drive a van on Vanfare',
  subject: `${companyInMail(to.companyName)} invites you to drive a van`,
  paragraphs: [
    `${greeting(to.firstName ?? '')}, ${companyInMail(to.companyName)} would like you to drive their van${to.unit ? ` ${to.unit}` : ''} and have a login of your own.`,
    'With it you see the calendar and the jobs of that van, who comes along, and the cash to take. You see no prices, no bank details and no other vans.',
    `The link works once, until ${to.until}. If you don’t know the company, ignore this email: no one will know whether you’ve read it.`,
  ],
  action: { label: 'See the invitation', url: to.url },
})

/** Email to the owner. */
export const joinedMail = (to: { firstName: string; driver: string; unit: string; url: string }): AccountMail => ({
  kind: 'driver_joined',
  title: `${to.driver} drives ${to.unit} now`,
  paragraphs: [
    `Hello ${to.firstName}, ${to.driver} has accepted your invitation and can see the calendar and the jobs of ${to.unit}.`,
    'You can end the access at any time, on the van’s page.',
  ],
  action: { label: 'See the van', url: to.url },
})

/** Email to the owner, if the driver has closed the account. */
export const leftMail = (to: { firstName: string; driver: string; unit: string; url: string }): AccountMail => ({
  kind: 'driver_left',
  title: `${to.driver} no longer drives ${to.unit}`,
  paragraphs: [
    `Hello ${to.firstName}, ${to.driver} has closed their account, so nobody but you sees the jobs of ${to.unit} now.`,
    'The jobs stay as they are. You can invite somebody else on the van’s page.',
  ],
  action: { label: 'See the van', url: to.url },
})

/** Email to the owner, if we have blocked the driver's account. The reason is between the driver and us. */
export const blockedDriverMail = (to: {
  firstName: string
  driver: string
  unit: string
  url: string
}): AccountMail => ({
  kind: 'driver_blocked',
  title: `${to.driver} can’t log in at the moment`,
  paragraphs: [
    `Hello ${to.firstName}, we have blocked ${to.driver}’s account, so nobody but you sees the jobs of ${to.unit} now.`,
    'The jobs stay yours. Drive them yourself, invite somebody else on the van’s page, or hand back in good time what you can’t do.',
  ],
  action: { label: 'See the van', url: to.url },
})

/** Email to the driver. */
export const endedMail = (to: Unit & { firstName: string; url: string }): AccountMail => ({
  kind: 'driver_access_ended',
  title: 'Your access has ended',
  paragraphs: [
    `Hello ${to.firstName}, ${companyInMail(to.companyName)} has ended your access to the calendar and the jobs of ${to.unit}.`,
    'Your login stays yours: when a company invites you again, you can use it. You can also delete it in your account settings.',
  ],
  action: { label: 'Go to Vanfare', url: to.url },
})
