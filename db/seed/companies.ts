import type { HelpLevel, VanCategory } from '#modules/fleet/rules.ts'
import type { MarkColour } from '#modules/companies/rules.ts'
import { helpLevelsFor } from '#modules/fleet/rules.ts'
import { addDays, toInstant, type LocalDay } from '#shared/local-time.ts'
import { aboutText, makeTerms, type SeedCover } from './company-words.ts'
import { COMPANY_LIST } from './company-list.ts'
import { makeDriver, type Person } from './people.ts'
import { randomOf, type Random } from './random.ts'
import {
  inventedPostcode,
  operatingDistricts,
  placeOf,
  placesWithin,
  priceRegionOf,
  type PriceRegion,
} from './regions.ts'
import type { JobKind, UnitStatus } from '#modules/fleet/units/rules.ts'
import type { TablePlace } from '#modules/geo/outcodes/rules.ts'
import { makeTariff, type SeedTariff } from './tariffs.ts'
import { makeVan, type SeedVan } from './vans.ts'
import { makeWeek, SETTLED_WEEK, type SeedWeek } from './weeks.ts'

export interface SeedUnit {
  id: string
  companyId: string
  name: string
  driver: Person
  status: UnitStatus
  statusReason: string | null
  jobKinds: JobKind[]
  helpLevels: HelpLevel[]
  /** Hours of notice from which a booking confirms itself; null: the driver answers. */
  confirmsFromHours: number | null
  van: SeedVan
  districts: string[]
  /** Where its jobs begin, nearest first. */
  places: TablePlace[]
  week: SeedWeek
  createdAt: Date
}

export interface SeedCompany {
  id: string
  owner: Person
  name: string
  about: string
  markColour: MarkColour
  base: TablePlace
  basePostcode: string
  paymentMethods: ('cash' | 'card')[]
  vatRegisteredFrom: LocalDay | null
  vatNumber: string | null
  commissionPercent: number
  tariff: SeedTariff
  terms: string
  cover: SeedCover
  legalName: string
  companyNumber: string | null
  registeredAddress: string
  units: SeedUnit[]
  createdAt: Date
  /** How good it is at its work, 1 to 5: what its reviews scatter around. */
  quality: number
  /** Jobs a week and van, on average. */
  demand: number
  isNew: boolean
  isRemovalFirm: boolean
}

const OPERATING = 'operating'
const COLOURS = ['green', 'blue', 'brown', 'red', 'ink'] as const

/** All companies of the list. The first is the demonstration driver's: settled, with two vans that work. */
export function makeCompanies(today: LocalDay): SeedCompany[] {
  const lines = COMPANY_LIST.trim().split('\n')
  const companies = lines.map((line, index) => makeCompany(line, index === 0, today))
  spreadStatuses(companies.slice(1).flatMap(({ units, isRemovalFirm }) => (isRemovalFirm ? [] : units)))
  return companies
}

function makeCompany(line: string, isDemonstrationDriver: boolean, today: LocalDay): SeedCompany {
  const [, outcode = '', vans = '', firm = '', name = ''] = /^(\S+) (\d)(L?) (.+)$/.exec(line) ?? []
  const isRemovalFirm = firm !== ''
  const random = randomOf(`company ${name}`)
  const base = placeOf(outcode)
  const isNew = !isDemonstrationDriver && !isRemovalFirm && random.chance(0.24)
  const createdAt = toInstant(
    addDays(today, -(isNew ? random.int(9, 55) : random.int(150, 1200))),
    random.int(540, 1200),
  )
  const vatDays = random.chance(isNew ? 0.12 : 0.4) ? random.int(100, 2500) : undefined
  const company = {
    id: random.uuid(createdAt),
    name,
    base,
    createdAt,
    isNew,
    isRemovalFirm,
    owner: isDemonstrationDriver ? { firstName: 'Dawn', lastName: 'Pennant' } : makeDriver(random),
    markColour: random.pick(COLOURS),
    basePostcode: inventedPostcode(random, outcode),
    paymentMethods: random.weighted<('cash' | 'card')[]>([
      [['cash', 'card'], 12],
      [['card'], 3],
      [['cash'], 5],
    ]),
    vatRegisteredFrom: vatDays === undefined ? null : addDays(today, -vatDays),
    vatNumber: vatDays === undefined ? null : inventedVatNumber(random),
    commissionPercent: random.weighted([
      [15, 17],
      [12.5, 2],
      [17.5, 1],
    ]),
    quality: isDemonstrationDriver
      ? 4.88
      : random.weighted([
          [random.between(4.75, 4.97), 4],
          [random.between(4.4, 4.8), 5],
          [random.between(3.7, 4.4), 1.3],
        ]),
    demand: isDemonstrationDriver ? 4 : isNew ? random.between(0.15, 0.5) : random.between(0.2, 0.95),
  }
  const units = makeUnits(random, company, Number(vans), isDemonstrationDriver, today)
  const isVatRegistered = company.vatRegisteredFrom !== null
  const tariff = makeTariff(
    random,
    priceRegionOf(outcode),
    new Set(units.map(({ van }) => van.category)),
    isVatRegistered,
  )
  return { ...company, units, tariff, ...words(random, company, units, tariff) }
}

function words(
  random: Random,
  company: Pick<SeedCompany, 'name' | 'base' | 'basePostcode' | 'owner' | 'createdAt' | 'vatRegisteredFrom'>,
  units: SeedUnit[],
  tariff: SeedTariff,
) {
  const facts = {
    name: company.name,
    place: company.base.name,
    firstName: company.owner.firstName,
    sinceYear: company.createdAt.getUTCFullYear() - random.int(1, 14),
    vans: units.length,
    hasLuton: units.some(({ van }) => van.hasTailLift),
    hasElectric: units.some(({ van }) => van.fuel === 'electric'),
  }
  const about = aboutText(random, facts)
  const terms = makeTerms(random, tariff, company.vatRegisteredFrom !== null)
  return { about, ...terms, ...inventedTrader(random, company, units.length) }
}

/** One van is mostly a sole trader, more are a limited company. Numbers that begin with a 9 have not been given to anybody. */
function inventedTrader(
  random: Random,
  { name, base, basePostcode, owner, vatRegisteredFrom }: Parameters<typeof words>[1],
  vans: number,
) {
  const isLimited = vans > 1 || vatRegisteredFrom !== null || random.chance(0.2)
  const street = random.pick(['Station Yard', 'Mill Lane', 'Quarry Road', 'Canal Street', 'Chapel Row', 'Depot Lane'])
  return {
    legalName: isLimited ? `${name.replace(/ (?:Ltd|Limited)$/, '')} Ltd` : `${owner.firstName} ${owner.lastName}`,
    companyNumber: isLimited ? `9${random.int(1_000_000, 9_999_999)}` : null,
    registeredAddress: `${random.int(2, 90)} ${street}, ${base.name} ${basePostcode}`,
  }
}

/** An invented number in HMRC's format, with check digits that fail, so that it is no real one. */
function inventedVatNumber(random: Random): string {
  const digits = Array.from({ length: 7 }, () => random.int(1, 9))
  const sum = digits.reduce((total, digit, index) => total + digit * (8 - index), 0)
  const right = 97 - (sum % 97)
  const wrong = String((right + 20) % 97).padStart(2, '0')
  return `GB${digits.join('')}${wrong}`
}

type CompanyBase = Pick<SeedCompany, 'id' | 'base' | 'owner' | 'createdAt' | 'isRemovalFirm'>

function makeUnits(
  random: Random,
  company: CompanyBase,
  count: number,
  isDemonstrationDriver: boolean,
  today: LocalDay,
): SeedUnit[] {
  const region = priceRegionOf(company.base.code)
  const isSettled = isDemonstrationDriver || company.isRemovalFirm
  const categories = makeCategories(random, count, { isDemonstrationDriver, isRemovalFirm: company.isRemovalFirm })
  const places = placesWithin(company.base, radiusKm(random, region, isDemonstrationDriver))
  const districts = operatingDistricts(places)
  return categories.map((category, index) => {
    const unitCreatedAt = new Date(company.createdAt.getTime() + index * 3_600_000)
    const van = makeVan(random, category, company.base.code, today)
    const driver =
      index === 0
        ? company.owner
        : isDemonstrationDriver
          ? { firstName: 'Cerys', lastName: 'Pennant' }
          : makeDriver(random)
    const isPartTime = !isDemonstrationDriver && count === 1 && category !== 'luton_van' && random.chance(0.12)
    return {
      id: random.uuid(unitCreatedAt),
      companyId: company.id,
      name: `${driver.firstName} ${driver.lastName.charAt(0)}.`,
      driver,
      status: OPERATING,
      statusReason: null,
      jobKinds: random.weighted([
        [['home_or_office', 'furniture'], 17],
        [category === 'small_van' ? ['furniture'] : ['home_or_office'], 2],
      ]),
      helpLevels: makeHelpLevels(random, category, isSettled),
      confirmsFromHours: isDemonstrationDriver ? null : noticeOf(company),
      van,
      districts,
      places,
      week: isSettled ? SETTLED_WEEK : makeWeek(random, isPartTime, today),
      createdAt: unitCreatedAt,
    }
  })
}

function makeCategories(
  random: Random,
  count: number,
  { isDemonstrationDriver, isRemovalFirm }: { isDemonstrationDriver: boolean; isRemovalFirm: boolean },
): VanCategory[] {
  if (isDemonstrationDriver) return ['large_van', 'luton_van']
  return isRemovalFirm ? Array.from({ length: count }, () => 'luton_van') : makeFleet(random, count)
}

/** Companies of these cities may confirm at once; in London every booking waits for its driver, so that answering can be shown. */
const CONFIRM_AT_ONCE = /^(?:CF|EH|G|LS|NE)\d/

/** Every third company there, by its id, so that no other choice of the generator moves. */
const noticeOf = ({ id, base }: Pick<SeedCompany, 'id' | 'base'>): number | null =>
  CONFIRM_AT_ONCE.test(base.code)
    ? ([24, 48, 72, null][Math.min(3, Math.floor(Number.parseInt(id.slice(-2), 16) / 28))] ?? null)
    : null

/** One van is usually a large one; more vans are of several kinds. */
function makeFleet(random: Random, count: number): VanCategory[] {
  if (count > 1 && random.chance(0.8)) return ['large_van', ...furtherVans(random, count - 1)]
  const first = random.weighted<VanCategory>([
    ['large_van', 58],
    ['medium_van', 18],
    ['luton_van', 18],
    ['small_van', 6],
  ])
  return [first, ...furtherVans(random, count - 1)]
}

const furtherVans = (random: Random, count: number): VanCategory[] =>
  Array.from({ length: count }, () =>
    random.weighted<VanCategory>([
      ['large_van', 32],
      ['luton_van', 30],
      ['medium_van', 26],
      ['small_van', 12],
    ]),
  )

function makeHelpLevels(random: Random, category: VanCategory, hasAll: boolean): HelpLevel[] {
  const share: Record<HelpLevel, number> = {
    no_help: 0.92,
    driver_helps: 1,
    one_porter: 0.9,
    two_porters: category === 'luton_van' ? 0.7 : 0.4,
  }
  return helpLevelsFor(category).filter((help) => hasAll || random.chance(share[help]))
}

/** In London a few miles hold a million people; in the Highlands a town's vans go a long way. */
function radiusKm(random: Random, region: PriceRegion, isDemonstrationDriver: boolean): number {
  if (isDemonstrationDriver) return 18
  const [from, to] = {
    inner_london: [9, 22],
    outer_london: [12, 30],
    south: [30, 65],
    middle: [45, 95],
    north: [45, 95],
  }[region]
  return random.between(from ?? 20, to ?? 40)
}

/** A few vans are not on the road, each for its own reason; one of each at least. */
function spreadStatuses(units: SeedUnit[]): void {
  const random = randomOf('statuses')
  const others: [status: UnitStatus, count: number, reason: string | null][] = [
    ['insurance_expires_soon', 9, null],
    ['not_ready_for_a_job', 4, null],
    ['pending_verification', 3, null],
    ['verification_failed', 2, 'The photo of the V5C cuts off the registration number. Please send the whole page.'],
    ['verification_completed', 2, null],
    ['ready_to_start', 2, null],
    ['deactivated_by_you', 3, null],
    ['blocked', 1, 'Three bookings were cancelled on the day. Please ring the office.'],
    ['deactivated', 1, 'The company has sold this van.'],
  ]
  const chosen = random.shuffle(units)
  for (const [status, count, reason] of others)
    for (const unit of chosen.splice(0, count)) Object.assign(unit, { status, statusReason: reason })
}
