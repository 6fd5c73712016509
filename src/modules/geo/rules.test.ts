import { describe, expect, it } from 'vitest'
import { haversineMetres } from '#shared/distance.ts'
import { areaOf, normalisePostcode, twinOutcodes } from '#shared/uk-postcode.ts'
import { ZONES } from './charges/data.ts'
import table from './outcodes/data.json' with { type: 'json' }
import { areas, outcodes, sortedOutcodes } from './outcodes/data.ts'
import { toPlace, type TablePlace, expandOutcodes, nationOf, compareOutcodes } from './outcodes/rules.ts'
import {
  FORCES_POST_MESSAGE,
  GIROBANK_MESSAGE,
  isApproximate,
  locate,
  NOT_A_POSTCODE_MESSAGE,
  notAPostcode,
  unknownPostcodeMessage,
  unlistedMessage,
  worstPrecision,
  type PlaceSource,
  type UnitFacts,
} from './rules.ts'

describe('geography', () => {
  const table = (...rows: [string, number, number, string][]) =>
    new Map(rows.map((row): [string, TablePlace] => [row[0], toPlace(row)]))
  const source: PlaceSource = {
    outcodes: table(['E17', 51.586, -0.019, 'Walthamstow'], ['SW1A', 51.502, -0.133, 'Westminster']),
    areas: table(
      ['E', 51.54, -0.03, 'East London'],
      ['SW', 51.46, -0.17, 'South West London'],
      ['BT', 54.6, -6.2, 'Belfast'],
    ),
  }
  const unit = (facts: Partial<UnitFacts> = {}): UnitFacts => ({
    lat: 51.5861,
    lng: -0.0214,
    districtCode: 'E09000031',
    countryCode: 'E92000001',
    ...facts,
  })

  describe('locate: the first of three tiers that knows', () => {
    it('answers to the metre from the unit', () => {
      expect(locate('e174qh', { ...source, unit: unit() })).toEqual({
        postcode: 'E17 4QH',
        outcode: 'E17',
        area: 'E',
        lat: 51.5861,
        lng: -0.0214,
        precision: 'unit',
        town: 'Walthamstow',
        nation: 'england',
        districtCode: 'E09000031',
        isUnlisted: false,
      })
    })

    it('answers by the outcode without it', () => {
      expect(locate('E17 4QH', source)).toMatchObject({
        lat: 51.586,
        precision: 'outcode',
        town: 'Walthamstow',
        districtCode: null,
      })
    })

    it('answers by the outcode for a real postcode without a place, and keeps what else is known', () => {
      const found = locate('E17 4QH', {
        ...source,
        unit: unit({ lat: null, lng: null, districtCode: null, countryCode: 'S92000003' }),
      })
      expect(found).toMatchObject({ lat: 51.586, precision: 'outcode', nation: 'scotland' })
    })

    it('answers by the area for an outcode it does not know', () => {
      expect(locate('E99 1AA', source)).toMatchObject({
        lat: 51.54,
        precision: 'area',
        town: 'East London',
        outcode: 'E99',
      })
    })

    it('places an outward code alone by its district, and is never asked about', () => {
      const found = locate(' e17 ', { ...source, listedAreas: new Set(['E']) })
      expect(found).toMatchObject({
        postcode: 'E17',
        outcode: 'E17',
        precision: 'outcode',
        town: 'Walthamstow',
        isUnlisted: false,
      })
    })

    it.each(['XX1 1AA', 'E99', 'XX1', 'not a postcode', ''])('finds no place for %j', (text) =>
      expect(locate(text, source)).toBeNull(),
    )

    it("prefers the exact source's town", () => {
      expect(locate('E17 4QH', { ...source, unit: unit({ town: 'London' }) })?.town).toBe('London')
    })
  })

  describe('a postcode that the imported data does not name', () => {
    const listedAreas = new Set(['E'])
    it.each<[string, Partial<PlaceSource>, boolean]>([
      ['in an area that it names every postcode of', { listedAreas }, true],
      ['named in it', { listedAreas, unit: unit() }, false],
      ['named in it without a place', { listedAreas, unit: unit({ lat: null, lng: null }) }, false],
      ['in another area', { listedAreas: new Set(['SW']) }, false],
      ['without an import', {}, false],
    ])('%s: %j', (_, more, expected) =>
      expect(locate('E17 9ZZ', { ...source, ...more })).toMatchObject({ isUnlisted: expected }),
    )

    it('is placed by its outcode, and asked about', () => {
      expect(locate('E17 9ZZ', { ...source, listedAreas })).toMatchObject({ precision: 'outcode', town: 'Walthamstow' })
      expect(unlistedMessage('E17 9ZZ')).toBe("We don't know E17 9ZZ. Check it — or go on if it is new.")
    })
  })

  describe('postcodes that people know and that are no place', () => {
    it.each([
      ['GIR 0AA', GIROBANK_MESSAGE],
      ['gir0aa', GIROBANK_MESSAGE],
      ['BF1 0AX', FORCES_POST_MESSAGE],
      ['bf13aa', FORCES_POST_MESSAGE],
      ['BFPO 58', FORCES_POST_MESSAGE],
      ['bfpo801', FORCES_POST_MESSAGE],
    ])('%s is answered by name', (text, message) => {
      expect([notAPostcode(text), unknownPostcodeMessage(text, outcodes)]).toEqual([message, message])
    })
    it.each(['XX1 1AA', 'BF', 'BFPO', 'GIR', 'B1 1AA', 'GIR 0AA and more than that'])('%s is not', (text) => {
      expect(notAPostcode(text)).toBe(NOT_A_POSTCODE_MESSAGE)
      expect(unknownPostcodeMessage(text, outcodes)).not.toMatch(/BFPO addresses|Girobank/)
    })
  })

  describe('a beginning that does not exist', () => {
    it.each([
      ['XX99 9XX', 'No UK postcode starts with XX99. Check it.'],
      ['xx99', 'No UK postcode starts with XX99. Check it.'],
      ['Brighton', 'We don’t know this postcode. Check how it starts.'],
      ['ei7 4qh', 'No UK postcode starts with EI7. Did you mean E17 4QH?'],
      ['EI7', 'No UK postcode starts with EI7. Did you mean E17?'],
      ['E1O 5AB', 'No UK postcode starts with E1O. Did you mean E10 5AB?'],
    ])('of %j is named where it can be', (text, sentence) =>
      expect(unknownPostcodeMessage(text, outcodes)).toBe(sentence),
    )

    it('a letter for a digit in a real outward code, or the reverse, is nowhere, and the real one is meant', () => {
      const lookAlikes = ['O0', 'I1', 'Z2', 'S5', 'G6', 'B8']
      const slips = sortedOutcodes.flatMap((outcode) =>
        outcode.split('').flatMap((char, index) => {
          const pair = lookAlikes.find((one) => one.includes(char))
          const other = pair?.[0] === char ? pair[1] : pair?.[0]
          const slip = outcode.slice(0, index) + (other ?? '') + outcode.slice(index + 1)
          return other && normalisePostcode(`${slip} 4QH`) && !outcodes.has(slip) ? [[slip, outcode] as const] : []
        }),
      )
      expect(slips.length).toBeGreaterThan(300)
      for (const [slip, outcode] of slips) {
        expect([slip, locate(`${slip} 4QH`, { outcodes, areas })]).toEqual([slip, null])
        expect(unknownPostcodeMessage(`${slip} 4QH`, outcodes)).toMatch(/Did you mean \w+ 4QH\?$/)
        expect(twinOutcodes(slip)).toContain(outcode)
      }
    })
  })

  describe('precision', () => {
    it.each([
      [['unit', 'unit'], 'unit'],
      [['unit', 'outcode'], 'outcode'],
      [['area', 'outcode', 'unit'], 'area'],
      [[], 'unit'],
    ] as const)('of %j together is %s', (precisions, expected) => expect(worstPrecision(precisions)).toBe(expected))

    it('is approximate unless to the metre', () => {
      expect([isApproximate('unit'), isApproximate('outcode'), isApproximate('area')]).toEqual([false, true, true])
    })
  })
})

describe('the table of outcodes', () => {
  /** All 124: 121 of the United Kingdom, and Guernsey, Jersey, the Isle of Man. */
  const ALL_AREAS = `
  AB AL B BA BB BD BH BL BN BR BS BT CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E EC EH EN EX FK FY G GL GU GY
  HA HD HG HP HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG NN NP NR NW OL OX PA PE PH PL
  PO PR RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO ZE`
    .trim()
    .split(/\s+/)

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

describe('outcodes', () => {
  describe('expandOutcodes', () => {
    it.each([
      ['BR1-5,7', ['BR1', 'BR2', 'BR3', 'BR4', 'BR5', 'BR7']],
      ['EC1/AMN SW1A', ['EC1A', 'EC1M', 'EC1N', 'SW1A']],
      ['HA0-1,8', ['HA0', 'HA1', 'HA8']],
      [' E\n GY9 ', ['E', 'GY9']],
      ['', []],
    ])('%j', (text, outcodes) => expect(expandOutcodes(text)).toEqual(outcodes))
  })

  describe('toPlace', () => {
    it('reads a row of the table', () => {
      expect(toPlace(['W1A', 51.52, -0.1, 'Soho and Fitzrovia'])).toEqual({
        code: 'W1A',
        lat: 51.52,
        lng: -0.1,
        name: 'Soho and Fitzrovia',
      })
    })

    it.each([
      ['E17', 51.586, 'Walthamstow'],
      ['E17', 51.586, -0.019],
      ['e17', 51.5, 0, 'Somewhere'],
      ['E17', '51.5', 0, 'Walthamstow'],
      ['E17', 51.5, 0, 'Walthamstow', 'E18'],
    ])('refuses the row %j %j %j', (...row) => expect(() => toPlace(row)).toThrow('Not a row of the outcode table'))
  })

  it('compareOutcodes: as people count', () => {
    expect(['E10', 'EC1A', 'E2', 'E1W', 'E1', 'BN', 'E'].sort(compareOutcodes)).toEqual([
      'BN',
      'E',
      'E1',
      'E1W',
      'E2',
      'E10',
      'EC1A',
    ])
  })

  it.each([
    ['E17', 'england'],
    ['EH1', 'scotland'],
    ['TD1', 'scotland'],
    ['TD15', 'england'],
    ['CF10', 'wales'],
    ['LD1', 'wales'],
    ['SY1', 'england'],
    ['SY23', 'wales'],
    ['CH1', 'england'],
    ['CH7', 'wales'],
    ['BT1', 'northern_ireland'],
    ['JE2', 'jersey'],
    ['GY9', 'guernsey'],
    ['IM4', 'isle_of_man'],
  ] as const)('%s is in %s', (outcode, nation) => expect(nationOf(outcode)).toBe(nation))

  it.each([
    ['CH4', 'W92000004', 'wales'],
    ['LD7', 'E92000001', 'england'],
    ['TD12', 'E92000001', 'england'],
    ['CA6', 'S92000003', 'scotland'],
    ['BT1', 'N92000002', 'northern_ireland'],
    ['IM1', 'M83000003', 'isle_of_man'],
    ['JE3', 'L93000001', 'jersey'],
  ] as const)('%s with country code %s is in %s', (outcode, code, nation) =>
    expect(nationOf(outcode, code)).toBe(nation),
  )
})
