import type { Api } from '#platform/serve.ts'
import { toWire } from '#shared/wire.ts'
import { pushRoutes } from './push/routes.ts'
import { undeliveredRoutes } from './undelivered/routes.ts'
import { mailboxPage, mailboxPageHeaders } from './templates.ts'
import { listSent } from './queries.ts'

export function routes(api: Api): void {
  pushRoutes(api)
  undeliveredRoutes(api)
  mailboxRoutes(api)
}

/** The demonstration's mailbox. It does not exist in production, because mails contain links that grant access. */
function mailboxRoutes({ fastify, ctx }: Api): void {
  if (ctx.config.appMode === 'production') return
  fastify.get('/dev/mailbox', async (_request, reply) =>
    reply.headers(mailboxPageHeaders()).send(mailboxPage(await listSent(ctx), ctx.config.publicUrl)),
  )
  fastify.get('/dev/mailbox.json', async (_request, reply) =>
    reply.header('cache-control', 'no-store, private').send(toWire(await listSent(ctx))),
  )
}
