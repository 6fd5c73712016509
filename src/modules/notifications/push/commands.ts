import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { newId } from '#platform/new-id.ts'
import { signedInOf } from '#platform/session.ts'
import { invalidField, type AnswerOf, type InputOf, type Refusal } from '#shared/endpoint.ts'
import type { addPushDevice as addEndpoint } from '../contract.ts'
import { isReadableKey } from './gateway.ts'
import { isPushService, MAX_DEVICES } from './rules.ts'

type State = AnswerOf<typeof addEndpoint>

/** A browser belongs to the person who signed in last in it. */
export async function addDevice(ctx: Ctx, body: InputOf<typeof addEndpoint>['body']): Promise<State | Refusal> {
  const { endpoint, keys } = body
  if (!isPushService(endpoint)) return invalidField('endpoint', 'This isn’t the address of a push service.')
  const publicKey = Buffer.from(keys.p256dh, 'base64url')
  if (!isReadableKey(publicKey)) return invalidField('keys.p256dh', 'This isn’t the key of a browser.')
  const { userId, sessionId } = signedInOf(ctx.actor)
  const device = {
    userId,
    sessionId,
    publicKey,
    auth: Buffer.from(keys.auth, 'base64url'),
    createdAt: ctx.clock.now(),
  }
  await ctx.tx(async (tx) => {
    await tx.db
      .insertInto('notifications.push_device')
      .values({ id: newId(tx.clock), endpoint, ...device })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(device))
      .execute()
    await dropOldest(tx, userId)
  })
  return { publicKey: ctx.services.push.publicKey, isOn: true }
}

const dropOldest = (ctx: TxCtx, userId: string) =>
  ctx.db
    .deleteFrom('notifications.push_device')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('notifications.push_device')
        .select('id')
        .where('userId', '=', userId)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .offset(MAX_DEVICES),
    )
    .execute()

export async function removeDevice(ctx: Ctx): Promise<State> {
  const { sessionId } = signedInOf(ctx.actor)
  await ctx.db.deleteFrom('notifications.push_device').where('sessionId', '=', sessionId).execute()
  return { publicKey: ctx.services.push.publicKey, isOn: false }
}
