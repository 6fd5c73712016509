import { createHash } from 'node:crypto'
import { findCompanyPage } from '#modules/reviews/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { jobName, type JobRun } from '#platform/jobs.ts'
import { Refusal, type AnswerOf } from '#shared/endpoint.ts'
import type { getCompanyPage } from '#modules/reviews/contract.ts'
import { isCompanyListed } from './rules.ts'

/** Each night, and after an import of content. */
export const listingDue = jobName<object>('content.list-companies')

const PER_BATCH = 200

/** Checks the page of every company: whether it is listed for search engines, and whether its content has changed. */
export async function listCompanyPages(ctx: Ctx, _data: object = {}, run?: JobRun): Promise<number> {
  let [after, seen] = ['00000000-0000-0000-0000-000000000000', 0]
  for (;;) {
    run?.signal.throwIfAborted()
    const batch = await ctx.db
      .selectFrom('companies.company as c')
      .leftJoin('content.listed_company as l', 'l.companyId', 'c.id')
      .select(['c.id', 'l.digest', 'l.isListed'])
      .where('c.id', '>', after)
      .orderBy('c.id')
      .limit(PER_BATCH)
      .execute()
    for (const company of batch) await look(ctx, company)
    seen += batch.length
    const last = batch.at(-1)
    if (!last || batch.length < PER_BATCH) return seen
    after = last.id
  }
}

interface Known {
  id: string
  digest: Buffer | null
  isListed: boolean | null
}

async function look(ctx: Ctx, { id, digest: before, isListed: wasListed }: Known): Promise<void> {
  const page = await findCompanyPage(ctx, id)
  const isListed = !(page instanceof Refusal) && isCompanyListed(page)
  // A page that was never listed needs no withdrawal.
  if (!isListed && !wasListed) return
  const digest = page instanceof Refusal ? (before ?? Buffer.alloc(0)) : digestOf(page)
  if (before === null)
    await ctx.db
      .insertInto('content.listed_company')
      .values({ companyId: id, isListed, digest })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else if (isListed !== wasListed || !digest.equals(before))
    await ctx.db
      .updateTable('content.listed_company')
      .set({ isListed, digest, changedAt: ctx.clock.now() })
      .where('companyId', '=', id)
      .execute()
}

/** Digest of the company's page without the figures that are recalculated with every job. */
function digestOf(page: AnswerOf<typeof getCompanyPage>): Buffer {
  const { prices } = page
  // The rates have no order of their own.
  const hourly = prices?.hourly.map((rate) => JSON.stringify(rate)).toSorted()
  return createHash('sha256')
    .update(JSON.stringify({ ...page, figures: null, prices: { ...prices, hourly } }))
    .digest()
}
