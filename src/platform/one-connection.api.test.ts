import { expect, test } from 'vitest'
import { createServices } from '#app/services.ts'
import { cancellationPolicyAt } from '#modules/pricing/queries.ts'
import { createCtx, type Ctx } from './ctx.ts'
import { createTestApp } from '#test/support/app.ts'

/** As many transactions as the pool has connections ask at one moment for what the process keeps and has just forgotten. */
async function askInside(ctx: Ctx, count: number) {
  ctx.services.datedSettings.forget()
  const all = Promise.withResolvers<void>()
  let waiting = count
  return await Promise.allSettled(
    Array.from({ length: count }, () =>
      ctx.tx(async (tx) => {
        waiting -= 1
        if (waiting === 0) all.resolve()
        await all.promise
        return await cancellationPolicyAt(tx, tx.clock.now())
      }),
    ),
  )
}

test('transactions that hold every connection are told what the process keeps, and not where it is read through their own pool: the control', async () => {
  const product = await createTestApp({ ownTimeouts: true })
  const { app, ctx } = product
  try {
    const count = app.pool.options.max
    const outcomes = await askInside(ctx, count)
    expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 'fulfilled'))

    const careless = createServices(ctx.config, ctx.log, ctx.db)
    const stuck = await askInside(createCtx({ ...ctx, services: careless }), count)
    expect(stuck.map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 'rejected'))
  } finally {
    await product.close()
  }
})

test('a transaction that asks its own pool for a second connection is a defect', async () => {
  const product = await createTestApp()
  const { ctx } = product
  try {
    const second = ctx.tx(async () => await ctx.db.selectFrom('pricing.road_charge').select('id').execute())
    await expect(second).rejects.toThrow('A transaction asked for a second connection')
  } finally {
    await product.close()
  }
})
