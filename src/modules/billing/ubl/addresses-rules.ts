import { withoutAround } from '#shared/pasted.ts'

/** An address that is kept as one line, in its parts. Pure. */

export interface AddressParts {
  street: string
  city: string
  postcode: string
  /** ISO 3166-1: the islands are countries of their own. */
  country: 'GB' | 'JE' | 'GG' | 'IM'
}

const COUNTRY = /^(?:United Kingdom|UK|England|Scotland|Wales|Northern Ireland|Jersey|Guernsey|Isle of Man)$/i
const POSTCODE = /\b([A-Z]{1,2}\d[A-Z\d]?)\s?(\d[A-Z]{2})$/i
const LONGEST_POSTCODE = 8
const ISLANDS = new Map<string, AddressParts['country']>([
  ['JE', 'JE'],
  ['GY', 'GG'],
  ['IM', 'IM'],
])

/** "14 Wood Street, London E17 3HX". A part that is not there is empty; a place alone, without a number, is a town. */
export function addressParts(address: string): AddressParts {
  const given = address
    .split(/[,\n]/)
    .map((part) => part.trim().replaceAll(/\s+/g, ' '))
    .filter((part) => part && !COUNTRY.test(part))
    .join(', ')
  const [found = '', outcode = '', incode = ''] = POSTCODE.exec(given.slice(-LONGEST_POSTCODE - 1)) ?? []
  const before = withoutAround(given.slice(0, given.length - found.length), ' ,')
  const parts = before.split(', ').filter(Boolean)
  const city = parts.length > 1 || !/\d/.test(before) ? (parts.pop() ?? '') : ''
  return {
    street: parts.join(', '),
    city,
    postcode: outcode ? `${outcode} ${incode}`.toUpperCase() : '',
    country: ISLANDS.get(outcode.slice(0, 2).toUpperCase()) ?? 'GB',
  }
}
