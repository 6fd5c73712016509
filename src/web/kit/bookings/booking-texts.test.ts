import { describe, expect, it } from 'vitest'
import { ceilingNote, tollNotes } from './booking-texts.ts'

const dartford = { name: 'Dartford Crossing', amountPence: 420, isCertain: false }
const tunnel = { name: 'Blackwall or Silvertown Tunnel, southbound', amountPence: null, isCertain: false }

describe('tollNotes', () => {
  it('names what might be met, with what it costs, and says that it is not in the price', () => {
    expect(tollNotes([dartford, tunnel])).toEqual([
      'Depending on the road, the driver may meet a toll: Dartford Crossing (£4.20); Blackwall or Silvertown Tunnel, southbound (by the hour). It isn’t in the price, and the driver may not add it without your consent.',
    ])
    expect(ceilingNote([dartford])).toBe('A toll that depends on the road isn’t in it.')
  })

  it('says what is in the price', () => {
    const certain = { ...dartford, isCertain: true }
    expect(tollNotes([certain])).toEqual(['In the price at cost, on the way we worked out: Dartford Crossing (£4.20).'])
    expect(ceilingNote([certain])).toBeNull()
  })

  it('says nothing where there is none', () => {
    expect([tollNotes([]), ceilingNote([])]).toEqual([[], null])
  })
})
