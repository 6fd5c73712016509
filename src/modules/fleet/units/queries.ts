import { sql } from 'kysely'
import type { z } from 'zod'
import { areas, outcodes, sortedOutcodes } from '#modules/geo/outcodes/data.ts'
import { compareOutcodes } from '#modules/geo/outcodes/rules.ts'
import type { Ctx } from '#platform/ctx.ts'
import { jsonRow } from '#platform/json-columns.ts'
import { invalidField, type AnswerOf, type InputOf, type Refusal } from '#shared/endpoint.ts'
import { localDayOf, type LocalDay } from '#shared/local-time.ts'
import { areaOf } from '#shared/uk-postcode.ts'
import type { Camel } from '#shared/wire.ts'
import {
  districtsWithin,
  type Gazetteer,
  canAppealFrom,
  isDeactivated,
  type JobKind,
  type UnitStatus,
} from './rules.ts'
import {
  declaredVan,
  factsView,
  vanWithDocuments,
  type DeclaredVanRow,
  documentsOfUnit,
  submissionOf,
  submissionsOfUnit,
  type SubmissionJson,
} from '../documents/queries.ts'
import type { VanWithDocuments } from '../documents/rules.ts'
import { driverOfUnit, driverView, type DriverRow } from '../drivers/queries.ts'
import { HELP_LEVELS, helpLevelsFor, type HelpLevel, type VanCategory } from '../rules.ts'
import { vanOfUnit, type VanView } from '../vans/queries.ts'
import type { businessDay, workingUnit, listPostcodeDistricts } from './contract.ts'

export type UnitView = Camel<z.output<typeof workingUnit>>
type BusinessDayView = Camel<z.output<typeof businessDay>>

interface UnitRow {
  id: string
  name: string
  status: UnitStatus
  statusReason: string | null
  appeal: string | null
  appealedAt: Date | null
  appealAnswer: string | null
  appealAnsweredAt: Date | null
  jobKinds: JobKind[]
  helpLevels: HelpLevel[]
  confirmsFromHours: number | null
  areaBasePostcode: string | null
  areaRadiusMetres: number | null
  van: VanView | null
  declaredVan: DeclaredVanRow | null
  vanWithDocuments: VanWithDocuments | null
  districts: string[]
  businessDays: { dayOfWeek: number; startMinute: number; endMinute: number; dayOff: boolean }[]
  vacations: { id: string; startDay: LocalDay; endDay: LocalDay }[]
  driver: DriverRow | null
  documents: SubmissionJson[]
  count: number
}

const dayJson = jsonRow('fleet.unit_day', 'b', ['dayOfWeek', 'startMinute', 'endMinute', 'dayOff'])
const vacationJson = jsonRow('fleet.unit_vacation', 'v', ['id', 'startDay', 'endDay'])

/** A company's units with everything that belongs to them, oldest first. One statement, however many units there are. */
export async function listUnits(
  ctx: Ctx,
  companyId: string,
  { page, pageSize, unitId }: { page: number; pageSize: number; unitId?: string },
): Promise<{ count: number; results: UnitView[] }> {
  const now = ctx.clock.now()
  const today = localDayOf(now)
  const { rows } = await sql<UnitRow>`/* units */
      select u.id, u.name, u.status, u.status_reason, u.appeal, u.appealed_at, u.appeal_answer, u.appeal_answered_at, u.job_kinds, u.help_levels, u.confirms_from_hours, u.area_base_postcode, u.area_radius_metres,
        ${vanOfUnit} as van, ${declaredVan} as declared_van, ${vanWithDocuments} as van_with_documents, ${driverOfUnit} as driver, ${submissionsOfUnit} as documents,
        array(select district from fleet.operating_district d where d.unit_id = u.id) as districts,
        coalesce((select json_agg(${dayJson} order by b.day_of_week) from fleet.unit_day b where b.unit_id = u.id), '[]') as business_days,
        coalesce((select json_agg(${vacationJson} order by v.start_day, v.id) from fleet.unit_vacation v where v.unit_id = u.id and v.end_day >= ${today}::date), '[]') as vacations,
        count(*) over ()::int as count
      from fleet.working_unit u
      where u.company_id = ${companyId} and (${unitId ?? null}::uuid is null or u.id = ${unitId ?? null}::uuid)
      order by u.created_at, u.id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(ctx.db)
  return { count: rows[0]?.count ?? 0, results: rows.map((row) => unitView(row, now)) }
}

/** One unit of a company; throws if it is not there. */
export async function getUnitOf(
  ctx: Ctx,
  { unitId, companyId }: { unitId: string; companyId: string },
): Promise<UnitView> {
  const { results } = await listUnits(ctx, companyId, { page: 1, pageSize: 1, unitId })
  const [unit] = results
  if (!unit) throw new Error('A unit that was found is gone')
  return unit
}

function unitView(row: UnitRow, now: Date): UnitView {
  const { van } = row
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    statusReason: row.statusReason,
    isDeactivated: isDeactivated(row.status),
    appeal: appealView(row),
    vehicle: van,
    vanFacts: factsView(row.declaredVan),
    allowedJobs: jobsView(row, van?.category ?? null),
    operatingArea: {
      districts: row.districts.toSorted(compareOutcodes),
      basePostcode: row.areaBasePostcode,
      radiusMetres: row.areaRadiusMetres,
    },
    schedule: {
      status: isDeactivated(row.status) ? 'deactivated' : 'active',
      entries: row.businessDays.map(businessDayView),
    },
    vacations: row.vacations.map(({ id, startDay, endDay }) => ({ id, startTime: startDay, endTime: endDay })),
    docs: documentsOfUnit(row.documents.map(submissionOf), { id: row.id, van: row.vanWithDocuments }, localDayOf(now)),
    driver: driverView(row.driver, now),
  }
}

export const appealView = ({
  appeal,
  appealedAt,
  appealAnswer,
  appealAnsweredAt,
}: Pick<UnitRow, 'appeal' | 'appealedAt' | 'appealAnswer' | 'appealAnsweredAt'>): UnitView['appeal'] =>
  appeal && appealedAt
    ? {
        text: appeal,
        sentAt: appealedAt.toISOString(),
        answer: appealAnswer,
        answeredAt: appealAnsweredAt?.toISOString() ?? null,
        againFrom: appealAnsweredAt && canAppealFrom(appealAnsweredAt),
      }
    : null

const clock = (minute: number): string =>
  minute === 1440
    ? '23:59:59'
    : `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`

const businessDayView = (row: UnitRow['businessDays'][number]): BusinessDayView => ({
  dayOfWeek: String(row.dayOfWeek % 7),
  startTime: clock(row.startMinute),
  endTime: clock(row.endMinute),
  dayOff: row.dayOff,
})

function jobsView(
  { jobKinds, helpLevels, confirmsFromHours }: Pick<UnitRow, 'jobKinds' | 'helpLevels' | 'confirmsFromHours'>,
  van: VanCategory | null,
) {
  const possible = van ? helpLevelsFor(van) : [...HELP_LEVELS]
  return {
    jobKinds,
    helpLevels: possible.filter((help) => helpLevels.includes(help)),
    possibleHelpLevels: possible,
    confirmsFromHours,
  }
}

export async function getJobs(ctx: Ctx, unitId: string) {
  const row = await ctx.db
    .selectFrom('fleet.working_unit as u')
    .leftJoin('fleet.van as v', 'v.unitId', 'u.id')
    .select(['u.jobKinds', 'u.helpLevels', 'u.confirmsFromHours', 'v.category'])
    .where('u.id', '=', unitId)
    .executeTakeFirstOrThrow()
  return jobsView(row, row.category)
}

export const gazetteer: Gazetteer = { districts: outcodes, areas }

type Listed = AnswerOf<typeof listPostcodeDistricts>

const placeOf = ({ lat, lng }: { lat: number; lng: number }) => ({ lat, lng })

let listed: Listed['areas'] | undefined

/** Computed on first use, so that it does not slow the start. */
const listedAreas = () => (listed ??= listAreas())

function listAreas(): Listed['areas'] {
  const byArea = Map.groupBy(sortedOutcodes, areaOf)
  return [...areas.values()]
    .toSorted((a, b) => compareOutcodes(a.code, b.code))
    .map((area) => ({
      area: area.code,
      name: area.name,
      location: placeOf(area),
      districts: (byArea.get(area.code) ?? []).flatMap((code) => {
        const district = outcodes.get(code)
        return district ? [{ district: code, name: district.name, location: placeOf(district) }] : []
      }),
    }))
}

export const UNKNOWN_BASE = 'We don’t know this postcode. Check it, or try the one next door.'

/** All areas and districts, and those a radius would select. */
export async function listDistricts(
  ctx: Ctx,
  { basePostcode, radiusMetres }: InputOf<typeof listPostcodeDistricts>['query'],
): Promise<Listed | Refusal> {
  if (!basePostcode) return { areas: listedAreas(), within: [], base: null }
  const base = await ctx.services.places.locate(basePostcode)
  if (!base) return invalidField('base_postcode', UNKNOWN_BASE)
  return {
    areas: listedAreas(),
    within: radiusMetres ? districtsWithin(base, radiusMetres, gazetteer) : [],
    base: { postcode: base.postcode, location: placeOf(base) },
  }
}
