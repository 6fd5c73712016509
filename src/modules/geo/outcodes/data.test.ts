import { describe, expect, it } from 'vitest'
import { areaOf } from '#shared/uk-postcode.ts'
import { ZONES } from '../charges/data.ts'
import { haversineMetres } from '#shared/distance.ts'
import { areas, outcodes, sortedOutcodes } from './data.ts'
import table from './data.json' with { type: 'json' }
import { expandOutcodes } from './rules.ts'

/** All 124: 121 of the United Kingdom, and Guernsey, Jersey, the Isle of Man. */
const ALL_AREAS = `
  AB AL B BA BB BD BH BL BN BR BS BT CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E EC EH EN EX FK FY G GL GU GY
  HA HD HG HP HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG NN NP NR NW OL OX PA PE PH PL
  PO PR RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO ZE`
  .trim()
  .split(/\s+/)

describe('the table of outcodes', () => {
  it('has every postcode area, and no other', () => {
    expect(ALL_AREAS).toHaveLength(124)
    expect([...areas.keys()].sort()).toEqual([...ALL_AREAS].sort())
  })

  it('names every code once', () => {
    const codes = table.outcodes.map(([code]) => code)
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
    expect(table.areas).toHaveLength(124)
    expect(sortedOutcodes).toHaveLength(codes.length)
  })

  it('lists outcodes where outcodes belong and areas where areas belong', () => {
    expect([...outcodes.keys()].filter((code) => !/^[A-Z]{1,2}\d[A-Z0-9]?$/.test(code))).toEqual([])
    expect([...outcodes.keys()].filter((code) => !areas.has(areaOf(code) ?? ''))).toEqual([])
  })

  it('lies on and around the British Isles', () => {
    const outliers = [...outcodes.values(), ...areas.values()].filter(
      ({ lat, lng }) => lat < 49 || lat > 61 || lng < -8.7 || lng > 1.8,
    )
    expect(outliers).toEqual([])
  })

  // The widest areas (IV, PH, PA, HS, KW) reach some 180 km; a swapped digit usually lands further away.
  it('keeps every outcode near its area', () => {
    const strays = [...outcodes.values()].filter((place) => {
      const area = areas.get(areaOf(place.code) ?? '')
      return !area || haversineMetres(place, area) > 190_000
    })
    expect(strays).toEqual([])
  })

  it('has names that can be shown', () => {
    const odd = [...outcodes.values(), ...areas.values()].filter(
      ({ name }) => !/^[\p{Lu}][\p{L} '’.,&()/-]{1,49}$/u.test(name),
    )
    expect(odd).toEqual([])
  })

  it('knows London, and the outcodes that charging zones are told by', () => {
    const listed = ZONES.flatMap(({ inside, mostlyInside, hardlyInside }) =>
      [inside, mostlyInside, hardlyInside].flat(),
    )
    const zoned = listed.filter((code) => /\d/.test(code)).map((code) => code.split(' ')[0] ?? '')
    // The outcodes of large users and post-office boxes, and the letters of London's W1 and EC, have no place.
    const withoutPlace = /^(CR90|BD99|EC[1-4][A-Z]?|W1[A-Z])$/
    expect(zoned.filter((code) => !outcodes.has(code) && !withoutPlace.test(code))).toEqual([])
    expect(zoned.filter((code) => /^(EC|W1|WC)/.test(code) && outcodes.has(code)).length).toBeGreaterThan(35)
    expect(expandOutcodes('E1-18,20 SE1-28 SW2-20 N1-22 NW2-11 W2-14').filter((code) => !outcodes.has(code))).toEqual(
      [],
    )
  })
})
