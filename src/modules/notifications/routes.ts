import { type Api, serve } from '#platform/serve.ts'
import { signedInOf } from '#platform/session.ts'
import { toWire } from '#shared/wire.ts'
import { addDevice, removeDevice } from './push/commands.ts'
import { listSent, listUndelivered, hasDevice } from './queries.ts'
import { mailboxPage, mailboxPageHeaders } from './mail-templates.ts'
import { sendUndelivered } from './commands.ts'
import {
  listUndelivered as listEndpoint,
  sendUndelivered as sendEndpoint,
  addPushDevice,
  getPushDevice,
  removePushDevice,
} from './contract.ts'

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

function undeliveredRoutes(api: Api): void {
  serve(api, listEndpoint, (ctx, { query }) => listUndelivered(ctx, query))
  serve(api, sendEndpoint, (ctx, { params }) => sendUndelivered(ctx, params.id))
}

function pushRoutes(api: Api): void {
  serve(api, getPushDevice, async (ctx) => ({
    publicKey: ctx.services.push.publicKey,
    isOn: await hasDevice(ctx, signedInOf(ctx.actor).sessionId),
  }))
  serve(api, addPushDevice, (ctx, { body }) => addDevice(ctx, body))
  serve(api, removePushDevice, (ctx) => removeDevice(ctx))
}
