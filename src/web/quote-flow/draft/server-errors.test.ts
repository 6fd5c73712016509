import { describe, expect, it } from 'vitest'
import { asMissing, errorsByField, placeOf } from './server-errors.ts'

describe('placeOf', () => {
  it.each([
    ['route_points.0.postcode', 'route-details', 'routePoints.0.postcode'],
    ['route_points.3.contact_number', 'route-details', 'routePoints.3.contactNumber'],
    ['route_points.1.address.formatted_address', 'route-details', 'routePoints.1.address'],
    ['route_points.0.date', 'route-details', 'date'],
    ['route_points.0.time', 'route-details', 'time'],
    ['route_points', 'route-details', 'routePoints.0.postcode'],
    ['items.4.moving_item', 'additional-services', 'items'],
    ['van_category', 'additional-services', 'van'],
    ['man_power', 'additional-services', 'helpLevel'],
    ['need_tail_lift', 'clarify', 'needTailLift'],
    ['payment_method', 'confirm-booking', 'paymentMethod'],
    ['something_new', 'route-details', 'routePoints.0.postcode'],
    ['', 'route-details', 'routePoints.0.postcode'],
  ])('%s belongs to %s, %s', (path, step, field) => {
    expect(placeOf(path)).toEqual({ step, field })
  })
})

describe('errorsByField', () => {
  it('keeps the first sentence of each field', () => {
    expect(
      errorsByField({
        'route_points.1.postcode': ['We don’t know this postcode.', 'And more.'],
        'items.0.amount': ['At least one.'],
        'items.1.amount': ['At most 500.'],
        man_power: [],
      }),
    ).toEqual({ 'routePoints.1.postcode': 'We don’t know this postcode.', items: 'At least one.' })
  })
})

describe('asMissing', () => {
  it('says at which point', () => {
    const text = (path: string) => asMissing({ [path]: ['We don’t know this postcode.'] }, 3)[0]?.text
    expect(text('route_points.0.postcode')).toBe('Pick-up: We don’t know this postcode.')
    expect(text('route_points.1.postcode')).toBe('Stop 1: We don’t know this postcode.')
    expect(text('route_points.2.postcode')).toBe('Drop-off: We don’t know this postcode.')
  })

  it('links each error to its step', () => {
    expect(asMissing({ van_category: ['Choose one of the four vans.'], man_power: [] }, 2)).toEqual([
      { step: 'additional-services', field: 'van', text: 'Choose one of the four vans.', href: '/additional-services' },
    ])
  })
})
