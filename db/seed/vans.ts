import { VEHICLE_MAKERS } from '#modules/fleet/data.ts'
import type { VanCategory } from '#modules/fleet/rules.ts'
import type { Fuel } from '#modules/pricing/road-charges/rules.ts'
import { areaOf } from '#shared/uk-postcode.ts'
import type { Random } from './random.ts'

export interface SeedVan {
  category: VanCategory
  make: string
  model: string
  registration: string
  hasTailLift: boolean
  fuel: Fuel
  euroClass: number | null
  year: number
}

/** What is met on the road: the weight of a make among vans for hire. Makes not named here are left to the settings page. */
const MAKES: Record<string, number> = {
  Ford: 24,
  'Mercedes-Benz': 13,
  Vauxhall: 13,
  Volkswagen: 10,
  Renault: 9,
  Peugeot: 8,
  Citroën: 8,
  Nissan: 5,
  Fiat: 4,
  Toyota: 3,
  Iveco: 3,
  MAN: 2,
  Maxus: 2,
}

/** Models that came late or went early; all others are taken to be sold throughout. */
const SOLD: Record<string, readonly [from: number, to: number]> = {
  Nemo: [2008, 2016],
  Bipper: [2008, 2017],
  Fiorino: [2008, 2023],
  NV200: [2010, 2019],
  NV300: [2017, 2021],
  NV400: [2012, 2021],
  Townstar: [2022, 2100],
  Primastar: [2022, 2100],
  Interstar: [2022, 2100],
  Cabstar: [2007, 2013],
  Proace: [2013, 2100],
  'Proace City': [2020, 2100],
  'Proace Max': [2024, 2100],
  Talento: [2017, 2021],
  TGE: [2017, 2100],
  'Deliver 7': [2024, 2100],
  'Deliver 9': [2020, 2100],
  HiAce: [2007, 2012],
  'Transit Courier': [2014, 2100],
  'Transit Custom': [2013, 2100],
}

/** Lorries of a bigger licence, which no man-and-van firm runs, and vehicles with a body all of their own. */
const NOT_FOR_HIRE = new Set(['LF', 'TGL', 'Canter', 'eCanter', 'ID. Buzz Cargo'])

const isElectricModel = (name: string): boolean => /^[eEë]-|^e[A-Z]|Electric|E-Tech/.test(name)

const FIRST_ELECTRIC_YEAR = 2021

export function makeVan(random: Random, category: VanCategory, baseOutcode: string, today: string): SeedVan {
  const thisYear = Number(today.slice(0, 4))
  const isElectric = random.chance(category === 'luton_van' ? 0.02 : 0.07)
  const year = isElectric ? random.int(FIRST_ELECTRIC_YEAR, thisYear) : thisYear - ageInYears(random)
  const { make, model } = makeAndModel(random, category, isElectric, year)
  const fuel = isElectric ? 'electric' : category === 'small_van' && random.chance(0.12) ? 'petrol' : 'diesel'
  const isSecondHalf = year < thisYear ? random.chance(0.45) : today.slice(5) >= '09-15' && random.chance(0.3)
  return {
    category,
    make,
    model,
    registration: registrationOf(random, baseOutcode, year, isSecondHalf),
    hasTailLift: category === 'luton_van' && random.chance(0.85),
    fuel,
    euroClass: fuel === 'electric' ? null : euroClassOf(fuel, year, isSecondHalf),
    year,
  }
}

/** Most are three to nine years old, some older than Euro 6. */
const ageInYears = (random: Random): number =>
  random.weighted([
    [random.int(0, 2), 16],
    [random.int(3, 6), 40],
    [random.int(7, 9), 28],
    [random.int(10, 14), 16],
  ])

function makeAndModel(random: Random, category: VanCategory, isElectric: boolean, year: number) {
  const models = VEHICLE_MAKERS.flatMap(({ name: make, models }) =>
    models
      .filter(({ name, categories }) => {
        const [from, to] = SOLD[name] ?? [0, 2100]
        const isSold = isElectric || (from <= year && year <= to)
        return (
          categories.includes(category) && isElectricModel(name) === isElectric && !NOT_FOR_HIRE.has(name) && isSold
        )
      })
      .map(({ name }) => [{ make, model: name }, MAKES[make] ?? 0] as const),
  )
  return random.weighted(models.filter(([, weight]) => weight > 0))
}

/** New vans had to meet Euro 4 from 2006, 5 from 2011, 6 from September 2016. */
function euroClassOf(fuel: Fuel, year: number, isSecondHalf: boolean): number {
  if (year > 2016 || (year === 2016 && isSecondHalf)) return 6
  if (fuel === 'petrol' && year >= 2015) return 6
  return year >= 2011 ? 5 : year >= 2006 ? 4 : 3
}

/** The first letter says where a plate was issued; the second one of the offices there. */
const PLATE_AREAS: readonly (readonly [letter: string, areas: string])[] = [
  ['A', 'CB IP NR PE'],
  ['B', 'B CV DY WS WV'],
  ['C', 'CF LD LL NP SA'],
  ['D', 'CH SY'],
  ['E', 'CM CO SS SG AL'],
  ['F', 'DE LE LN NG'],
  ['G', 'BN CT ME RH TN DA'],
  ['H', 'BH PO SO DT'],
  ['K', 'LU MK NN'],
  ['L', 'BR CR E EC EN HA IG KT N NW RM SE SM SW TW UB W WC WD'],
  ['M', 'BL M OL SK WN WA'],
  ['N', 'DH DL NE SR TS'],
  ['O', 'OX'],
  ['P', 'BB CA FY LA L PR'],
  ['R', 'GU RG SL HP'],
  ['S', 'AB DD DG EH FK G IV KA KW KY ML PA PH TD'],
  ['V', 'HR WR GL ST'],
  ['W', 'BA BS EX PL TA TQ TR SN SP'],
  ['Y', 'BD DN HD HG HU HX LS S WF YO'],
]
const SECOND_LETTERS = 'ABCDEFGHJKLMNOPRSTUVWXY'
const LAST_LETTERS = 'ABCDEFGHJKLMNOPRSTUVWXYZ'
const IRISH_FIRST_LETTERS = 'ABCDEFGHJKLNOPRSTUV'
const IRISH_AREAS = [
  'AZ',
  'BZ',
  'EZ',
  'FZ',
  'GZ',
  'HZ',
  'JZ',
  'KZ',
  'LZ',
  'OZ',
  'RZ',
  'SZ',
  'TZ',
  'UZ',
  'VZ',
  'WZ',
  'XZ',
]

/** "LK72 VNF": two letters of the place, the year (plus 50 from September), three letters; in Northern Ireland "BGZ 4821". */
function registrationOf(random: Random, baseOutcode: string, year: number, isSecondHalf: boolean): string {
  const area = areaOf(baseOutcode) ?? ''
  if (area === 'BT') return `${random.letter(IRISH_FIRST_LETTERS)}${random.pick(IRISH_AREAS)} ${random.int(1001, 9989)}`
  const first = PLATE_AREAS.find(([, areas]) => areas.split(' ').includes(area))?.[0] ?? 'F'
  const age = String((year % 100) + (isSecondHalf ? 50 : 0)).padStart(2, '0')
  const last = Array.from({ length: 3 }, () => random.letter(LAST_LETTERS)).join('')
  return `${first}${random.letter(SECOND_LETTERS)}${age} ${last}`
}
