import { HIDE_REASON_TEXTS, type HideReason, type Marks } from './rules.ts'

/** Notices to the booker, the company and the author of a review. */

interface Reviewed {
  companyName: string
  from: string
  to: string
}

export const reviewRequest = ({ companyName, from, to }: Reviewed, url: string, isReminder: boolean) => ({
  kind: isReminder ? 'review_reminder' : 'review_request',
  subject: `How did ${companyName} do?`,
  sms: `Vanfare: how did ${companyName} do, ${from} to ${to}? A review takes a minute: ${url}`,
  mail: {
    title: `How did ${companyName} do?`,
    paragraphs: [
      `${companyName} moved you from ${from} to ${to}. Were they on time, careful, and worth the price? A review takes a minute and helps the next customer choose.`,
      'It is shown with your first name, both towns and the month. You don’t have to log in. Keep this link to yourself: anybody who has it can post the review.',
      ...(isReminder ? ['We won’t ask again.'] : []),
    ],
    action: { label: 'Review your move', url },
  },
})

const stars = (mean: number): string => `${mean.toFixed(1)} out of 5`

export const reviewReceived = ({ text }: Marks & { text: string }, mean: number, url: string) => ({
  kind: 'review_received',
  subject: `A customer gave you ${stars(mean)}`,
  sms: `Vanfare: a customer gave you ${stars(mean)}. Read and answer it: ${url}`,
  mail: {
    title: `A customer gave you ${stars(mean)}`,
    paragraphs: [
      ...(text ? [`“${text}”`] : ['They left stars and no words.']),
      'You can answer once, for everybody to read.',
    ],
    action: { label: 'Read and answer it', url },
  },
})

const contest = 'If you think that is wrong, answer this email and somebody else in the office will look at it.'

export const reviewHidden = (companyName: string, reason: HideReason, note: string) => ({
  kind: 'review_hidden',
  isVital: true as const,
  subject: `We have hidden your review of ${companyName}`,
  sms: `Vanfare: we have hidden your review of ${companyName}. ${HIDE_REASON_TEXTS[reason]}`,
  mail: {
    title: 'We have hidden your review',
    paragraphs: [
      `Your review of ${companyName} is no longer shown. ${HIDE_REASON_TEXTS[reason]}`,
      ...(note ? [note] : []),
      'We never hide a review because of its stars.',
      contest,
    ],
  },
})

export const reviewPublished = (companyName: string) => ({
  kind: 'review_published',
  isVital: true as const,
  subject: `Your review of ${companyName} is shown`,
  sms: `Vanfare: your review of ${companyName} is shown.`,
  mail: {
    title: 'Your review is shown',
    paragraphs: [`We looked at your review of ${companyName} first. It now counts and is shown as you wrote it.`],
  },
})

export const reviewRestored = (companyName: string) => ({
  kind: 'review_restored',
  isVital: true as const,
  subject: `Your review of ${companyName} is shown again`,
  sms: `Vanfare: your review of ${companyName} is shown again.`,
  mail: {
    title: 'Your review is shown again',
    paragraphs: [`We looked at your review of ${companyName} again, and it counts and is shown as you wrote it.`],
  },
})
