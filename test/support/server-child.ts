// The server in a process of its own, to be killed and to have its output taken away: node test/support/server-child.ts
// SERVE is JSON: { connection, work }. Once it listens, it sends its address to whoever started it.
import { buildApp } from '#app/build-app.ts'
import { readConfig } from '#platform/config.ts'
import type { DbConnection } from '#platform/db.ts'
import { endWithParent } from '#platform/process.ts'

endWithParent()
const { connection, work } = JSON.parse(process.env.SERVE ?? '{}') as { connection: DbConnection; work: boolean }
const app = await buildApp({ config: readConfig(process.env), connection, work })
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)))
process.send?.(await app.fastify.listen({ port: 0, host: '127.0.0.1' }))
