import { describe, expect, it } from 'vitest'
import { loadFacts } from './job-load.ts'

const van = { payloadKg: 1150, volumeM3: 14 }
const job = (weightKg: number, volumeM3: number, trips = 1) => ({ items: 28, load: { weightKg, volumeM3, trips } })

describe('what a driver reads of a load', () => {
  it.each([
    ['in one trip', job(840, 9.08), ['28 items', '840 kg of 1,150 kg payload', '9.1 m³ of 14 m³']],
    ['in two', job(1240, 9, 2), ['28 items, 2 trips', '1,240 kg of 1,150 kg payload', '9 m³ of 14 m³']],
  ])('%s', (_name, asked, values) => {
    expect(loadFacts(asked, van).map(([, value]) => value)).toEqual(values)
  })

  it('of a unit without a van: the load alone', () => {
    expect(loadFacts(job(840, 9), null)).toEqual([
      ['Load', '28 items'],
      ['Weight', '840 kg'],
      ['Room', '9 m³'],
    ])
  })

  it('that is described in words: nothing to compare', () => {
    expect(loadFacts({ items: 0, load: { weightKg: 0, volumeM3: 0, trips: 1 } }, van)).toEqual([
      ['Load', 'Described in words'],
    ])
  })
})
