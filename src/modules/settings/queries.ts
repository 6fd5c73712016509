import { sql } from 'kysely'
import { csvAnswer } from '#platform/csv-answer.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { RawAnswer } from '#platform/serve.ts'
import { momentColumn, textColumn, type CsvColumn } from '#shared/csv.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { localDayOf } from '#shared/local-time.ts'
import {
  listCommission,
  cancellationRows,
  nameOf,
  objectOf,
  type ChangeNote,
  type FoundRow,
  roadChargeRows,
  tollRows,
} from './dated-values/queries.ts'
import type { listSettings as listEndpoint } from './contract.ts'
import { inTime, usualFromDay, type Part } from './rules.ts'

type Answer = AnswerOf<typeof listEndpoint>

/** Two statements, however many rows. */
export async function listSettings(ctx: Ctx, part: Part, find: string | undefined): Promise<Answer> {
  const today = localDayOf(ctx.clock.now())
  const [{ version, changes }, { rows, more }] = await Promise.all([headOf(ctx, part), readPart(ctx, part, find)])
  return {
    part,
    version,
    today,
    usualFromDay: usualFromDay(today, part),
    rows: inTime(rows, today).map(({ madeAt, ...row }) => ({
      ...row,
      isOverdue: row.state === 'in_force' && row.checkBy !== null && row.checkBy < today,
      madeAt: madeAt?.toISOString() ?? null,
    })),
    more,
    changes,
  }
}

async function readPart(ctx: Ctx, part: Part, find?: string): Promise<{ rows: FoundRow[]; more: number }> {
  if (part === 'commission') return listCommission(ctx, find)
  return { rows: await rowsOfPart(ctx, part), more: 0 }
}

/** Some dozens: whole. */
export function rowsOfPart(ctx: Ctx, part: Exclude<Part, 'commission'>): Promise<FoundRow[]> {
  if (part === 'road_charges') return roadChargeRows(ctx)
  return part === 'tolls' ? tollRows(ctx) : cancellationRows(ctx)
}

const SHOWN_CHANGES = 20

interface Noted {
  id: string
  at: string
  action: string
  before: ChangeNote | null
  after: ChangeNote | null
  by: string | null
}

interface Head {
  version: number
  changes: Noted[]
}

/** The version of a part, and who changed what. */
async function headOf(ctx: Ctx, part: Part): Promise<Pick<Answer, 'version' | 'changes'>> {
  const { rows } = await sql<Head>`/* settings-head */ select p.version, ${changesOf(part, SHOWN_CHANGES)} as changes
    from settings.part p where p.part = ${part}`.execute(ctx.db)
  const [head] = rows
  if (!head) throw new Error('A part of the settings has no version')
  return { version: head.version, changes: head.changes.map(changeOf) }
}

/** The newest changes, at most `most` of them, or those before `after`. */
const changesOf = (part: Part, most: number, after?: string) => sql`coalesce((
  select json_agg(json_build_object('id', a.id::text, 'at', a.at, 'action', a.action, 'before', a.before, 'after', a.after,
    'by', ${nameOf('a.actor_id')}) order by a.at desc, a.id desc)
  from (select * from audit.entry where object = ${objectOf(part)}
    and ${after === undefined ? sql`true` : sql`(at, id) < (select o.at, o.id from audit.entry o where o.id = ${after}::bigint)`}
    order by at desc, id desc limit ${most}) a), '[]')`

function changeOf({ id, at, action, before, after, by }: Noted): Answer['changes'][number] {
  const note = after ?? before
  return {
    id,
    at: new Date(at).toISOString(),
    by,
    what: action === 'settings.withdrawn' ? 'withdrawn' : action === 'settings.checked' ? 'checked' : 'changed',
    name: note?.name ?? '',
    before: before?.words ?? null,
    after: after?.words ?? null,
    fromDay: note?.fromDay ?? null,
    reason: note?.reason ?? null,
  }
}

/** All of them, read some at a time. */
export const exportChanges = (ctx: Ctx, part: Part): Promise<RawAnswer> =>
  Promise.resolve(csvAnswer(`settings ${part} ${localDayOf(ctx.clock.now())}`, changeColumns, everyChange(ctx, part)))

const CHANGES_AT_ONCE = 200

async function* everyChange(ctx: Ctx, part: Part): AsyncGenerator<Answer['changes']> {
  for (let after: string | undefined; ;) {
    const { rows } = await sql<Pick<Head, 'changes'>>`
      select ${changesOf(part, CHANGES_AT_ONCE, after)} as changes`.execute(ctx.db)
    const changes = rows[0]?.changes ?? []
    yield changes.map(changeOf)
    after = changes.at(-1)?.id
    if (changes.length < CHANGES_AT_ONCE) return
  }
}

const changeColumns: CsvColumn<Answer['changes'][number]>[] = [
  momentColumn('At', ({ at }) => at),
  textColumn('By', ({ by }) => by),
  textColumn('What', ({ what }) => what),
  textColumn('Name', ({ name }) => name),
  textColumn('Before', ({ before }) => before),
  textColumn('After', ({ after }) => after),
  textColumn('From', ({ fromDay }) => fromDay),
  textColumn('Reason', ({ reason }) => reason),
]
