import { createHash } from 'node:crypto'
import { sql, type SqlBool } from 'kysely'
import { containing, searchable } from '#modules/bookings/create/queries.ts'
import { searchedText } from '#modules/bookings/create/rules.ts'
import { shownEmail } from '#modules/identity/verification/rules.ts'
import { recordAudit } from '#platform/audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { listAsCsv } from '#platform/csv-answer.ts'
import { countOf, openPage, pageOfRows } from '#platform/key-pages.ts'
import type { RawAnswer } from '#platform/serve.ts'
import { momentColumn, textColumn, type CsvColumn } from '#shared/csv.ts'
import { invalidField, Refusal, type AnswerOf, type InputOf } from '#shared/endpoint.ts'
import { localDayOf } from '#shared/local-time.ts'
import type { exportPeople as exportEndpoint, findPeople as endpoint } from './contract.ts'
import { companyOfAccount, roleOfAccount } from './queries.ts'
import { maySearch, type PersonRole, type PersonStatus } from '../rules.ts'

const PATH = '/api/admin/people/'

type Asked = InputOf<typeof endpoint>['query']

/** Leaves out erased accounts: nothing of them is left to find. */
function matching(ctx: Ctx, { q, role, show }: Pick<Asked, 'q' | 'role' | 'show'>) {
  const people = ctx.db.selectFrom('identity.user as u').where('u.status', '<>', sql.lit('deleted'))
  return people
    .$if(q !== '', (some) => some.where(searchable, 'like', containing(searchedText(q))))
    .$if(show === 'blocked', (some) => some.where('u.status', '=', sql.lit('blocked')))
    .where(role === 'all' ? sql<SqlBool>`true` : sql<SqlBool>`${roleOfAccount} = ${role}`)
}

/** A page of people: three statements with the record of the search. */
export async function findPeople(
  ctx: Ctx,
  { q, role, show, ...pageRequest }: Asked,
): Promise<AnswerOf<typeof endpoint> | Refusal> {
  if (!maySearch(q, show)) return invalidField('q', 'Type at least three characters.')
  // What was typed may be a name, which no link or cursor has to carry in clear.
  const list = `${PATH} ${createHash('sha256').update(searchedText(q)).digest('base64url')}`
  const columns = { 'u.created_at': 'timestamptz', 'u.id': 'uuid' } as const
  const query = { q: q || undefined, role: role === 'all' ? undefined : role, show: show === 'all' ? undefined : show }
  const page = openPage(ctx, { list: `${list} ${role} ${show}`, direction: 'desc', columns, query }, pageRequest)
  if (page instanceof Refusal) return page
  const found = matching(ctx, { q, role, show })
  const [count, rows] = await Promise.all([
    countOf(ctx, page, found),
    found
      .select(['u.id', 'u.firstName', 'u.lastName', 'u.email', 'u.phone', 'u.createdAt'])
      .select((eb) => eb.ref('u.status').$castTo<PersonStatus>().as('status'))
      .select([roleOfAccount.$castTo<PersonRole>().as('role'), companyOfAccount.as('company'), page.key.as('key')])
      .$call(page.cut)
      .execute(),
  ])
  const { rows: shown, ...answer } = pageOfRows(ctx, PATH, page, { rows, count })
  // The audit keeps the ids of the people shown: a name would stay here for ever.
  const after = { shown: shown.map(({ id }) => id) }
  await ctx.tx((tx) => recordAudit(tx, { action: 'people.searched', object: 'people', after }))
  return {
    ...answer,
    results: shown.map(({ key: _key, createdAt, ...row }) => ({
      ...row,
      email: shownEmail(row.email),
      createdAt: createdAt.toISOString(),
    })),
  }
}

export const exportPeople = (
  ctx: Ctx,
  filters: InputOf<typeof exportEndpoint>['query'],
): Promise<RawAnswer | Refusal> =>
  listAsCsv(`people ${localDayOf(ctx.clock.now())}`, personColumns, (place) =>
    findPeople(ctx, { ...filters, ...place }),
  )

const personColumns: CsvColumn<AnswerOf<typeof endpoint>['results'][number]>[] = [
  textColumn('First name', ({ firstName }) => firstName),
  textColumn('Last name', ({ lastName }) => lastName),
  textColumn('Role', ({ role }) => role),
  textColumn('Company', ({ company }) => company?.name),
  textColumn('Email', ({ email }) => email),
  textColumn('Phone', ({ phone }) => phone),
  textColumn('Account', ({ status }) => status),
  momentColumn('Since', ({ createdAt }) => createdAt),
]
