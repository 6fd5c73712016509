import { VAN_DETAILS } from '#modules/fleet/data.ts'
import { ZONES } from '#modules/geo/charges/data.ts'
import { compareZones, zoneOf, zonesOfJourney } from '#modules/geo/charges/rules.ts'
import type { HelpLevel, VanCategory } from '#modules/fleet/rules.ts'
import { areas, outcodes } from '#modules/geo/outcodes/data.ts'
import { locate, type Place } from '#modules/geo/rules.ts'
import { modelJourney } from '#modules/geo/osrm/rules.ts'
import { findItem, type Item } from '#modules/items/data.ts'
import { entersVan, loadOf, type HomeSize } from '#modules/items/rules.ts'
import { TYPICAL_HOMES } from '#modules/items/typical-homes-data.ts'
import { moveOf, type PreparedMove } from '#modules/quoting/move/queries.ts'
import { PACKED_PERCENT, pieceProblems, tripsFor } from '#modules/quoting/load/rules.ts'
import type { AskedMove } from '#modules/quoting/move/rules.ts'
import type { SeedUnit } from './companies.ts'
import { randomOf, type Random } from './random.ts'
import { inventedPostcode, placeOf } from './regions.ts'

/** Where people move to when they move far. On the other island there is only one. */
const FAR = 'BN1 BS5 CF24 EH6 EX1 G41 L15 LE2 LS6 M20 N1 NE2 NG7 NR2 OX4 RG1 S7 SE15 SO14 YO30'.split(' ').map(placeOf)

/** A move that a unit could be booked for, without a day: places, load, work. */
export function makeMove(random: Random, unit: SeedUnit): PreparedMove {
  const help = makeHelp(random, unit)
  const asked: AskedMove = {
    routePoints: makePoints(random, unit),
    items: makeItems(random, unit.van.category, help),
    jobKind: unit.jobKinds.includes('home_or_office') ? 'home_or_office' : 'furniture',
    manPower: help,
    vanCategory: unit.van.category,
    needTailLift: unit.van.hasTailLift && random.chance(0.4),
    customerNote: random.chance(0.25) ? random.pick(NOTES) : null,
  }
  const places = asked.routePoints.map(({ postcode }) => located(postcode))
  return moveOf(asked, places, modelJourney(places), { zones: zonesOfJourney(zones, places), tolls: [] })
}

const zones = ZONES.map(zoneOf).sort(compareZones)

function located(postcode: string): Place {
  const place = locate(postcode, { outcodes, areas })
  if (!place) throw new Error(`${postcode} is nowhere`)
  return place
}

function makeHelp(random: Random, { helpLevels }: SeedUnit): HelpLevel {
  const usual: Record<HelpLevel, number> = { no_help: 1, driver_helps: 4, one_porter: 5, two_porters: 1.5 }
  return random.weighted(helpLevels.map((help) => [help, usual[help]] as const))
}

function makePoints(random: Random, unit: SeedUnit): AskedMove['routePoints'] {
  const near = unit.places.slice(0, Math.max(12, Math.ceil(unit.places.length / 3)))
  const pickUp = random.pick(near)
  const isFar = random.chance(0.12) && !pickUp.code.startsWith('BT')
  const dropOff = random.pick(isFar ? FAR : random.chance(0.7) ? near : unit.places)
  const stop = random.chance(0.08) ? [random.pick(near)] : []
  return [pickUp, ...stop, dropOff].map((place, number) => ({
    number,
    postcode: inventedPostcode(random, place.code),
    stairs: random.weighted([
      [0, 11],
      [1, 4],
      [2, 4],
      [3, 2],
      [4, 0.5],
      [9, 3],
    ]),
    flatAndHouse: random.chance(0.4) ? `Flat ${random.int(1, 24)}` : String(random.int(1, 160)),
    address: { formattedAddress: `${random.pick(STREETS)}, ${place.name}` },
  }))
}

/**
 * Items to move: one of sixty loads of homes for that van, without those too heavy for its crew; some of it to be taken
 * apart.
 */
function makeItems(random: Random, van: VanCategory, help: HelpLevel): AskedMove['items'] {
  const items = random.pick(loadsOf(van)).map(({ item, amount }) => {
    const isTakenApart = item.furnitureType !== null && help !== 'no_help' && random.chance(0.35)
    return {
      movingItem: item.id,
      amount,
      needAssembling: isTakenApart && random.chance(0.85),
      needDisassembling: isTakenApart,
    }
  })
  return items.filter((item) => pieceProblems([item], van, help).length === 0)
}

type LoadedItem = { item: Item; amount: number }

const loadsByVan = new Map<VanCategory, LoadedItem[][]>()

function loadsOf(van: VanCategory): LoadedItem[][] {
  const known = loadsByVan.get(van)
  if (known) return known
  const random = randomOf(`loads ${van}`)
  const loads = Array.from({ length: 60 }, () => makeLoad(random, van))
  loadsByVan.set(van, loads)
  return loads
}

const HOMES: Record<VanCategory, readonly HomeSize[]> = {
  small_van: ['studio'],
  medium_van: ['studio', 'one'],
  large_van: ['one', 'two'],
  luton_van: ['one', 'two', 'three'],
}

/** Load of what a home usually holds, as much as the van takes at once, without items too big for it, for any crew. */
function makeLoad(random: Random, van: VanCategory): LoadedItem[] {
  const home = TYPICAL_HOMES[random.pick(HOMES[van])].flatMap(({ id, amount }) => {
    const item = findItem(id)
    return item ? [{ item, amount }] : []
  })
  const wanted = random.between(0.4, 0.9)
  const chosen: LoadedItem[] = []
  for (const { item, amount: usual } of random.shuffle(home)) {
    const amount = usual > 2 ? random.int(2, usual) : usual
    const load = loadOf([...chosen, { item, amount }])
    const isWithin = load.volumeM3 * 100 <= wanted * PACKED_PERCENT * VAN_DETAILS[van].volumeM3
    const isFitting = entersVan(item, van) && tripsFor(load, { category: van, payloadKg: null }, 'two_porters') === 1
    if (isWithin && isFitting) chosen.push({ item, amount })
  }
  return chosen.toSorted((one, other) => one.item.id - other.item.id)
}

const NOTES = [
  'The lift is booked from nine; please ring on arrival and I will come down with the key.',
  'Parking is on the left behind the building, the barrier code is on the confirmation.',
  'There is a cat in the bathroom. Please leave that door shut.',
  'The sofa came up in two parts and should go down the same way.',
  'Keys for the new place are at the agent’s from eleven.',
  'My mother will be there for the drop-off and knows where everything goes.',
  'A few pictures in glass, wrapped but fragile.',
  'The piano is staying, everything else in the room goes.',
  'Street is narrow, best approached from the church end.',
  'Please bring a sack truck if you have one, the books are heavy.',
]

const STREETS = [
  'Orchard Road',
  'Station Approach',
  'Mill Lane',
  'Albert Street',
  'Grove Avenue',
  'Chapel Hill',
  'Park View',
  'Ferry Lane',
  'Elm Close',
  'Victoria Terrace',
  'Church Walk',
  'Tennyson Road',
  'Quarry Bank',
  'Railway Cottages',
  'Beech Drive',
  'Windmill Street',
  'Cambridge Gardens',
  'Princes Road',
  'Canal Side',
  'The Crescent',
  'Hawthorn Way',
  'Upper North Street',
  'Lansdowne Place',
  'Foundry Yard',
  'Springfield Road',
  'Clifton Rise',
  'Meadow View',
  'Bridge Street',
  'Kingsley Avenue',
  'Rope Walk',
  'Sycamore Court',
  'West Parade',
  'Malt House Lane',
]
