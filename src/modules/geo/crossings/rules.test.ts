import { describe, expect, it } from 'vitest'
import { landOf, seaCrossing } from './rules.ts'

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
  ])('%j: roads all the way', (outcodes) => expect(seaCrossing(outcodes)).toBeNull())

  it.each([
    [['E17', 'BT1'], 1, 'Great Britain', 'Northern Ireland'],
    [['E17', 'BN1', 'PO30'], 2, 'Great Britain', 'the Isle of Wight'],
    [['PO30', 'PO1', 'PO30'], 1, 'the Isle of Wight', 'Great Britain'],
    [['GY1', 'JE2'], 1, 'Guernsey', 'Jersey'],
    [['TR21', 'TR24'], 1, "St Mary's in the Isles of Scilly", 'Tresco in the Isles of Scilly'],
    [['PA42', 'PA60'], 1, 'Islay', 'Jura'],
  ])('%j: refused at point %i', (outcodes, pointIndex, from, to) => {
    expect(seaCrossing(outcodes)).toMatchObject({ pointIndex, from, to })
  })

  it('says it in a sentence', () => {
    expect(seaCrossing(['E17', 'PO30'])?.message).toBe(
      "There is no road between Great Britain and the Isle of Wight, and we don't price ferries. " +
        "Choose two places joined by road, or call us and we'll help.",
    )
  })
})
