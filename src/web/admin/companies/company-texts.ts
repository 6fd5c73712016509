import type { getCompanyForOffice } from '#modules/office/companies/contract.ts'
import type { AfterLoss } from '#modules/bookings/rules.ts'
import { countOf } from '#shared/texts.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { lossTexts } from '../people/person-texts.ts'

/** What one's role covers on the page of a company. */
export interface May {
  stop: boolean
  vat: boolean
}

export type Company = AnswerOf<typeof getCompanyForOffice>
export type CompanyUnit = Company['units'][number]
export type UnitDocument = CompanyUnit['papers'][number]

/** What a form of the page was answered, and which one it was. */
export interface Sent {
  about: string
  answer: Answer
}

export const answerTo = (sent: Sent | undefined, about: string): Answer | undefined =>
  sent?.about === about ? sent.answer : undefined

/** What stopping these units does, in sentences. */
export function stopTexts(units: readonly Pick<CompanyUnit, 'ahead'>[]): string[] {
  const all = units.flatMap(({ ahead: upcoming }): AfterLoss[] => [
    ...Array<'hot'>(upcoming.hot).fill('hot'),
    ...Array<'ends'>(upcoming.ends).fill('ends'),
    ...Array<'goes_on'>(upcoming.goesOn).fill('goes_on'),
  ])
  const many = units.length > 1
  return [
    `${many ? `All ${units.length} units stop` : 'The unit stops'} taking jobs immediately. The owner reads your reason in a minute and can appeal.`,
    ...lossTexts(all),
  ]
}

/** "Expires in 19 days", "Expired", "Missing": how a paper stands, beside its day. */
export function documentText({ standing, daysLeft, isWaiting }: UnitDocument): string {
  const waits = isWaiting ? ' A new one waits for the office.' : ''
  if (standing === 'approved' || standing === 'expiring') {
    const left = daysLeft === null ? 'Doesn’t expire' : `${countOf(daysLeft, 'day')} left`
    return `${left}.${waits}`
  }
  const names = { missing: 'Missing', pending: 'Waits for the office', refused: 'Refused', expired: 'Expired' }
  return standing === 'pending' ? `${names.pending}.` : `${names[standing]}.${waits}`
}
