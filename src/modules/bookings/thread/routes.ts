import { readPhoto } from '#modules/files/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { serve, type Api } from '#platform/serve.ts'
import { commonRefusals, refuse, Refusal } from '#shared/endpoint.ts'
import { readThread, writeMessage } from './commands.ts'
import {
  getMessagePhoto,
  getThread,
  listConversations as listEndpoint,
  readThread as readEndpoint,
  writeMessage as writeEndpoint,
  decideReport as decideEndpoint,
  listReports as reportsEndpoint,
  reportMessage as reportEndpoint,
} from './contract.ts'
import { listConversations } from './inbox-queries.ts'
import { findPhoto, findThread, readMessages, type ThreadBooking } from './queries.ts'
import { decideReport, reportMessage } from './reports-commands.ts'
import { listReports } from './reports-queries.ts'

export function threadRoutes(api: Api): void {
  serve(api, listEndpoint, (ctx, { query }) => listConversations(ctx, query))
  serve(api, getThread, (ctx, { params, query }) =>
    withThread(ctx, params.id, (thread) => readMessages(ctx, thread, query)),
  )
  serve(api, writeEndpoint, (ctx, { params, body }) => writeMessage(ctx, params.id, body))
  serve(api, readEndpoint, (ctx, { params, body }) => readThread(ctx, params.id, body.messageId))
  serve(api, getMessagePhoto, (ctx, { params }) =>
    withThread(ctx, params.id, async (thread) => {
      const file = await findPhoto(ctx, thread, params)
      return file ? readPhoto(ctx, file) : refuse(commonRefusals.notFound)
    }),
  )
  serve(api, reportEndpoint, (ctx, { params, body }) =>
    reportMessage(ctx, { bookingId: params.id, messageId: params.messageId }, body.reason),
  )
  serve(api, reportsEndpoint, (ctx, { query }) => listReports(ctx, query))
  serve(api, decideEndpoint, (ctx, { params, body }) => decideReport(ctx, params.id, body))
}

async function withThread<T>(
  ctx: Ctx,
  bookingId: string,
  work: (thread: ThreadBooking) => Promise<T>,
): Promise<T | Refusal> {
  const thread = await findThread(ctx, bookingId)
  return thread instanceof Refusal ? thread : work(thread)
}
