// What a quote search has to answer, found without any index: every unit of the database in memory, held one by one against the pure rules.
import pg from 'pg'
import { reasonNotFree, type ProviderCalendar } from '#modules/calendar/rules.ts'
import { CREW_SIZE, type HelpLevel, type VanCategory } from '#modules/fleet/rules.ts'
import { modelLeg, type TravelPoint } from '#modules/geo/osrm/rules.ts'
import { bannedClasses, vehicleClassOf, type ChargedVan, type RoadCharge } from '#modules/pricing/road-charges/rules.ts'
import { priceJob, type Tariff } from '#modules/pricing/rules.ts'
import { driversHoursOf } from '#modules/quoting/load/queries.ts'
import { tripsFor } from '#modules/quoting/load/rules.ts'
import { inTrips, type TimedMove } from '#modules/quoting/move/queries.ts'
import { pricedJobOf, travelPoint } from '#modules/quoting/queries.ts'
import { connectionOptions, type DbConnection } from '#platform/db.ts'
import { localPieces, type DayOfWeek, type LocalDay } from '#shared/local-time.ts'

interface Company {
  id: string
  rating: number | null
  reviewsCount: number
  tariff: Tariff | undefined
}

interface Unit {
  id: string
  status: string
  jobKinds: string[]
  helpLevels: string[]
  /** Day as stored: a day, "infinity" or "-infinity", which as text sort correctly against days. */
  papersUntil: string
  peopleUntil: string[]
  peopleGraceUntil: string | null
  company: Company
  van: (ChargedVan & { category: VanCategory; hasTailLift: boolean; payloadKg: number | null }) | undefined
  districts: string[]
  calendar: {
    businessDays: ProviderCalendar<TravelPoint>['businessDays'][number][]
    availability: ProviderCalendar<TravelPoint>['availability'][number][]
    vacations: ProviderCalendar<TravelPoint>['vacations'][number][]
    holds: ProviderCalendar<TravelPoint>['holds'][number][]
  }
}

/** What a page of quotes has to say of each company, the cheapest first. */
export interface ExpectedOffer {
  companyId: string
  totalPence: number
  ceilingPence: number
  vatPence: number
}

export type Oracle = (move: TimedMove, charges: readonly RoadCharge[]) => ExpectedOffer[]

const operating = new Set(['operating', 'insurance_expires_soon'])
const drive = (from: TravelPoint, to: TravelPoint) => modelLeg(from, to).minutes

export async function loadOracle(connection: DbConnection): Promise<Oracle> {
  const client = new pg.Client({ ...connectionOptions(connection), options: '-c timezone=UTC' })
  await client.connect()
  const units = await loadUnits(client)
  await client.end()
  return (move, charges) => expectedOffers(units, move, charges)
}

function expectedOffers(units: readonly Unit[], move: TimedMove, charges: readonly RoadCharge[]): ExpectedOffer[] {
  const best = new Map<string, ExpectedOffer & { company: Company }>()
  for (const unit of units) {
    const own = ownMove(unit, move)
    if (!own || !canDo(unit, own) || isKeptOut(unit, own, charges)) continue
    const job = pricedJobOf(own)
    const { company, van } = unit
    const price = company.tariff && van && priceJob(company.tariff, van, job, charges)
    const rival = best.get(company.id)
    if (!price || (rival && rival.totalPence <= price.totalPence)) continue
    const { totalPence, ceilingPence, vatPence } = price
    best.set(company.id, { company, companyId: company.id, totalPence, ceilingPence, vatPence })
  }
  return [...best.values()]
    .sort(
      (a, b) =>
        a.totalPence - b.totalPence || weighed(b.company) - weighed(a.company) || (a.companyId < b.companyId ? -1 : 1),
    )
    .map(({ companyId, totalPence, ceilingPence, vatPence }) => ({ companyId, totalPence, ceilingPence, vatPence }))
}

/** As if ten more customers had given 4.5 stars (ADR 0054). */
const weighed = ({ rating, reviewsCount }: Company) => (45 + (rating ?? 0) * reviewsCount) / (10 + reviewsCount)

/** In the trips that this van needs; undefined where those are too many. */
function ownMove({ van }: Unit, move: TimedMove): TimedMove | undefined {
  const trips = van && tripsFor(move.load, van, move.request.manPower)
  return trips === undefined ? undefined : inTrips(move, trips)
}

function canDo(unit: Unit, { request: asked, places, start, heldUntil, work }: TimedMove): boolean {
  const [first, last] = [places[0], places.at(-1)]
  if (!first || !last || !unit.van) return false
  const isAsked =
    operating.has(unit.status) &&
    unit.districts.some((district) => district === first.outcode || district === first.area) &&
    unit.van.category === asked.vanCategory &&
    (!asked.needTailLift || unit.van.hasTailLift) &&
    unit.jobKinds.includes(asked.jobKind) &&
    unit.helpLevels.includes(asked.manPower) &&
    daysOf(start, heldUntil).every((day) => isCovered(unit, day, CREW_SIZE[asked.manPower]))
  const job = { start, end: heldUntil, startPlace: first, endPlace: last, ...driversHoursOf(asked, work) }
  return isAsked && reasonNotFree(unit.calendar, job, drive) === null
}

const daysOf = (start: Date, end: Date) => localPieces(start, end).map(({ day }) => day)

/** Documents and as many people as the job needs, each day for itself. */
const isCovered = ({ papersUntil, peopleUntil, peopleGraceUntil }: Unit, day: LocalDay, people: number): boolean =>
  day < papersUntil &&
  ((peopleGraceUntil !== null && day < peopleGraceUntil) || peopleUntil.filter((until) => day < until).length >= people)

/** Whether a zone that the van may not enter rules it out. */
const isKeptOut = ({ van }: Unit, { zoneVisits }: TimedMove, charges: readonly RoadCharge[]): boolean =>
  van !== undefined && bannedClasses(charges, zoneVisits).has(vehicleClassOf(van))

/** Table by table, without a join: the database is only read from here. */
async function loadUnits(client: pg.Client): Promise<Unit[]> {
  const companies = await loadCompanies(client)
  const units = new Map<string, Unit>()
  for (const row of await rowsOf(
    client,
    `select id, company_id, status, job_kinds, help_levels, papers_until, to_json(people_until) as people_until, people_grace_until
     from fleet.working_unit`,
  )) {
    const company = companies.get(row.company_id)
    if (!company) throw new Error('A unit has a company')
    units.set(row.id, {
      id: row.id,
      status: row.status,
      jobKinds: row.job_kinds,
      helpLevels: row.help_levels,
      papersUntil: row.papers_until,
      peopleUntil: row.people_until,
      peopleGraceUntil: row.people_grace_until,
      company,
      van: undefined,
      districts: [],
      calendar: { businessDays: [], availability: [], vacations: [], holds: [] },
    })
  }
  const each = async (sql: string, add: (unit: Unit, row: Row) => void) => {
    for (const row of await rowsOf(client, sql)) {
      const unit = units.get(row.unit_id)
      if (unit) add(unit, row)
    }
  }
  await each('select unit_id, category, has_tail_lift, fuel, euro_class, payload_kg from fleet.van', (unit, row) => {
    const { category, fuel } = row
    unit.van = { category, fuel, hasTailLift: row.has_tail_lift, euroClass: row.euro_class, payloadKg: row.payload_kg }
  })
  await each('select unit_id, district from fleet.operating_district', (unit, { district }) =>
    unit.districts.push(district),
  )
  await eachOfCalendar(each)
  return [...units.values()]
}

async function eachOfCalendar(each: (sql: string, add: (unit: Unit, row: Row) => void) => Promise<void>) {
  await each('select * from calendar.business_day', ({ calendar }, row) =>
    calendar.businessDays.push({
      dayOfWeek: row.day_of_week as DayOfWeek,
      startMinute: row.start_minute,
      endMinute: row.end_minute,
      dayOff: row.day_off,
    }),
  )
  await each('select unit_id, day, free_hours from calendar.availability', ({ calendar }, row) =>
    calendar.availability.push({ day: row.day, freeHours: row.free_hours }),
  )
  await each('select unit_id, start_day, end_day from calendar.vacation', ({ calendar }, row) =>
    calendar.vacations.push({ startDay: row.start_day, endDay: row.end_day }),
  )
  await each('select *, lower(during) as "from", upper(during) as "to" from calendar.hold', ({ calendar }, row) =>
    calendar.holds.push({
      start: row.from,
      end: row.to,
      startPlace: travelPoint({ lat: row.start_lat, lng: row.start_lng, outcode: row.start_outcode }),
      endPlace: travelPoint({ lat: row.end_lat, lng: row.end_lng, outcode: row.end_outcode }),
      drivingMinutes: row.driving_minutes,
      dutyMinutes: row.duty_minutes,
    }),
  )
}

async function loadCompanies(client: pg.Client): Promise<Map<string, Company>> {
  const companies = new Map<string, Company>()
  const registered = new Map<string, string | null>()
  for (const row of await rowsOf(
    client,
    'select id, rating, reviews_count, vat_registered_from from companies.company',
  )) {
    companies.set(row.id, { id: row.id, rating: row.rating, reviewsCount: row.reviews_count, tariff: undefined })
    registered.set(row.id, row.vat_registered_from)
  }
  for (const row of await rowsOf(client, 'select * from pricing.tariff')) {
    const company = companies.get(row.company_id)
    if (!company) continue
    company.tariff = {
      pencePerHour: {},
      minimumMinutes: row.minimum_minutes,
      minimumMinutesTwoPorters: row.minimum_minutes_two_porters,
      includedMiles: row.included_miles,
      pencePerMile: row.pence_per_mile,
      standardHours: row.standard_hours,
      outOfHoursPercent: row.out_of_hours_percent,
      waitingPencePerHalfHour: row.waiting_pence_per_half_hour,
      freeWaitingMinutes: row.free_waiting_minutes,
      vatRegisteredFrom: registered.get(row.company_id) ?? null,
    }
  }
  for (const row of await rowsOf(client, 'select * from pricing.hourly_rate')) {
    const rates = companies.get(row.company_id)?.tariff?.pencePerHour
    const category = row.van_category as VanCategory
    if (rates) rates[category] = { ...rates[category], [row.help_level as HelpLevel]: row.pence_per_hour }
  }
  return companies
}

// oxlint-disable-next-line typescript/no-explicit-any -- rows of whole tables, named where they are read
type Row = any

const rowsOf = async (client: pg.Client, sql: string): Promise<Row[]> => (await client.query<Row>(sql)).rows
