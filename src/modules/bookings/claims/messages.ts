import { formatDayTimeFrom } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { summaryOf, type BookingDetails, type NoticeText } from '../notices/messages.ts'
import { LAW_TEXT, partText } from './rules.ts'

/** Notices to both sides at each step of a claim. */

interface Made {
  askedPence: number
  answerBy: Date
}

export const claimMade = (booking: BookingDetails, { askedPence, answerBy }: Made): NoticeText => ({
  kind: 'claim_made',
  isVital: true,
  subject: `We have your claim: ${summaryOf(booking)}`,
  sms: `Vanfare: we have your claim of ${formatPence(askedPence)}. ${booking.companyName} has until ${formatDayTimeFrom(booking.now, answerBy)} to answer.`,
  mail: {
    title: 'We have your claim',
    paragraphs: [
      `You claim ${formatPence(askedPence)} from ${booking.companyName} for ${summaryOf(booking)}. They have until ${formatDayTimeFrom(booking.now, answerBy)} to answer.`,
      'If they pay less, refuse or don’t answer, we’ll review it and tell you what we think is fair. Keep what was damaged, and take photos of it.',
      LAW_TEXT,
    ],
    action: { label: 'See your booking', url: booking.url },
  },
})

export const claimReceived = (booking: BookingDetails, { askedPence, answerBy }: Made, url: string): NoticeText => ({
  kind: 'claim_received',
  subject: `A customer claims ${formatPence(askedPence)}: ${summaryOf(booking)}`,
  sms: `Vanfare: a customer claims ${formatPence(askedPence)} for damage or loss. Answer by ${formatDayTimeFrom(booking.now, answerBy)}. ${url}`,
  mail: {
    title: `A customer claims ${formatPence(askedPence)}`,
    paragraphs: [
      `The customer of ${summaryOf(booking)} says that items were damaged or lost. They’re listed on the claim, with any photos.`,
      `Please answer by ${formatDayTimeFrom(booking.now, answerBy)}: what you pay, and why. Tell your insurer now. If you don’t answer, our office gives its view without you.`,
    ],
    action: { label: 'Read and answer it', url },
  },
})

interface Answered {
  acceptedPence: number
  askedPence: number
  text: string
  isSettled: boolean
}

export const claimAnswered = (
  booking: BookingDetails,
  { acceptedPence, askedPence, text, isSettled }: Answered,
  url: string,
): NoticeText => ({
  kind: 'claim_answered',
  isVital: true,
  subject: `${booking.companyName} has answered your claim`,
  sms: `Vanfare: ${booking.companyName} pays ${partText(acceptedPence, askedPence)} of your claim. ${url}`,
  mail: {
    title: `${booking.companyName} pays ${partText(acceptedPence, askedPence)}`,
    paragraphs: [
      `“${text}”`,
      isSettled
        ? 'That is all that you asked. They pay you directly.'
        : 'That is less than you asked, so we look at it now and tell you both what we think is right. You don’t have to do anything.',
      LAW_TEXT,
    ],
    action: { label: 'See your claim', url },
  },
})

export const claimWithOffice = (booking: BookingDetails, url: string): NoticeText => ({
  kind: 'claim_with_office',
  isVital: true,
  subject: `${booking.companyName} hasn’t answered your claim`,
  sms: `Vanfare: ${booking.companyName} hasn’t answered your claim. We look at it now. ${url}`,
  mail: {
    title: `${booking.companyName} hasn’t answered`,
    paragraphs: [
      'Their 14 days are over, so we look at your claim now and tell you both what we think is right.',
      LAW_TEXT,
    ],
    action: { label: 'See your claim', url },
  },
})

export const claimWithOfficeForCompany = (booking: BookingDetails, url: string): NoticeText => ({
  kind: 'claim_not_answered',
  subject: `Your time to answer a claim is over: ${summaryOf(booking)}`,
  sms: `Vanfare: your 14 days to answer a claim are over. The office looks at it now. ${url}`,
  mail: {
    title: 'Your time to answer is over',
    paragraphs: [
      `You didn’t answer the claim for ${summaryOf(booking)}. The office looks at it now without your answer.`,
    ],
    action: { label: 'See the claim', url },
  },
})

interface Decided {
  awardedPence: number
  askedPence: number
  text: string
}

const decision = (
  { companyName }: BookingDetails,
  { awardedPence, askedPence, text }: Decided,
  url: string,
  kind: string,
): NoticeText => ({
  kind,
  isVital: true,
  subject: `Our view on the claim: ${partText(awardedPence, askedPence)}`,
  sms: `Vanfare: we think that ${companyName} should pay ${partText(awardedPence, askedPence)}. ${url}`,
  mail: {
    title: `We think that ${companyName} should pay ${partText(awardedPence, askedPence)}`,
    paragraphs: [
      `“${text}”`,
      'This is Vanfare’s opinion. It isn’t a legal ruling and neither side is bound by it.',
      LAW_TEXT,
    ],
    action: { label: 'See the claim', url },
  },
})

export const claimDecided = (booking: BookingDetails, decided: Decided, url: string): NoticeText =>
  decision(booking, decided, url, 'claim_decided')

export const claimDecidedForCompany = (booking: BookingDetails, decided: Decided, url: string): NoticeText =>
  decision(booking, decided, url, 'claim_decided_company')
