import { expect, it } from 'vitest'
import { bookedPoint, completedPoint, returnedPoint } from './contract.ts'

/** As `GET booking/{id}/` answers one. */
const answered = {
  number: 0,
  postcode: 'E17 4QH',
  place: 'Walthamstow',
  stairs: 2,
  formatted_address: '48 Hoe Street',
  address: null,
  flat_and_house: 'Flat 12',
  contact_name: null,
  contact_number: '+447700900123',
  delivery_contact_same_as_pick_up: true,
  customer_email: null,
}

it('takes a point as a booking answers it', () => {
  expect(bookedPoint.safeParse(answered).success).toBe(true)
  // What completes a booking is stricter, or this would hold nothing.
  expect(completedPoint.safeParse(answered).success).toBe(false)
  const { formatted_address, place: _place, ...rest } = answered
  expect(returnedPoint.parse(answered)).toEqual({ ...rest, address: { formatted_address } })
})

it('keeps the address that was sent, and refuses what is none of it', () => {
  const address = {
    location: { lat: 51.5, lng: 0 },
    city: null,
    formatted_address: '7 Hoe Street',
    postcode: null,
    place_id: null,
  }
  expect(returnedPoint.parse({ ...answered, address }).address).toEqual(address)
  expect(returnedPoint.safeParse({ ...answered, colour: 'red' }).success).toBe(false)
})
