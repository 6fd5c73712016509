/** How somebody is told. `push`: on the devices where they switched it on. */
export const CHANNELS = ['email', 'sms', 'push'] as const
export type Channel = (typeof CHANNELS)[number]

/** What a mail says, before layout. All texts are plain and get escaped. */
export interface Mail {
  /** Of the green head. */
  title: string
  /** A line above the title, in the head. */
  eyebrow?: string
  /** The move that it is about, below the title. */
  sign?: MailSign
  paragraphs: readonly string[]
  /** What has to be looked up later: a heading each, with rows of name and value. */
  sections?: readonly MailSection[]
  action?: { label: string; url: string }
}

/** When, and from where to where. */
export interface MailSign {
  when: string
  /** In order; the first is A, the last B, and those between are numbered. */
  stops: readonly { name: string; detail?: string }[]
}

export interface MailSection {
  heading: string
  rows?: readonly MailRow[]
  /** Below the rows. */
  paragraphs?: readonly string[]
}

export interface MailRow {
  name: string
  value: string
  /** The one that the others add up to. */
  isTotal?: boolean
}

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

/** Whether a failure is permanent: a 5xx about the recipient or the message is; anything else may pass. */
export const isFinalRefusal = (failure: { responseCode?: number; command?: string }): boolean =>
  failure.responseCode !== undefined &&
  failure.responseCode >= 500 &&
  failure.responseCode < 600 &&
  ['RCPT TO', 'DATA'].includes(failure.command ?? '')

/** Tries for one message; with the queue's increasing delays they span about a day. */
export const maxAttempts = 14

/** "Vanfare <hello@vanfare.test>" or a bare address; the configuration has checked the form. */
export function senderOf(mailFrom: string): { name: string; address: string } {
  const match = /^([^<]*)<([^>]+)>$/.exec(mailFrom)
  return match ? { name: (match[1] ?? '').trim(), address: match[2] ?? '' } : { name: '', address: mailFrom }
}
