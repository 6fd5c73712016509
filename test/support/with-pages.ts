import type { App } from '#app/build-app.ts'
import { webOptionsOf } from '#app/run.ts'
import { registerWeb } from '#app/web.ts'
import { ensureBuilt } from './build.ts'

/** The pages as they are built, in a test's app: `createTestApp({ prepare: withPages })`. */
export async function withPages(app: App): Promise<void> {
  await ensureBuilt()
  await registerWeb(app, webOptionsOf(app))
}
