import { fastify } from 'fastify'
import { slices } from '#app/modules.ts'
import type { Api } from '#platform/serve.ts'
import type { Endpoint } from '#shared/endpoint.ts'

/** Every endpoint of the slices, before there is an app: for tests of which each has one of its own. Nothing is ever asked of them. */
export function listEndpoints(): Endpoint[] {
  const endpoints: Endpoint[] = []
  const api = { endpoints, fastify: fastify(), ctx: { config: {}, services: {} } }
  for (const { routes } of slices) routes?.(api as unknown as Api)
  return endpoints
}
