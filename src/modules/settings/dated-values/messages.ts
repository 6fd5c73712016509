import { formatDateUk, type LocalDay } from '#shared/local-time.ts'

interface Raised {
  firstName: string
  companyName: string
  /** "15%" */
  before: string
  after: string
  fromDay: LocalDay
  reason: string
  termsUrl: string
  phone: string
  email: string
}

/** The notice that the terms for companies promise. */
export const commissionRaised = (raise: Raised) => {
  const { firstName, companyName, before, after, fromDay, reason, termsUrl, phone, email } = raise
  const day = formatDateUk(fromDay)
  return {
    subject: `Our commission changes on ${day}`,
    mail: {
      title: `Our commission changes on ${day}`,
      paragraphs: [
        `Hello ${firstName}, for bookings that customers make on or after ${day}, ${companyName} pays us ${after} of the price before road charges instead of ${before}. VAT comes on top, as before.`,
        `Jobs booked before that day keep ${before}, whenever they are done.`,
        `Why: ${reason}`,
        `You need not do anything. If you don’t agree, you can end your account without notice before that day. If you have a question, call us on ${phone} or write to ${email}.`,
      ],
      action: { label: 'Read the terms for companies', url: termsUrl },
    },
  }
}

export const commissionStays = ({
  firstName,
  companyName,
  before,
  after,
  fromDay,
  termsUrl,
}: Pick<Raised, 'firstName' | 'companyName' | 'before' | 'after' | 'fromDay' | 'termsUrl'>) => {
  const day = formatDateUk(fromDay)
  return {
    subject: `Our commission doesn’t change on ${day}`,
    mail: {
      title: `Our commission doesn’t change on ${day}`,
      paragraphs: [
        `Hello ${firstName}, we wrote that ${companyName} would pay us ${after} from ${day}. We have withdrawn that: it stays at ${before}.`,
      ],
      action: { label: 'Read the terms for companies', url: termsUrl },
    },
  }
}
