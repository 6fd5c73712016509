import { describe, expect, it } from 'vitest'
import { areas, outcodes } from '../outcodes/data.ts'
import { locate } from '../rules.ts'
import { ROADLESS } from './data.ts'
import { landOf, landOfPlace, seaCrossing, type ShorePlace } from './rules.ts'

const known = (postcode: string): ShorePlace => {
  const place = locate(postcode, { outcodes, areas })
  if (!place) throw new Error(`${postcode} is nowhere`)
  return place
}
/** The places of some outcodes, each at a unit that no list below names. */
const ofOutcodes = (codes: readonly string[]) => codes.map((outcode) => known(`${outcode} 0ZZ`))

describe('landOf', () => {
  it.each([
    ['E17', 'Great Britain'],
    ['BT1', 'Northern Ireland'],
    ['GY1', 'Guernsey'],
    ['GY9', 'Alderney'],
    ['JE2', 'Jersey'],
    ['IM9', 'the Isle of Man'],
    ['HS1', 'Lewis and Harris'],
    ['HS9', 'Barra'],
    ['ZE2', 'Shetland'],
    ['KW14', 'Great Britain'],
    ['KW15', 'Orkney'],
    ['PO29', 'Great Britain'],
    ['PO30', 'the Isle of Wight'],
    ['PO41', 'the Isle of Wight'],
    ['TR20', 'Great Britain'],
    ['TR21', "St Mary's in the Isles of Scilly"],
    ['KA27', 'Arran'],
    ['PA20', 'Bute'],
    ['PA21', 'Great Britain'],
    ['PA49', 'Islay'],
    ['PA50', 'Great Britain'],
    ['PA65', 'Mull'],
    ['PA78', 'Coll'],
    ['PA80', 'Great Britain'],
    ['PH42', 'Eigg'],
    ['IV41', 'Great Britain'],
    ['LL77', 'Great Britain'],
  ])('%s is on %s', (outcode, land) => expect(landOf(outcode)).toBe(land))
})

describe('seaCrossing', () => {
  it.each([
    [['E17', 'BN1']],
    [['BT1', 'BT48']],
    [['PO30', 'PO41']],
    [['IV41', 'G1']],
    [['LL77', 'M1']],
    [['HS1', 'HS5']],
    [['JE2', 'JE3', 'JE2']],
    [['E17']],
    [[]],
  ])('%j: roads all the way', (outcodes) => expect(seaCrossing(ofOutcodes(outcodes))).toBeNull())

  it.each([
    [['E17', 'BT1'], 1, 'Great Britain', 'Northern Ireland'],
    [['E17', 'BN1', 'PO30'], 2, 'Great Britain', 'the Isle of Wight'],
    [['PO30', 'PO1', 'PO30'], 1, 'the Isle of Wight', 'Great Britain'],
    [['GY1', 'JE2'], 1, 'Guernsey', 'Jersey'],
    [['TR21', 'TR24'], 1, "St Mary's in the Isles of Scilly", 'Tresco in the Isles of Scilly'],
    [['PA42', 'PA60'], 1, 'Islay', 'Jura'],
  ])('%j: refused at point %i', (outcodes, pointIndex, from, to) => {
    expect(seaCrossing(ofOutcodes(outcodes))).toMatchObject({ pointIndex, from, to })
  })

  it('says it in a sentence', () => {
    expect(seaCrossing(ofOutcodes(['E17', 'PO30']))?.message).toBe(
      "There is no road between Great Britain and the Isle of Wight, and we don't price ferries. " +
        "Choose two places joined by road, or call us and we'll help.",
    )
  })
})

// Postcodes as the islands' own ferries, shops and schools give them; the right one shares the outcode and has a road.
describe('places without a road', () => {
  it.each([
    ['Lismore', 'PA34 5UL', 'PA34 4AH', 'PA34 5AA'],
    ['Raasay', 'IV40 8PB', 'IV40 8AE', 'IV40 8DZ'],
    ['Knoydart', 'PH41 4PL', 'PH41 4QA', 'PH41 4PX'],
    ['Lundy', 'EX39 2LY', 'EX39 2QA', 'EX39 1AA'],
    ['Rathlin', 'BT54 6RT', 'BT54 6AA', 'BT54 6PZ'],
    ['Hoy', 'KW16 3NT', 'KW16 3AA', 'KW16 3LN'],
    ['Westray', 'KW17 2DH', 'KW17 2EN', 'KW17 2SL'],
    ['Papa Westray', 'KW17 2BU', 'KW17 2JR', 'KW17 2RD'],
    ['North Ronaldsay', 'KW17 2BE', 'KW17 2QJ', 'KW17 2TW'],
    ['Unst', 'ZE2 9EF', 'ZE2 9EY', 'ZE2 9HB'],
    ['Yell', 'ZE2 9BN', 'ZE2 9QG', 'ZE2 9LA'],
    ['Fair Isle', 'ZE2 9JU', 'ZE2 9JA', 'ZE2 9RB'],
  ])('%s is refused by name, its neighbours are not', (name, postcode, ...neighbours) => {
    const [near, far] = neighbours.map(known)
    expect(near && far && seaCrossing([near, far])).toBeNull()
    expect(near && seaCrossing([known(postcode), near])).toMatchObject({ pointIndex: 1, from: name })
    expect(near && seaCrossing([near, known(postcode)])?.message).toContain(`and ${name}, and we don't price ferries`)
  })

  it('is told by position where the postcode itself is known, and not where only its outcode is', () => {
    const unlisted = { ...known('PH41 4ZZ'), lat: 57.04, lng: -5.66 }
    expect(landOfPlace({ ...unlisted, precision: 'unit' })).toBe('Knoydart')
    expect(landOfPlace({ ...unlisted, precision: 'outcode' })).toBe('Great Britain')
  })

  it('reads every line of its table, and no box holds the middle of an outcode with roads', () => {
    expect(
      ROADLESS.filter(([, postcodes]) => !/^([A-Z]+\d+ \d[A-Z]{1,2}(-\d[A-Z]{2})?( |$))+$/.test(postcodes)),
    ).toEqual([])
    const held = [...outcodes.values()].filter(({ code, lat, lng }) => {
      const place = { postcode: `${code} 0ZZ`, outcode: code, lat, lng, precision: 'unit' } as const
      return landOfPlace(place) !== landOf(code)
    })
    expect(held.map(({ code }) => code)).toEqual([])
  })
})
