import { buildApp } from '#app/build-app.ts'
import { loadEnvironment, readConfig } from '#platform/config.ts'
import type { Ctx } from '#platform/ctx.ts'
import { createLog } from '#platform/log.ts'
import { StartError } from '#platform/errors.ts'
import { withDatabase } from './with-database.ts'

/**
 * One piece of office work with the product's own rules, beside a running product or without one. It takes no requests and runs no jobs:
 * what it queues, such as a mail, is done by the product, at once or at its next start.
 */
export async function withApp(work: (ctx: Ctx) => Promise<void>): Promise<void> {
  const config = readConfig(loadEnvironment())
  await withDatabase(config, async ({ connection }) => {
    const app = await buildApp({ config, connection, log: createLog('warn'), work: false })
    try {
      await work(app.ctx)
    } finally {
      await app.close()
    }
  })
}

/** Runs a command line to its end: what a person did wrong is a sentence, anything else is shown whole. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error)
    process.exitCode = 1
  }
}
