import { describe, expect, it } from 'vitest'
import { parseCompanyNumber, parseTaxNumber, parseVatNumber, platformText, registeredIn, traderText } from './trader.ts'

describe('a VAT number', () => {
  it.each([
    ['GB 980 7806 84', 'GB980780684'],
    ['980780684', 'GB980780684'],
    ['gb980780684001', 'GB980780684001'],
    ['XI 980780684', 'XI980780684'],
    ['GB980780685', null],
    ['GB98078068', null],
    ['FR980780684', null],
    ['000000000', null],
    ['', null],
  ])('%j is %j', (text, parsed) => {
    expect(parseVatNumber(text)).toBe(parsed)
  })
})

describe('a tax number', () => {
  it.each([
    ['ab 12 34 56 c', 'AB123456C'],
    ['12345 67890', '1234567890'],
    ['AB123456E', null],
    ['DA123456A', null],
    ['AO123456A', null],
    ['GB123456A', null],
    ['123456789', null],
    ['', null],
  ])('%j is %j', (text, parsed) => {
    expect(parseTaxNumber(text)).toBe(parsed)
  })
})

describe('a company number', () => {
  it.each([
    ['12345678', '12345678'],
    ['1234567', '01234567'],
    ['sc 123456', 'SC123456'],
    ['ABC12345', null],
    ['123456789', null],
    ['', '00000000'],
  ])('%j is %j', (text, parsed) => {
    expect(parseCompanyNumber(text)).toBe(text === '' ? null : parsed)
  })
})

it.each([
  ['12345678', 'England and Wales'],
  ['OC123456', 'England and Wales'],
  ['SC123456', 'Scotland'],
  ['NI123456', 'Northern Ireland'],
])('%s is registered in %s', (number, part) => {
  expect(registeredIn(number)).toBe(part)
})

it('says of the platform what a company has to say of itself', () => {
  const platform = {
    name: 'Vanfare Ltd',
    companyNumber: 'SC123456',
    address: '1 Quay, Leith',
    vatNumber: 'GB980780684',
  }
  expect(platformText(platform)).toBe(
    'Vanfare Ltd, registered in Scotland, company number SC123456. Registered office: 1 Quay, Leith. VAT number GB980780684.',
  )
})

it('says of a company without a number that it is a sole trader or partnership', () => {
  const address = '2 Mill Lane, Leeds'
  expect(traderText({ name: 'Dawn Pennant', companyNumber: null, address })).toBe(
    'Dawn Pennant, a sole trader or partnership. Address: 2 Mill Lane, Leeds.',
  )
  expect(traderText({ name: 'Pennant Ltd', companyNumber: '12345678', address: null })).toBe(
    'Pennant Ltd, registered in England and Wales, company number 12345678.',
  )
})
