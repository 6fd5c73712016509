import { describe, expect, it } from 'vitest'
import { SearchTally } from './rules.ts'

const search = { day: '2026-10-25', minute: 90, district: 'E17', hasOffer: true }

describe('a tally of searches', () => {
  it('counts by day and hour, and by district those that found nobody', () => {
    const tally = new SearchTally()
    tally.add(search)
    tally.add({ ...search, minute: 119, hasOffer: false })
    tally.add({ ...search, minute: 60, hasOffer: false, district: 'RM1' })
    tally.add({ ...search, hasOffer: false })
    tally.add({ ...search, minute: 120, day: '2026-10-26' })
    expect(tally.empty()).toEqual({
      hours: [
        { day: '2026-10-25', hour: 1, searches: 4, withoutOffer: 3 },
        { day: '2026-10-26', hour: 2, searches: 1, withoutOffer: 0 },
      ],
      unmet: [
        { day: '2026-10-25', hour: 1, district: 'E17', searches: 2 },
        { day: '2026-10-25', hour: 1, district: 'RM1', searches: 1 },
      ],
    })
    expect(tally.empty()).toEqual({ hours: [], unmet: [] })
  })

  it('keeps to its room, and counts the searches all the same', () => {
    const tally = new SearchTally()
    for (let place = 0; place < 20_050; place += 1) tally.add({ ...search, hasOffer: false, district: `X${place}` })
    tally.add({ ...search, hasOffer: false, district: 'X7' })
    const { hours, unmet } = tally.empty()
    expect(hours).toMatchObject([{ searches: 20_051, withoutOffer: 20_051 }])
    expect(unmet).toHaveLength(20_000)
    expect(unmet[7]).toMatchObject({ district: 'X7', searches: 2 })
  })
})
