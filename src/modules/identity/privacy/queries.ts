import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { listMessagesTo, listOwnDevices } from '#modules/notifications/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { RawAnswer } from '#platform/serve.ts'
import { userIdOf } from '#platform/session.ts'
import { localDayOf } from '#shared/local-time.ts'
import { toWire } from '#shared/wire.ts'
import { newAddressKind } from '../messages.ts'
import { getSettingsOf, addressColumns } from '../profile/queries.ts'
import { addressesOf, deviceOf } from '../rules.ts'

/** Exports all data about the signed-in user, as one JSON file (decisions §2). Secrets are named but not included. */
export async function exportOwn(ctx: Ctx): Promise<RawAnswer> {
  const now = ctx.clock.now()
  const data = { exportedAt: now, ...(await ownDataOf(ctx, userIdOf(ctx.actor))) }
  return new RawAnswer(Readable.from(written(data)), {
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': `attachment; filename="vanfare-data-${localDayOf(now)}.json"`,
    'cache-control': 'no-store, private',
  })
}

/** The JSON text with the bytes of files inserted. */
async function* written(data: object): AsyncGenerator<string> {
  const files = new Map<string, KeptBytes>()
  const marked = (_key: string, value: unknown) => {
    if (!(value instanceof KeptBytes)) return value
    files.set(value.mark, value)
    return value.mark
  }
  const text = JSON.stringify(toWire(data), marked, 2)
  let from = 0
  for (const match of text.matchAll(/"([0-9a-f]{32})"/g)) {
    const file = files.get(match[1] ?? '')
    if (!file) continue
    yield text.slice(from, match.index)
    yield* inBase64(file)
    from = match.index + match[0].length
  }
  yield text.slice(from)
}

async function* inBase64({ open }: KeptBytes): AsyncGenerator<string> {
  const stream = await open()
  yield stream ? '"' : 'null'
  if (!stream) return
  for await (const piece of stream.setEncoding('base64')) yield String(piece)
  yield '"'
}

export async function ownDataOf(ctx: Ctx, userId: string): Promise<Record<string, unknown>> {
  const account = await accountOf(ctx, userId)
  const others: Record<string, unknown> = {}
  for (const { name, read } of ctx.services.personalData) others[name] = await read(ctx, userId)
  return {
    account,
    sessions: await sessionsOf(ctx, userId),
    pushDevices: await listOwnDevices(ctx, userId),
    savedAddresses: await ctx.db
      .selectFrom('identity.saved_address')
      .select(addressColumns)
      .select('createdAt')
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .execute(),
    ...(account.userRole === 'customer' ? { notificationSettings: await getSettingsOf(ctx, userId) } : {}),
    messages: await messagesTo(ctx, account),
    actions: await actionsOf(ctx, userId),
    ...others,
  }
}

/**
 * Leaves out links to a new address that is not verified. If that address already has an account, its owner is emailed
 * instead, so this list would reveal which addresses exist (T-004). The request itself appears in the email to the
 * user's own address.
 */
async function messagesTo(
  ctx: Ctx,
  account: { id: string; email: string; phone: string | null; phoneVerifiedAt: Date | null },
) {
  const messages = await listMessagesTo(ctx, { addresses: addressesOf(account), subjectId: account.id })
  return messages.filter(({ kind, recipient }) => kind !== newAddressKind || recipient === account.email)
}

const accountOf = (ctx: Ctx, userId: string) =>
  ctx.db
    .selectFrom('identity.user as u')
    .leftJoin('identity.two_step as s', 's.userId', 'u.id')
    .select(['u.id', 'u.userRole', 'u.email', 'u.emailVerifiedAt'])
    .select(['u.firstName', 'u.lastName', 'u.companyName'])
    .select(['u.phone', 'u.phoneVerifiedAt'])
    .select(['u.status', 'u.statusReason', 'u.createdAt'])
    .select('s.confirmedAt as twoStepLogInSince')
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()

async function sessionsOf(ctx: Ctx, userId: string) {
  const rows = await ctx.db
    .selectFrom('identity.session')
    .select(['createdAt', 'lastUsedAt', 'expiresAt'])
    .select(['revokedAt as endedAt', 'userAgent'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  return rows.map((row) => ({ ...row, device: deviceOf(row.userAgent) }))
}

const actionsOf = (ctx: Ctx, userId: string) =>
  ctx.db
    .selectFrom('audit.entry')
    .select(['at', 'action', 'object'])
    .where('actorId', '=', userId)
    .orderBy('id')
    .limit(10_000)
    .execute()

/**
 * What one slice holds about a person. Later slices register theirs through the app, so that an export is complete. What they do
 * when an account is closed or erased is in src/app/subscribers.ts.
 */
export interface PersonalData {
  /** The heading in an export. */
  readonly name: string
  /** All data held, for the person's own eyes; undefined if the slice cannot hold any about this person. */
  readonly read: (ctx: Ctx, userId: string) => Promise<unknown>
  /** Whether the person has upcoming work to do or to cancel first. */
  readonly hasWorkAhead?: (ctx: Ctx, userId: string) => Promise<boolean>
}

declare module '#platform/ctx.ts' {
  interface Services {
    readonly personalData: readonly PersonalData[]
  }
}

export async function hasWorkAhead(ctx: Ctx, userId: string): Promise<boolean> {
  for (const { hasWorkAhead: ask } of ctx.services.personalData) if (await ask?.(ctx, userId)) return true
  return false
}

/** A file's bytes in an export, as base64. They are read only while being sent, because an export may not fit into memory. */
export class KeptBytes {
  /** The random placeholder in the JSON, which no stored text can contain. */
  readonly mark = randomBytes(16).toString('hex')
  /** Undefined if the file no longer exists. */
  readonly open: () => Promise<Readable | undefined>

  constructor(open: () => Promise<Readable | undefined>) {
    this.open = open
  }
}
