import type { FastifyReply, FastifyRequest } from 'fastify'
import type { createRequestHandler } from 'react-router'
import { Refusal } from '#shared/endpoint.ts'
import { sendProblem } from '#platform/serve.ts'
import { sendOnce } from './page-answers.ts'
import type { Pace, PageTurns } from './page-turns.ts'
import { routesPath } from './routes-path.ts'
import type { Build } from './web-build.ts'
import { isReadOnly } from './web-request.ts'

/** More links than any page has: matching one takes a quarter of a millisecond. */
const MOST_PATHS = 400
/** How many are looked up in one turn of the event loop. */
const PATHS_PER_TURN = 20

interface Web {
  config: { publicUrl: string }
  handlerOf: (build: Build) => ReturnType<typeof createRequestHandler>
  loadBuild: () => Promise<Build>
  pageTurns: PageTurns
  pace: Pace
}

/** Which scripts the pages behind some links need: the same for everybody, and for as long as this build is served. */
export async function sendRoutes(web: Web, request: FastifyRequest, reply: FastifyReply) {
  const { searchParams } = new URL(request.url, web.config.publicUrl)
  const paths = searchParams.get('paths')?.split(',') ?? []
  if (!isReadOnly(request) || paths.length > MOST_PATHS) return reply.callNotFound()
  const answer = await web.pageTurns(request, reply, () => routesOf(web, paths, searchParams.get('version') ?? ''))
  if (answer instanceof Refusal) return sendProblem(reply, answer, request.id)
  // The page is of an older build: the framework loads the next one afresh.
  if (!answer) return reply.headers({ 'cache-control': 'no-store', 'x-remix-reload-document': 'true' }).code(204).send()
  const headers = { 'cache-control': 'public, max-age=31536000, immutable', 'content-type': 'application/json' }
  return sendOnce({ status: 200, headers, body: Buffer.from(JSON.stringify(answer)) }, request, reply)
}

/** The framework's own answers, a few paths at a time; undefined if it says that this is another build's question. */
async function routesOf(web: Web, paths: string[], version: string): Promise<object | undefined> {
  const handler = web.handlerOf(await web.loadBuild())
  const found = {}
  for (let from = 0; from === 0 || from < paths.length; from += PATHS_PER_TURN) {
    if (from > 0) await web.pace()
    const some = new URLSearchParams({ version, paths: paths.slice(from, from + PATHS_PER_TURN).join(',') })
    const response = await handler(new Request(new URL(`${routesPath}?${some}`, web.config.publicUrl)))
    if (response.status !== 200) return undefined
    Object.assign(found, await response.json())
  }
  return found
}
