import { describe, expect, test } from 'vitest'
import type { BillingDocument, Sheet } from './families.ts'
import { mailingOf, mailingText, sentText } from './mailing.ts'

const sheet = (id: string, email: string | null, sentAt: string | null = null) =>
  ({ id, party: { name: `Company ${id}`, email }, sentAt }) as unknown as Sheet

const document = (...documents: Sheet[]) =>
  ({ documents, status: 'saved' }) satisfies Pick<BillingDocument, 'documents' | 'status'>

const MORNING = '2026-03-02T10:14:00.000Z'

describe('who gets a document', () => {
  test('an address to which nothing went yet, one that has it, one that stands for none', () => {
    const mailing = mailingOf(
      document(
        sheet('1', 'jo@example.com'),
        sheet('2', 'al@example.com', MORNING),
        sheet('3', 'phone-3@vanfare.invalid'),
        sheet('4', null),
      ),
    )
    expect(mailing.toSend.map(({ email }) => email)).toEqual(['jo@example.com'])
    expect(mailing.sent).toEqual([{ sheetId: '2', name: 'Company 2', email: 'al@example.com', at: MORNING }])
    expect(mailing.withoutAddress.map(({ name }) => name)).toEqual(['Company 3', 'Company 4'])
  })

  test.each([
    [[sheet('1', 'jo@example.com')], ''],
    [[sheet('1', 'jo@example.com', MORNING)], 'Sent to jo@example.com on 02/03/2026, 10:14.'],
    [
      [sheet('1', 'jo@example.com', MORNING), sheet('2', 'al@example.com')],
      'Sent to 1 of 2 recipients, the last on 02/03/2026, 10:14.',
    ],
    [[sheet('1', null)], 'It can’t be sent: there is no email address.'],
    [[], ''],
  ])('what is said of %j', (sheets, text) => {
    expect(sentText(mailingOf(document(...sheets)))).toBe(text)
  })

  test('a draft is sent as one', () => {
    const one = document(sheet('1', 'jo@example.com'))
    expect(mailingText(one)).toBe('It is emailed once, as a PDF.')
    expect(mailingText({ ...one, status: 'draft' })).toBe(
      'It is emailed once, as a PDF. It’s marked as a draft. Once saved, it can be sent again.',
    )
    expect(
      mailingText(document(sheet('1', 'jo@example.com'), sheet('2', 'al@x.com'), sheet('3', 'e@x.com', MORNING))),
    ).toBe('Each is emailed once, as a PDF. 1 of 3 has theirs already.')
  })
})
