import { tellOwner } from '#modules/companies/notifying/commands.ts'
import { listDocuments, type DocumentRow } from '#modules/fleet/papers/queries.ts'
import {
  requiredPapers,
  runningPaper,
  runsOutSoon,
  SOON_DAYS,
  type PaperedVan,
  type PaperKind,
} from '#modules/fleet/papers/rules.ts'
import { isOperating } from '#modules/fleet/units/rules.ts'
import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { addDays, localDayOf, type LocalDay } from '#shared/local-time.ts'
import { profileChanged } from '../commands.ts'
import { motDueSoon, papersRanOut, papersRunOutSoon } from '../messages.ts'
import { readToldUnit } from '../queries.ts'

/** Once a day: whose papers run out in thirty days is told, whose run out today takes no jobs from now on. Running it twice tells once. */
export async function checkExpiry(ctx: Ctx): Promise<void> {
  const today = localDayOf(ctx.clock.now())
  for (const companyId of await listConcerned(ctx, today)) await ctx.tx((tx) => checkCompany(tx, companyId, today))
  await checkFirstMots(ctx, today)
}

async function listConcerned(ctx: Ctx, today: LocalDay): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('fleet.document')
    .select('company_id')
    .distinct()
    .where('status', '=', 'approved')
    .where((eb) =>
      eb.or([
        eb.and([eb('expires_on', '<=', addDays(today, SOON_DAYS)), eb('warned_at', 'is', null)]),
        eb.and([eb('expires_on', '<=', today), eb('ended_told_at', 'is', null)]),
      ]),
    )
    .execute()
  return rows.map(({ company_id: companyId }) => companyId)
}

async function checkCompany(ctx: TxCtx, companyId: string, today: LocalDay): Promise<void> {
  await ctx.db.selectFrom('companies.company').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()
  const documents = await listDocuments(ctx, companyId)
  await profileChanged(ctx, { companyId })
  const untold = await findUntold(ctx, companyId, today)
  for (const unit of await listUnits(ctx, companyId)) {
    const own = documents.filter(({ unitId }) => unitId === null || unitId === unit.id)
    await tellUnit(ctx, companyId, { unit, own, untold, today })
  }
  await markTold(ctx, companyId, today)
}

interface Untold {
  soon: Set<string>
  ended: Set<string>
}

async function findUntold(ctx: TxCtx, companyId: string, today: LocalDay): Promise<Untold> {
  const rows = await ctx.db
    .selectFrom('fleet.document')
    .select(['id', 'expires_on', 'warned_at', 'ended_told_at'])
    .where('company_id', '=', companyId)
    .where('status', '=', 'approved')
    .where('expires_on', 'is not', null)
    .execute()
  const has = (day: LocalDay | null) => day !== null && day <= today
  return {
    soon: new Set(rows.filter((row) => row.warned_at === null && !has(row.expires_on)).map(({ id }) => id)),
    ended: new Set(rows.filter((row) => row.ended_told_at === null && has(row.expires_on)).map(({ id }) => id)),
  }
}

interface UnitRow {
  id: string
  status: string
  van: PaperedVan | null
}

async function listUnits(ctx: TxCtx, companyId: string): Promise<UnitRow[]> {
  const rows = await ctx.db
    .selectFrom('fleet.working_unit as u')
    .leftJoin('fleet.van as v', 'v.unit_id', 'u.id')
    .select(['u.id', 'u.status', 'v.unit_id as vanOf', 'v.year', 'v.gross_weight_kg as grossWeightKg'])
    .where('u.company_id', '=', companyId)
    .where('u.office_block', 'is', null)
    .orderBy('u.created_at')
    .execute()
  return rows.map(({ id, status, vanOf, ...van }) => ({ id, status, van: vanOf ? van : null }))
}

/** Only of papers that this unit needs, and only where nothing else of that kind runs on. */
async function tellUnit(
  ctx: TxCtx,
  companyId: string,
  { unit, own, untold, today }: { unit: UnitRow; own: DocumentRow[]; untold: Untold; today: LocalDay },
): Promise<void> {
  const soon: { kind: PaperKind; expiresOn: LocalDay; isRenewalWaiting: boolean }[] = []
  const ended: PaperKind[] = []
  for (const kind of requiredPapers(unit.van, today)) {
    const ofKind = own.filter((document) => document.kind === kind)
    const running = runningPaper(ofKind, today)
    if (running?.expiresOn && untold.soon.has(running.id) && runsOutSoon(running.expiresOn, today))
      soon.push({
        kind,
        expiresOn: running.expiresOn,
        isRenewalWaiting: ofKind.some(({ status }) => status === 'pending'),
      })
    if (!running && ofKind.some(({ id }) => untold.ended.has(id))) ended.push(kind)
  }
  if (soon.length === 0 && ended.length === 0) return
  const told = await readToldUnit(ctx, unit.id)
  if (soon.length > 0) await tellOwner(ctx, companyId, 'document_expiry', papersRunOutSoon(told, soon))
  if (ended.length > 0) await tellOwner(ctx, companyId, 'document_expiry', papersRanOut(told, ended))
}

async function markTold(ctx: TxCtx, companyId: string, today: LocalDay): Promise<void> {
  const now = ctx.clock.now()
  const approved = () =>
    ctx.db.updateTable('fleet.document').where('company_id', '=', companyId).where('status', '=', 'approved')
  await approved()
    .set({ warned_at: now })
    .where('warned_at', 'is', null)
    .where('expires_on', '<=', addDays(today, SOON_DAYS))
    .execute()
  await approved()
    .set({ ended_told_at: now })
    .where('ended_told_at', 'is', null)
    .where('expires_on', '<=', today)
    .execute()
}

/** Vans grow old at New Year: told a month before, and looked at on the day. */
async function checkFirstMots(ctx: Ctx, today: LocalDay): Promise<void> {
  const [year, rest] = [Number(today.slice(0, 4)), today.slice(5)]
  if (rest !== '01-01' && rest !== '12-02') return
  const isNewYear = rest === '01-01'
  const day = isNewYear ? today : `${year + 1}-01-01`
  const units = await ctx.db
    .selectFrom('fleet.working_unit as u')
    .innerJoin('fleet.van as v', 'v.unit_id', 'u.id')
    .select(['u.id', 'u.company_id', 'u.status'])
    .where('v.year', '=', Number(day.slice(0, 4)) - 4)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('fleet.document as d')
            .select('d.id')
            .whereRef('d.unit_id', '=', 'u.id')
            .where('d.kind', '=', 'mot')
            .where('d.status', 'in', ['pending', 'approved']),
        ),
      ),
    )
    .execute()
  for (const unit of units) {
    if (!isOperating(unit.status as 'operating')) continue
    await ctx.tx(async (tx) => {
      if (isNewYear) await profileChanged(tx, { unitId: unit.id })
      const told = await readToldUnit(tx, unit.id)
      await tellOwner(
        tx,
        unit.company_id,
        'document_expiry',
        isNewYear ? papersRanOut(told, ['mot']) : motDueSoon(told, day),
      )
    })
  }
}
