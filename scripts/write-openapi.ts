// Writes docs/openapi.json, the present contract, so that a change of it shows in a review.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { slices } from '#app/modules.ts'
import { openApiOf } from '#platform/openapi.ts'
import type { Api } from '#platform/serve.ts'
import type { Endpoint } from '#shared/endpoint.ts'

export const OPENAPI_FILE = fileURLToPath(new URL('../docs/openapi.json', import.meta.url))

/** Every endpoint that the slices serve, without a database: nothing is called, only told. */
export function listEndpoints(): Endpoint[] {
  const endpoints: Endpoint[] = []
  const ctx = { config: { appMode: 'production' }, services: {} }
  // Serving needs the whole of it; telling what is served needs these.
  const api = { fastify: Fastify(), endpoints, ctx } as unknown as Api
  for (const slice of slices) slice.routes?.(api)
  return endpoints
}

export const openApiText = (endpoints: readonly Endpoint[]): string =>
  `${JSON.stringify(openApiOf(endpoints), null, 2)}\n`

if (import.meta.main) writeFileSync(OPENAPI_FILE, openApiText(listEndpoints()))
