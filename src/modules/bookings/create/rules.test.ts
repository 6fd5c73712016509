import { describe, expect, it } from 'vitest'
import type { AskedMove } from '#modules/quoting/move/rules.ts'
import type { CompletedPoint } from '#modules/quoting/move/contract.ts'
import { completePoints, pointProblems, STREET_MESSAGE } from './rules.ts'

const contactDetails = { contactName: 'Sam', contactNumber: '+447700900222', flatAndHouse: '7' }
const move: AskedMove = {
  routePoints: [
    { number: 0, postcode: 'E17 4QH', stairs: 0, ...contactDetails },
    { number: 1, postcode: 'BN1 4QL', stairs: 0, ...contactDetails, address: { formattedAddress: '1 Queens Road' } },
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
    expect(completed({ number: 1 })).toMatchObject([
      contactDetails,
      { ...contactDetails, formattedAddress: '1 Queens Road' },
    ])
  })

  it('takes out again what it names as empty: then the customer is called, not who was named before', () => {
    const none = { contactName: null, contactNumber: null, flatAndHouse: ' ', address: null }
    const own = { contactName: 'Jo', contactNumber: '+447700900111', flatAndHouse: null, formattedAddress: null }
    expect(completed({ number: 0, ...none }, { number: 1, ...none })).toMatchObject([own, own])
    expect(completed({ number: 1, address: { formattedAddress: null } })).toMatchObject([
      contactDetails,
      { ...contactDetails, formattedAddress: null },
    ])
  })
})

describe('the street of a point', () => {
  const at = (number: number) => ({ [`route_points.${number}.address.formatted_address`]: [STREET_MESSAGE] })
  const problemsOf = (...sent: CompletedPoint[]) => {
    const points = completed(...sent)
    return points === 'requote' ? points : pointProblems(points, sent)
  }

  it.each<[string, CompletedPoint[], object]>([
    ['isn’t missed where no address is sent', [{ number: 0 }], {}],
    ['is missed where an empty one is', [{ number: 0, address: null }], at(0)],
    ['is missed where a blank one is', [{ number: 0, address: { formattedAddress: ' ' } }], at(0)],
    ['is missed where that of the price is taken out', [{ number: 1, address: { formattedAddress: null } }], at(1)],
    ['is that of the price where an address without words is sent', [{ number: 1, address: {} }], {}],
    ['is missed though there is a flat', [{ number: 1, address: null, flatAndHouse: '7' }], at(1)],
    ['is there', [{ number: 0, address: { formattedAddress: 'Hoe Street' } }], {}],
  ])('%s', (_, sent, problems) => {
    expect(problemsOf(...sent)).toEqual(problems)
  })
})

describe('what is kept of a point', () => {
  const map = { location: { lat: 51.58, lng: -0.02 }, city: 'London', postcode: 'E17 4QH', placeId: 'x1' }

  it('is the whole address, as it was asked or as it is sent now', () => {
    const [point] = completed({ number: 0, address: { ...map, formattedAddress: '7 Hoe Street' } }) as object[]
    expect(point).toMatchObject({
      formattedAddress: '7 Hoe Street',
      address: { ...map, formattedAddress: '7 Hoe Street' },
    })
    const rest = { location: null, city: null, postcode: null, placeId: null }
    expect(completed({ number: 1 })).toMatchObject([
      { address: null },
      { address: { ...rest, formattedAddress: '1 Queens Road' } },
    ])
  })

  it('is whether the contact is that of the pick-up: yes, unless somebody said no, when asking or when booking', () => {
    expect(completed()).toMatchObject([{}, { deliveryContactSameAsPickUp: true }])
    expect(completed({ number: 1, deliveryContactSameAsPickUp: false })).toMatchObject([
      {},
      { deliveryContactSameAsPickUp: false },
    ])
    const own = { number: 1, postcode: 'BN1 4QL', stairs: 0, deliveryContactSameAsPickUp: false }
    const points = completePoints(
      { ...move, routePoints: [{ number: 0, postcode: 'E17 4QH', stairs: 0 }, own] },
      [],
      customer,
    )
    expect(points).toMatchObject([{ contactNumber: customer.number }, { contactNumber: null }])
  })

  it('is at the pick-up, and nowhere else, who it is booked for', () => {
    const customerEmail = 'mum@example.com'
    expect(completed({ number: 0, customerEmail }, { number: 1, customerEmail })).toMatchObject([
      { customerEmail },
      { customerEmail: null },
    ])
  })
})
