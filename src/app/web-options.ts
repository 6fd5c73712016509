import type { App } from './build-app.ts'
import { createVisit } from './web-session.ts'
import type { WebOptions } from './web.ts'

/** Who visits the pages, and when those that are kept may have changed. */
export const webOptionsOf = (app: App): WebOptions => ({
  visit: createVisit(app),
  whenChanged: (clear) => void app.ctx.services.content.watch(clear),
})
