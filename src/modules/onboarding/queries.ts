import { unitPath } from '#modules/fleet/rules.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import {
  areAllSubmitted,
  newestDocument,
  DOCUMENT_LABELS,
  documentsState,
  documentsValidUntil,
  requiredDocuments,
  requiredStandings,
  documentStatusOf,
  type Document,
  type VanWithDocuments,
  type DocumentKind,
  type DocumentStatus,
  type Standing,
} from '#modules/fleet/documents/rules.ts'
import { declaredVan, vanWithDocuments } from '#modules/fleet/documents/queries.ts'
import { factsStanding, waitingReason, type DeclaredVan } from '#modules/fleet/documents/declarations-rules.ts'
import { peopleOfUnit, peopleToChoose, refusalsOfPeople } from '#modules/fleet/people/queries.ts'
import { peopleStanding, type UnitPeople } from '#modules/fleet/people/rules.ts'
import { hasHeldJob } from '#modules/fleet/queries.ts'
import type { HelpLevel, VanCategory } from '#modules/fleet/rules.ts'
import { unitCalled, type UnitStatus } from '#modules/fleet/units/rules.ts'
import { availableHours, hasHour, type ProviderWeek } from '#modules/calendar/rules.ts'
import { calendarSql, toCalendar, type CalendarRow } from '#modules/calendar/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { ownCompanyOf } from '#platform/session.ts'
import { addMinutes, localDayOf, toLocal, type LocalDay } from '#shared/local-time.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { getProgress, getSettings } from './contract.ts'
import {
  crewsOf,
  peopleOfCrew,
  type Crew,
  CHECKS,
  flagsOf,
  isAvailableNow,
  JOB_AHEAD_MINUTES,
  isSetupIncomplete,
  missingSetupOf,
  nextStep,
  showsSetupPrompt,
  statusOf,
  type Check,
  type CompanyFacts,
  type Flags,
  type Lack,
  type UnitFacts,
} from './rules.ts'
import { VAN_LABEL, type UnitDetails } from './messages.ts'

interface FactsRow<More> extends CompanyFacts {
  companyId: string
  takesCards: boolean
  unitId: string | null
  name: string
  status: UnitStatus
  statusReason: string | null
  pausedAt: Date | null
  officeBlock: 'blocked' | 'deactivated' | null
  officeReason: string | null
  isClosed: boolean
  isOwnerBlocked: boolean
  van: VanWithDocuments | null
  declaredVan: DeclaredVan | null
  papersUntil: string
  more: More
  districts: number
  hasHours: boolean
  vanCategory: VanCategory | null
  registration: string | null
  helpLevels: HelpLevel[]
  people: UnitPeople | null
  peopleWaiting: number
  peopleRefusals: string | null
  documents: {
    kind: DocumentKind
    status: DocumentStatus
    expiresOn: LocalDay | null
    submittedAt: string
    reason: string | null
  }[]
}

export interface KnownUnit<More = null> {
  id: string
  name: string
  registration: string | null
  status: UnitStatus
  statusReason: string | null
  documentsUntil: string
  /** Further parts that the caller asked for. */
  more: More
  facts: UnitFacts
  flags: Flags
  lacks: Lack[]
  /** What the office has refused of it. */
  refused: Check[]
  refusedDocuments: DocumentKind[]
  /** Every help level that fits its van. */
  crews: Crew[]
  /** Standing of the facts of its van; null while there is none. */
  van: Standing | null
  /** The status a unit should have, why, and the first day that its documents do not cover. */
  derived: { status: UnitStatus; reason: string | null; documentsUntil: string }
}

export interface KnownCompany<More = null> {
  id: string
  takesCards: boolean
  flags: Flags
  units: KnownUnit<More>[]
}

/** All units of a company, those of an owner's company, or a single unit. */
export type Units = { companyId: string } | { ownerId: string } | { unitId: string }

/** All facts that statuses depend on, for a company and its units (or one unit). One round trip. */
export const readCompany = (ctx: Ctx, of: Units): Promise<KnownCompany | undefined> =>
  readCompanyWith(ctx, of, sql<null>`null`)

/** The same with a column more, about the unit that the statement calls `u`. */
async function readCompanyWith<More>(
  ctx: Ctx,
  of: Units,
  more: RawBuilder<More>,
): Promise<KnownCompany<More> | undefined> {
  const today = localDayOf(ctx.clock.now())
  const { rows } = await sql<FactsRow<More>>`/* profile-facts */
    select c.id as company_id, c.logo_upload_id is not null or c.logo_url is not null as has_logo, c.about <> '' as has_description,
      (select count(*)::int from companies.photo p where p.company_id = c.id) as photos,
      exists (select from companies.bank_account b where b.company_id = c.id and b.confirmed_at is not null) as has_bank_account,
      coalesce(owner.phone_verified_at is not null, false) as has_phone,
      c.insurance_number is not null as has_insurance_number, 'card' = any(c.payment_methods) as takes_cards,
      coalesce((select json_agg(json_build_object('vanCategory', r.van_category, 'helpLevel', r.help_level))
        from pricing.hourly_rate r where r.company_id = c.id), '[]') as rates,
      coalesce(t.mileage_saved, false) as has_mileage, coalesce(t.terms <> '', false) as has_terms,
      u.id as unit_id, u.name, u.status, u.status_reason, u.paused_at, u.office_block, u.office_reason, u.papers_until,
      coalesce(owner.status in ('pending_delete', 'deleted'), false) as is_closed,
      coalesce(owner.status = 'blocked', false) as is_owner_blocked,
      ${vanWithDocuments} as van, v.category as van_category, v.registration, u.help_levels,
      ${declaredVan} as declared_van,
      ${more} as more,
      (select count(*)::int from fleet.operating_district d where d.unit_id = u.id) as districts,
      exists (select from calendar.business_day b where b.unit_id = u.id and not b.day_off) as has_hours,
      coalesce((select json_agg(json_build_object('kind', d.kind, 'status', d.status, 'expiresOn', d.expires_on, 'submittedAt', d.submitted_at, 'reason', d.reason))
        from fleet.document d where d.company_id = c.id and (d.unit_id is null or d.unit_id = u.id)), '[]') as documents,
      ${peopleOfUnit} as people,
      (select count(*)::int from fleet.unit_person up join fleet.person p on p.id = up.person_id
        where up.unit_id = u.id and p.waits_since is not null) as people_waiting,
      ${refusalsOfPeople} as people_refusals
    from companies.company c
    left join identity."user" owner on owner.id = c.owner_user_id
    left join pricing.tariff t on t.company_id = c.id
    left join fleet.working_unit u on u.company_id = c.id
    left join fleet.van v on v.unit_id = u.id
    where ${whichRows(of)}
    order by u.created_at, u.id`.execute(ctx.db)
  const first = rows[0]
  if (!first) return undefined
  const units = rows.flatMap((row) => (row.unitId ? [knownUnit(row, row.unitId, today)] : []))
  return { id: first.companyId, takesCards: first.takesCards, flags: companyFlags(units, first), units }
}

const whichRows = (of: Units) => {
  if ('unitId' in of) return sql`u.id = ${of.unitId}`
  return 'companyId' in of ? sql`c.id = ${of.companyId}` : sql`c.owner_user_id = ${of.ownerId}`
}

function knownUnit<More>(row: FactsRow<More>, id: string, today: LocalDay): KnownUnit<More> {
  const documents = row.documents.map((document) => ({ ...document, submittedAt: new Date(document.submittedAt) }))
  const ofDocuments = requiredStandings(documents, row.van, today)
  const refused = refusedDocuments(documents, row.van, today)
  const ofPeople = row.people ? peopleStanding(row.people, today) : 'missing'
  const ofVan = row.declaredVan && factsStanding(row.declaredVan)
  const standingsOf: Record<Check, Standing[]> = {
    van: ofVan ? [ofVan] : [],
    documents: ofDocuments,
    people: [ofPeople],
  }
  const facts: UnitFacts = {
    vanCategory: row.vanCategory,
    offered: row.helpLevels,
    people: peopleOfCrew(row.people, row.peopleWaiting, today),
    districts: row.districts,
    documents: documentsState(CHECKS.flatMap((check) => standingsOf[check])),
    areDocumentsSubmitted: areAllSubmitted(ofDocuments),
    hasPeople: areAllSubmitted([ofPeople]),
    hasHours: row.hasHours,
    isPaused: row.pausedAt !== null,
    isClosed: row.isClosed,
    isOwnerBlocked: row.isOwnerBlocked,
    officeBlock: row.officeBlock,
  }
  const company: CompanyFacts = row
  const flags = flagsOf(company, facts)
  const status = statusOf(facts, flags)
  const reasons: Partial<Record<UnitStatus, string | null>> = {
    blocked: row.officeReason ?? (row.isOwnerBlocked ? 'The owner’s account is blocked.' : null),
    deactivated: row.officeReason,
    pending_verification: row.declaredVan && waitingReason(row.declaredVan),
    verification_failed: [
      ...(ofVan === 'refused' ? [`${VAN_LABEL}: ${row.declaredVan?.declared?.reason ?? ''}`] : []),
      ...refused.map((kind) => {
        const newest = newestDocument(documents.filter((document) => document.kind === kind))
        return `${DOCUMENT_LABELS[kind]}: ${newest?.reason ?? ''}`
      }),
      ...(ofPeople === 'refused' && row.peopleRefusals ? [row.peopleRefusals] : []),
    ].join('\n'),
  }
  const { name, registration, status: stored, statusReason } = row
  const derived = {
    status,
    reason: reasons[status] ?? null,
    documentsUntil: documentsValidUntil(documents, row.van),
  }
  return {
    id,
    name,
    registration,
    status: stored,
    statusReason,
    documentsUntil: row.papersUntil,
    more: row.more,
    facts,
    flags,
    lacks: missingSetupOf(company, facts),
    refused: CHECKS.filter((check) => standingsOf[check].includes('refused')),
    refusedDocuments: refused,
    crews: crewsOf(facts, company.rates),
    van: ofVan,
    derived,
  }
}

/** Required documents that the office has refused, and nothing new of which was sent since. */
const refusedDocuments = (
  documents: readonly Document[],
  van: VanWithDocuments | null,
  today: LocalDay,
): DocumentKind[] =>
  requiredDocuments(van, today).filter(
    (kind) =>
      documentStatusOf(
        documents.filter((document) => document.kind === kind),
        today,
      ) === 'refused',
  )

/** Flags of a company with several units: one is enough to work, and the others are set up later. */
function companyFlags(units: readonly Pick<KnownUnit, 'flags'>[], company: CompanyFacts): Flags {
  const alone = flagsOf(company, null)
  return {
    ...alone,
    isDrivingProfileSetup: units.some(({ flags }) => flags.isDrivingProfileSetup),
    isOperationsPricingSetup: units.some(({ flags }) => flags.isOperationsPricingSetup),
  }
}

/** The caller's own company, with a column more about each unit `u`. */
export async function readOwn<More>(ctx: Ctx, more: RawBuilder<More>): Promise<KnownCompany<More>> {
  const company = await readCompanyWith(ctx, { companyId: ownCompanyOf(ctx.actor).id }, more)
  if (!company) throw new Error('A company that was found is gone')
  return company
}

/** The six flags of the signed-in driver's company. */
export async function getFlags(ctx: Ctx): Promise<AnswerOf<typeof getProgress>> {
  const { flags } = await readOwn(ctx, sql<null>`null`)
  return flags
}

/** The flags and what pages derive from them: the next setup step, whether to prompt, who is available now. */
export async function getSetup(ctx: Ctx): Promise<AnswerOf<typeof getSettings>> {
  const now = ctx.clock.now()
  const { flags, takesCards, units } = await readOwn(ctx, setupColumns(now))
  const first = units[0]
  return {
    ...flags,
    nextStep: nextStep(flags),
    isSetupIncomplete: isSetupIncomplete(first?.status ?? null, flags),
    showsSetupPrompt: showsSetupPrompt(
      flags,
      units.some(({ facts }) => facts.hasHours),
    ),
    takesCards,
    workingUnits: units.map((unit) => ({
      id: unit.id,
      name: unit.name,
      registration: unit.registration,
      vanCategory: unit.facts.vanCategory,
      status: unit.status,
      statusReason: unit.statusReason,
      ...unit.flags,
      lacks: unit.lacks,
      refused: unit.refused,
      refusedDocuments: unit.refusedDocuments,
      crews: unit.crews,
      peopleToChoose: unit.more.peopleToChoose,
      hasHours: unit.facts.hasHours,
      nextStep: nextStep(unit.flags),
      isAvailableNow: isAvailableNow(unit.status, isHourOpen(toCalendar(unit.more.calendar), now), unit.more.hasJob),
    })),
  }
}

/** The week of the unit `u`, whether a job of its own runs or begins soon, and how many others of its company could work on it. */
const setupColumns = (now: Date): RawBuilder<{ calendar: CalendarRow; hasJob: boolean; peopleToChoose: number }> =>
  sql`json_build_object('calendar', ${calendarSql(now, now, now)}, 'peopleToChoose', ${peopleToChoose},
    'hasJob', ${hasHeldJob(now, addMinutes(now, JOB_AHEAD_MINUTES))})`

function isHourOpen(week: ProviderWeek, now: Date): boolean {
  const { day, minute } = toLocal(now)
  return hasHour(availableHours(week, day), Math.floor(minute / 60))
}

/** A unit's details for messages. */
export async function readUnitDetails(ctx: Ctx, unitId: string): Promise<UnitDetails> {
  const { id, name, registration, status } = await ctx.db
    .selectFrom('fleet.working_unit as u')
    .leftJoin('fleet.van as v', 'v.unitId', 'u.id')
    .select(['u.id', 'u.name', 'v.registration', 'u.status'])
    .where('u.id', '=', unitId)
    .executeTakeFirstOrThrow()
  const urlOf = (path: string) => `${ctx.config.publicUrl}${unitPath(path, id)}`
  return {
    id,
    name: unitCalled({ name, registration }),
    status,
    url: urlOf('/settings/driving-profile'),
    profileUrl: urlOf('/driver-profile'),
    appealUrl: urlOf('/driver-profile#appeal'),
  }
}

/**
 * Whether the search text is in the unit's or company's name, the plate or the owner's address; for `u`, `c`, `v` and
 * `o`.
 */
export function isFound(search: string | undefined): RawBuilder<SqlBool> {
  const searchText = search?.trim().toLowerCase()
  if (!searchText) return sql<SqlBool>`true`
  return sql<SqlBool>`(strpos(lower(concat_ws(chr(10), u.name, c.name, o.email)), ${searchText}) > 0
    or strpos(lower(replace(v.registration, ' ', '')), ${searchText.replaceAll(' ', '')}) > 0)`
}
