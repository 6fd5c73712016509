// Who gets the papers of a document, who has them already, and who has no address.
import { isPlaceholder } from '#modules/identity/verification/rules.ts'
import { momentText } from '#web/kit/billing/billing-texts.ts'
import type { BillingDocument } from './families.ts'

interface Recipient {
  sheetId: string
  name: string
  email: string
}

export interface Mailing {
  toSend: readonly Recipient[]
  /** Recipients who were sent the present version, with the time. */
  sent: readonly (Recipient & { at: string })[]
  withoutAddress: readonly Omit<Recipient, 'email'>[]
}

type Sheets = Pick<BillingDocument, 'documents'>

export function mailingOf({ documents }: Sheets): Mailing {
  const recipients = documents.map(({ id, party, sentAt }) => ({
    sheetId: id,
    name: party.name || 'No name',
    email: party.email && !isPlaceholder(party.email) ? party.email : '',
    at: sentAt,
  }))
  const addressed = recipients.filter(({ email }) => email !== '')
  return {
    toSend: addressed.filter(({ at }) => at === null),
    sent: addressed.flatMap(({ at, ...one }) => (at === null ? [] : [{ ...one, at }])),
    withoutAddress: recipients.filter(({ email }) => email === ''),
  }
}

/** What sending does, said before it is done. */
export function mailingText(document: Sheets & Pick<BillingDocument, 'status'>): string {
  const { toSend, sent } = mailingOf(document)
  return [
    `${toSend.length === 1 && sent.length === 0 ? 'It' : 'Each'} is emailed once, as a PDF.`,
    document.status === 'draft' ? 'It’s marked as a draft. Once saved, it can be sent again.' : '',
    sent.length > 0
      ? `${sent.length} of ${sent.length + toSend.length} ${sent.length === 1 ? 'has theirs' : 'have theirs'} already.`
      : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** "Sent to jo@example.com on 02/03/2026, 10:14." */
export function sentText({ toSend, sent, withoutAddress }: Mailing): string {
  const [first] = sent
  const last =
    sent
      .map(({ at }) => at)
      .toSorted()
      .at(-1) ?? ''
  if (sent.length === 1 && toSend.length === 0 && first) return `Sent to ${first.email} on ${momentText(first.at)}.`
  if (sent.length > 0)
    return `Sent to ${sent.length} of ${sent.length + toSend.length} recipients, the last on ${momentText(last)}.`
  return withoutAddress.length > 0 && toSend.length === 0 ? 'It can’t be sent: there is no email address.' : ''
}

/** Title of the notice after sending. */
export function sentTitle({ mailed, mailedBefore }: { mailed: number; mailedBefore: number }): string {
  if (mailed === 0)
    return mailedBefore > 0 ? 'It was sent before, and nothing was sent again.' : 'There is no one to send it to.'
  return mailed === 1 ? 'It is sent.' : `${mailed} are sent.`
}
