import { sql } from 'kysely'
import type { Ctx } from './ctx.ts'
import { RefusedError } from './errors.ts'
import { keyName, keysOf } from './secret-key.ts'
import { seal, unseal } from './secrets.ts'

/** A column of sealed texts, named by its slice: what it is for, and which uuid each text is sealed with. */
export interface SealedColumn {
  /** Plural, for the operator: "Bank accounts". */
  what: string
  table: string
  /** Unique, by which the rows are gone through. */
  key: string
  column: string
  purpose: string
  /** Column whose value the label is made of. */
  owner: string
  labelOf: (owner: string) => Buffer
}

export interface Resealed {
  sealed: number
  /** Rows that no key of the ring opens; they stay as they are. */
  unreadable: number
}

/** Rows of one transaction, which takes milliseconds. */
const BATCH = 200
const NOWHERE = '00000000-0000-0000-0000-000000000000'

interface SealedRow {
  key: string
  owner: string
  sealed: string
}

/** How many rows are not sealed with the newest key; a whole scan, for an operator's command. */
export async function countOldSeals(ctx: Ctx, { table, column }: SealedColumn): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)}
    where ${sql.ref(column)} is not null and left(${sql.ref(column)}, 9) <> ${newest(ctx)}`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

/**
 * Seals each row of a column with the newest key, in batches of a transaction each: it can be stopped at any moment and run
 * again, beside a product that serves. `onBatch` hears how many rows each batch had.
 */
export async function resealColumn(
  ctx: Ctx,
  column: SealedColumn,
  onBatch: (rows: number) => void = () => undefined,
): Promise<Resealed> {
  const outcome = { sealed: 0, unreadable: 0 }
  for (let after = NOWHERE; ;) {
    const { rows, readable } = await resealBatch(ctx, column, after)
    const last = rows.at(-1)
    if (!last) return outcome
    after = last.key
    outcome.sealed += readable
    outcome.unreadable += rows.length - readable
    onBatch(rows.length)
  }
}

const resealBatch = (ctx: Ctx, column: SealedColumn, after: string): Promise<{ rows: SealedRow[]; readable: number }> =>
  ctx.tx(async (tx) => {
    const [table, key, text] = [sql.table(column.table), sql.ref(column.key), sql.ref(column.column)]
    const { rows } = await sql<SealedRow>`
      select ${key} as key, ${sql.ref(column.owner)} as owner, ${text} as sealed from ${table}
      where ${key} > ${after}::uuid and ${text} is not null and left(${text}, 9) <> ${newest(ctx)}
      order by ${key} limit ${BATCH} for update`.execute(tx.db)
    const fresh = rows.flatMap((row) => resealed(ctx, column, row))
    if (fresh.length > 0)
      await sql`
        update ${table} set ${text} = made.sealed
        from unnest(${fresh.map((row) => row.key)}::uuid[], ${fresh.map((row) => row.sealed)}::text[]) as made (key, sealed)
        where ${sql.ref(`${column.table}.${column.key}`)} = made.key`.execute(tx.db)
    return { rows, readable: fresh.length }
  })

/** Empty if no key here opens it. */
function resealed({ config }: Ctx, { purpose, labelOf }: SealedColumn, { key, owner, sealed }: SealedRow): SealedRow[] {
  const label = labelOf(owner)
  try {
    return [{ key, owner, sealed: seal(config, purpose, label, unseal(config, purpose, label, sealed)) }]
  } catch (error) {
    if (error instanceof RefusedError) return []
    throw error
  }
}

const newest = ({ config }: Ctx): string => `${keyName(config.secretKey)}.`

/** Notes the newest key as used. Answers the names of keys that sealed what is kept and are not in the ring: the operator is told. */
export async function noteKeys(ctx: Ctx): Promise<string[]> {
  await ctx.db
    .insertInto('platform.secret_key')
    .values({ name: keyName(ctx.config.secretKey), firstUsedAt: ctx.clock.now() })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ retiredAt: null }))
    .execute()
  const used = await ctx.db.selectFrom('platform.secret_key').select('name').where('retiredAt', 'is', null).execute()
  const here = new Set(keysOf(ctx.config).map(keyName))
  return used.map(({ name }) => name).filter((name) => !here.has(name))
}

/** Called when all that is stored is sealed with the newest key. */
export async function retireOldKeys(ctx: Ctx): Promise<void> {
  await ctx.db
    .updateTable('platform.secret_key')
    .set({ retiredAt: ctx.clock.now() })
    .where('name', '<>', keyName(ctx.config.secretKey))
    .where('retiredAt', 'is', null)
    .execute()
}

/** How many people have unused recovery codes made before the newest key: they hold only while their key is in the ring. */
export async function countOldRecoveryCodes(ctx: Ctx): Promise<number> {
  const { people } = await ctx.db
    .selectFrom('identity.recovery_code as c')
    .innerJoin('platform.secret_key as k', (join) => join.on('k.name', '=', keyName(ctx.config.secretKey)))
    .select((eb) => eb.fn.count<number>('c.userId').distinct().as('people'))
    .where('c.usedAt', 'is', null)
    .whereRef('c.madeAt', '<', 'k.firstUsedAt')
    .executeTakeFirstOrThrow()
  return people
}
