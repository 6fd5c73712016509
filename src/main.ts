import { enableCompileCache } from 'node:module'

enableCompileCache()

const { loadEnvironment } = await import('#platform/config.ts')
const { endWithParent } = await import('#platform/end-with-parent.ts')
const { run } = await import('#app/run.ts')

endWithParent()
await run(loadEnvironment())
