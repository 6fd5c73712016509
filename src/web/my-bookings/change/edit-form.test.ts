import { describe, expect, it } from 'vitest'
import type { Booking } from '../booking-view.ts'
import { editIn, hasPickUpsContact } from './edit-form.ts'

const point = (number: number, more: object = {}) =>
  ({
    number,
    postcode: 'E17 4QH',
    place: 'Walthamstow',
    stairs: 0,
    formattedAddress: '48 Hoe Street',
    address: null,
    flatAndHouse: null,
    contactName: 'Priya',
    contactNumber: '+447700900123',
    deliveryContactSameAsPickUp: true,
    customerEmail: null,
    ...more,
  }) as Booking['routePoints'][number]

const booking = {
  routePoints: [point(0), point(1)],
  items: [{ name: 'Wardrobe', amount: 2, needAssembling: false, needDisassembling: true, note: 'The oak ones' }],
}
const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

describe('what a customer changes of a booking', () => {
  it('is what was typed; what the form does not have stays as it is', () => {
    const sent = editIn(
      formOf({
        customer_note: 'Gate code 4',
        'route_points.0.flat_and_house': 'Flat 9',
        'route_points.1.formatted_address': '',
        'items.0.note': 'The pine ones',
      }),
      booking,
    )
    expect(sent.customerNote).toBe('Gate code 4')
    expect(sent.routePoints).toMatchObject([
      { number: 0, flatAndHouse: 'Flat 9', formattedAddress: '48 Hoe Street', contactName: 'Priya' },
      { number: 1, flatAndHouse: null, formattedAddress: '', contactName: 'Priya' },
    ])
    expect(sent.items).toEqual([
      { name: 'Wardrobe', amount: 2, needAssembling: false, needDisassembling: true, note: 'The pine ones' },
    ])
    expect(editIn(formOf({}), booking).items?.[0]?.note).toBe('The oak ones')
  })

  it.each([
    ['its own contact', {}, { contactName: 'Leo', deliveryContactSameAsPickUp: false }],
    [
      'the pick-up’s, as typed just now',
      { 'route_points.1.same': 'yes' },
      { contactName: 'Ann', deliveryContactSameAsPickUp: true },
    ],
  ])('and a later stop has %s', (_what, ticked, expected) => {
    const formValues = { 'route_points.0.contact_name': 'Ann', 'route_points.1.contact_name': 'Leo', ...ticked }
    expect(editIn(formOf(formValues), booking).routePoints?.[1]).toMatchObject(expected)
  })

  it('says whether a stop has the pick-up’s contact', () => {
    const other = { routePoints: [point(0), point(1, { contactName: 'Leo' })], items: [] }
    expect(booking.routePoints.map((one) => hasPickUpsContact(booking, one))).toEqual([true, true])
    expect(hasPickUpsContact(other, point(1, { contactName: 'Leo' }))).toBe(false)
    expect(hasPickUpsContact(booking, point(1, { deliveryContactSameAsPickUp: false }))).toBe(false)
  })
})
