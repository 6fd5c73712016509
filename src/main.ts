import { enableCompileCache } from 'node:module'

enableCompileCache()
// Before anything else is loaded: stacks of the built server name the sources.
process.setSourceMapsEnabled(true)

const { loadEnvironment } = await import('#platform/config.ts')
const { endWithParent } = await import('#platform/process.ts')
const { run } = await import('#app/run.ts')

endWithParent()
await run(loadEnvironment())
