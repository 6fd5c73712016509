// Measures, which are no amounts: "3 seater", "120 x 60", "6 ft".
import { SMALL, type Token } from './tokens.ts'

const UNITS = new Map<string, string>(Object.entries({
  seater: 'seater', seaters: 'seater', seat: 'seater', seats: 'seater', str: 'seater', seatr: 'seater', setter: 'seater', seter: 'seater',
  drawer: 'drawer', draw: 'drawer', drw: 'drawer', dwr: 'drawer', drawers: 'drawer', draws: 'drawer',
  door: 'door', doors: 'door', dr: 'door', tier: 'tier', tiers: 'tier', tiered: 'tier', shelf: 'shelf', shelves: 'shelf',
  inch: 'inch', inches: 'inch', in: 'inch', ins: 'inch', '"': 'inch', piece: 'piece', pce: 'piece', person: 'person', man: 'person', people: 'person', persons: 'person',
  d: 'd',
  ft: 'ft', foot: 'ft', feet: 'ft', "'": 'ft', cm: '', cms: '', mm: '', m: '', mtr: '', mtrs: '', metre: '', metres: '', meter: '', meters: '',
  kg: '', kgs: '', kilo: '', kilos: '', litre: '', litres: '', liter: '', ltr: '', ltrs: '', l: '', lb: '', lbs: '', stone: '', watt: '', w: '', k: '', gb: '', tb: '', hp: '', btu: '',
  burner: 'burner', burners: 'burner', ring: 'ring', rings: 'ring', arm: '', way: '', rung: '', rungs: '', speed: '', gang: '', bottle: '', bottles: '', cube: 'cube', cubes: 'cube', panel: '', string: '', octave: '', key: '', bulb: '', slice: '',
  poster: 'poster', yr: '', yrs: '', year: '', years: '', bed: 'bed', bedroom: 'bed', bedroomed: 'bed', bdr: 'bed', bedrooms: 'bed', bulbs: '', gal: '', gallon: '', cu: '', sq: '', step: 'step', tread: 'step', wheel: '', wheeler: '', in1: '',
})) // prettier-ignore

/** What is counted itself, if nothing follows that it could describe: "2 drawers", but "2 drawers chest". */
const MAY_BE_COUNTED = new Set([
  'drawers',
  'draws',
  'doors',
  'shelves',
  'shelf',
  'door',
  'bottles',
  'pieces',
  'wheels',
  'bed',
  'cubes',
  'rings',
  'key',
  'panel',
  'step',
  'wheel',
  'bar',
  'arm',
  'man',
  'people',
  'panels',
  'drawer',
  'draw',
  'bulb',
  'ring',
  'stone',
  'string',
])

/** "bed" describes a home or nothing: "2 bed flat" is one; "3 beds" and "1 bed" are counted. */
const AFTER_BED =
  /^(?:flat|house|home|bungalow|apartment|property|semi|terrace|terraced|maisonette|place|detached|end|room)/

const unitAt = (tokens: readonly Token[], at: number): { unit: string; end: number } | undefined => {
  const isHyphen = tokens[at]?.word === '-' && !tokens[at]?.isApart && !tokens[at + 1]?.isApart
  const place = isHyphen ? at + 1 : at
  const token = tokens[place]
  if (!token) return undefined
  const unit = UNITS.get(token.word)
  if (unit === undefined) return undefined
  const next = tokens[place + 1]?.word ?? ''
  // "2 m" is a length, "10 l" too; "2 in the loft" is none.
  if (
    token.word === 'in' &&
    (/^(?:the|my|our|a|each|every|total|all|one|1|bedroom|kitchen|lounge|garage|loft|hall|and)$/.test(next) ||
      next === '')
  )
    return undefined
  if (
    /^(?:k|w|l|m|stone|'|bar|arm|key|step|way|ring|wheel)$/.test(token.word) &&
    token.isApart &&
    (token.word.length > 1 ? next === '' : false)
  )
    return undefined
  if (
    /^bed(?:room|rooms|roomed)?$|^bdr$/.test(token.word) &&
    !AFTER_BED.test(next) &&
    !/^(?:a|our|their)$/.test(tokens[at - 2]?.word ?? '')
  )
    return undefined
  if (token.word === "'" && /^(?:s|\p{L})/u.test(next) && !tokens[place + 1]?.isApart) return undefined
  return { unit, end: place + 1 }
}

const ENDS =
  /^(?:[,.;)(&+/-]|and|with|plus|x|×|in|for|from|at|on|or|:|which|that|to|please|also|is|are|not|inc|incl|including|)$/

/** Whether this follows a number that says what a thing is like. */
export function isMeasured(tokens: readonly Token[], at: number): boolean {
  const found = unitAt(tokens, at)
  if (!found) return false
  const token = tokens[found.end - 1]
  // "3 door" says of what sort it is, "3 doors" and "1 door" may be counted.
  const isOne =
    tokens[at - 1]?.word === '1' || /^(?:an?|one)$/.test(tokens[at - 1]?.word ?? '') || token?.word.endsWith('s')
  const isAlone = isOne && ENDS.test(tokens[found.end]?.word ?? '')
  const isHyphened = found.end - at > 1
  return !(isAlone && !isHyphened && token && MAY_BE_COUNTED.has(token.word) && token.isApart)
}

const WEIGHT = /^(?:kg|kgs|kilos?|l|litres?|ltrs?)$/

/** "120 x 60": a number, a sign and another number that counts nothing. */
export function isDimension(tokens: readonly Token[], at: number): boolean {
  if (!/^(?:x|×|by|\*)$/.test(tokens[at]?.word ?? '')) return false
  const second = tokens[at + 1]?.word ?? ''
  if (!/^\d/.test(second)) return false
  // "2 x 55 inch" are two.
  const first = Number(tokens[at - 1]?.word)
  const unit = unitAt(tokens, at + 2)
  if (unit && (first === 1 || first * 5 <= Number(second))) return false
  if (unit && WEIGHT.test(tokens[unit.end - 1]?.word ?? '')) return false
  const isLeading = !/^\p{L}{2}/u.test(tokens[at - 2]?.word ?? '')
  if (unit && isLeading && tokens.slice(unit.end, unit.end + 3).some(({ word }) => /[^s]s$/.test(word))) return false
  return (
    unitAt(tokens, at + 2) === undefined ||
    /^(?:|cube)$/.test(unitAt(tokens, at + 2)?.unit ?? 'ft') ||
    /^(?:ft|inch)$/.test(unitAt(tokens, at + 2)?.unit ?? '')
  )
}

/** Where the measures of a thing end that begin here: "120 x 60 cm", "140cm x 70cm", "4ft6"; `at` itself if none do. */
export function measuresEnd(tokens: readonly Token[], at: number): number {
  if (!NUMBER_WORDS.test(tokens[at]?.word ?? '')) return at
  // "2-3 seater"
  const isRange = /^[-/]$/.test(tokens[at + 1]?.word ?? '') && NUMBER_WORDS.test(tokens[at + 2]?.word ?? '')
  if (isRange && isMeasured(tokens, at + 3)) return unitAt(tokens, at + 3)?.end ?? at
  const first = unitAt(tokens, at + 1)
  const isWide = first !== undefined && /^(?:ft|inch|)$/.test(first.unit)
  let end = first && isMeasured(tokens, at + 1) ? first.end : isDimension(tokens, at + 1) ? at + 1 : at
  if (end === at) return at
  if (isWide && first.unit === 'ft' && /^\d{1,2}$/.test(tokens[end]?.word ?? '') && !tokens[end]?.isApart) end += 1
  const goesOn = (from: number) =>
    (!first || (isWide && unitAt(tokens, from + 2) !== undefined)) &&
    /^(?:x|×|by|\*)$/.test(tokens[from]?.word ?? '') &&
    NUMBER_WORDS.test(tokens[from + 1]?.word ?? '')
  while (goesOn(end)) end = unitAt(tokens, end + 2)?.end ?? end + 2
  return end
}

const NUMBER_WORDS = /^(?:\d+(?:[.,]\d+)?)$/

/** The words that say what a thing is: measures as one word each ("3seater"), lengths and sizes left out. */
export function describing(tokens: readonly Token[]): string[] {
  const descriptors: string[] = []
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at]
    if (!token) break
    const value = NUMBER_WORDS.test(token.word)
      ? token.word
      : SMALL.has(token.word)
        ? String(SMALL.get(token.word))
        : undefined
    if (value === undefined) {
      if (/^(?:seats|sleeps)$/.test(token.word) && /^\d+$/.test(tokens[at + 1]?.word ?? '')) {
        descriptors.push(`${tokens[at + 1]?.word}seater`)
        at += 2
        continue
      }
      if (/[\p{L}]/u.test(token.word)) descriptors.push(token.word)
      at += 1
      continue
    }
    const by = tokens[at + 1]?.word ?? ''
    const second = tokens[at + 2]?.word ?? ''
    if (/^(?:x|×|by|\*)$/.test(by) && NUMBER_WORDS.test(second)) {
      descriptors.push(`${value}by${second}`)
      at += 3
      while (/^(?:x|×|by|\*)$/.test(tokens[at]?.word ?? '') && NUMBER_WORDS.test(tokens[at + 1]?.word ?? '')) at += 2
      if (unitAt(tokens, at)) at = unitAt(tokens, at)?.end ?? at
      continue
    }
    // A range of a measure counts as its greater: "2-3 seater".
    const greater = /^(?:-|\/|to|or)$/.test(by) && NUMBER_WORDS.test(second) && unitAt(tokens, at + 3) ? 2 : 0
    const unit = unitAt(tokens, at + 1 + greater)
    if (unit) {
      const counted = greater > 0 ? second : value
      if (
        unit.unit === 'ft' &&
        /^\d+$/.test(tokens[unit.end]?.word ?? '') &&
        !(tokens[unit.end]?.isApart && unitAt(tokens, unit.end + 1) === undefined)
      ) {
        descriptors.push(`${counted}ft${tokens[unit.end]?.word}`)
        at = unit.end + 1
        if (/^(?:in|inch|inches|"|')$/.test(tokens[at]?.word ?? '')) at += 1
        continue
      }
      if (unit.unit !== '') descriptors.push(`${counted}${unit.unit}`)
      at = unit.end
      if (/^(?:|ft|inch)$/.test(unit.unit) && /^(?:long|wide|high|tall|deep)$/.test(tokens[at]?.word ?? '')) at += 1
      continue
    }
    descriptors.push(value)
    at += 1
  }
  return descriptors
}
