import { describe, expect, it } from 'vitest'
import { RANKING_TEXT, RATING_TEXT } from '#modules/quoting/search/rules.ts'
import { PAYMENT_TEXTS } from '#modules/pricing/commission-rules.ts'
import { FIRST_POLICY } from '#modules/pricing/terms/rules.ts'
import { customerTerms, termsForCompanies } from './data.ts'
import { partsOf, type Terms, termsFile } from './rules.ts'

it('reads bold words and links out of a text', () => {
  expect(partsOf('See **this** and [that](/terms), **too**.')).toEqual([
    { text: 'See ' },
    { text: 'this', isBold: true },
    { text: ' and ' },
    { text: 'that', href: '/terms' },
    { text: ', ' },
    { text: 'too', isBold: true },
    { text: '.' },
  ])
})

const CUSTOMER_TERMS = customerTerms(FIRST_POLICY)
const MOVER_TERMS = termsForCompanies(FIRST_POLICY, 15)

const reach = {
  platform: { name: 'Quay & Sons Ltd', companyNumber: 'SC123456', address: '1 Quay, Leith', vatNumber: 'GB980780684' },
  phone: '0131 496 0000',
  email: 'hello@quay.example',
}
const fileOf = (terms: Terms) => termsFile(terms, reach, 'https://quay.example')

describe.each([
  ['customers', CUSTOMER_TERMS],
  ['movers', MOVER_TERMS],
])('the terms for %s', (_, terms) => {
  it('have an anchor for each clause and leave no markup behind', () => {
    const ids = terms.clauses.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(fileOf(terms)).not.toMatch(/\*\*|\]\(/)
  })

  it('say as a file who we are, from when they hold, and where links lead', () => {
    const file = fileOf(terms)
    expect(file).toContain('Quay &amp; Sons Ltd, registered in Scotland, company number SC123456.')
    expect(file).toContain('In force from Sunday 22 November 2026')
    expect(file).toContain('href="https://quay.example/privacy-policy"')
    expect(file).not.toContain('href="/')
  })
})

it('say what cancelling costs and what we charge as they are now', () => {
  const policy = { freeUntilHours: 72, partUntilHours: 36, partPercent: 40 }
  const customers = fileOf(customerTerms(policy))
  for (const passage of [
    'More than 72 hours',
    'Between 72 and 36 hours',
    '40% of the company’s minimum time',
    'less than 36 hours',
  ])
    expect(customers).toContain(passage)
  expect(fileOf(CUSTOMER_TERMS)).toContain('Half of the company’s minimum time')
  const companies = fileOf(termsForCompanies(policy, 17.5))
  for (const passage of ['17.5% of its price', 'nothing until 72 hours', '40% of your minimum time until 36 hours'])
    expect(companies).toContain(passage)
  for (const file of [customers, companies]) expect(file).not.toMatch(/48|24 hours before|15% of/)
})

it('tell the one story about paying', () => {
  expect(JSON.stringify(CUSTOMER_TERMS)).toContain(PAYMENT_TEXTS.card)
  expect(JSON.stringify(CUSTOMER_TERMS)).toContain(PAYMENT_TEXTS.cash)
})

it('tell companies what the platform-to-business rules ask for', () => {
  const text = JSON.stringify(MOVER_TERMS)
  for (const passage of [RANKING_TEXT, RATING_TEXT]) expect(text).toContain(passage)
  for (const promise of [
    /15 days’ notice/,
    /which facts and which of these reasons/,
    /30 days before/,
    /mediator/,
    /commission/,
  ])
    expect(text).toMatch(promise)
})
