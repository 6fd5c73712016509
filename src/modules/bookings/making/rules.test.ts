import { describe, expect, it } from 'vitest'
import type { AskedMove } from '#modules/quoting/move/rules.ts'
import { completePoints, type CompletedPoint } from './rules.ts'

const asked = { contactName: 'Sam', contactNumber: '+447700900222', flatAndHouse: '7' }
const move: AskedMove = {
  routePoints: [
    { number: 0, postcode: 'E17 4QH', stairs: 0, ...asked },
    { number: 1, postcode: 'BN1 4QL', stairs: 0, ...asked, address: { formattedAddress: '1 Queens Road' } },
  ],
  items: [],
  jobKind: 'home_or_office',
  manPower: 'no_help',
  vanCategory: 'large_van',
  needTailLift: false,
}
const customer = { name: 'Jo', number: '+447700900111' }
const completed = (...sent: CompletedPoint[]) => completePoints(move, sent, customer)

describe('what is sent with a booking', () => {
  it('leaves as it was asked what it does not name', () => {
    expect(completed({ number: 1 })).toMatchObject([asked, { ...asked, formattedAddress: '1 Queens Road' }])
  })

  it('takes out again what it names as empty: then the customer is called, not who was named before', () => {
    const none = { contactName: null, contactNumber: null, flatAndHouse: ' ', address: null }
    const own = { contactName: 'Jo', contactNumber: '+447700900111', flatAndHouse: null, formattedAddress: null }
    expect(completed({ number: 0, ...none }, { number: 1, ...none })).toMatchObject([own, own])
    expect(completed({ number: 1, address: { formattedAddress: null } })).toMatchObject([
      asked,
      { ...asked, formattedAddress: null },
    ])
  })
})
