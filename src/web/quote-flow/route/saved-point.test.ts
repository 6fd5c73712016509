import { expect, test } from 'vitest'
import { pointOf } from './saved-point.ts'

const home = {
  id: '0193a8b0-0000-7000-8000-000000000000',
  label: 'Home',
  postcode: 'E17 4QH',
  formattedAddress: 'Grove Road',
  flatAndHouse: null,
  stairs: 2,
  contactName: null,
  contactNumber: null,
}
const place = {
  postcode: 'E17 4QH',
  address: { formattedAddress: 'Grove Road', city: null, postcode: null, placeId: null, location: null },
  flatAndHouse: '',
  stairs: 2,
}

test('a saved address fills the place, and leaves whom to meet as it was typed', () => {
  expect(pointOf(home, 1)).toEqual(place)
})

test('a contact that is kept with it is met there', () => {
  const named = { ...home, contactName: 'Mum', contactNumber: '+447700900123' }
  const contact = { contactName: 'Mum', contactNumber: '+447700900123' }
  expect(pointOf(named, 0)).toEqual({ ...place, ...contact })
  expect(pointOf(named, 1)).toEqual({ ...place, ...contact, deliveryContactSameAsPickUp: false })
  expect(pointOf({ ...named, contactNumber: null }, 0)).toEqual({ ...place, contactName: 'Mum', contactNumber: '' })
})
