import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { networkKey, spendDurable } from '#platform/rate-limit.ts'
import { emailKey } from '#shared/email.ts'
import { refuse, Refusal, type Role } from '#shared/endpoint.ts'
import { wrongCredentials } from './contract.ts'
import { rememberDevice, startSession, type TokenPair } from './sessions/commands.ts'
import { guardKeyOf } from './sessions/known-devices-queries.ts'
import { eraseTries, spendTry } from './passwords/login-guard-commands.ts'
import { admitted, costOf, hashPassword, isOutdated, unlimited, verifyPassword } from './passwords/gateway.ts'
import { accountRefusal } from './rules.ts'
import { passSecondStep } from './two-step/commands.ts'

export interface Credentials {
  email: string
  password: string
  /** Code of the authenticator app, or a recovery code. */
  totpCode?: string | null
}

/**
 * The only login. An unknown address, a wrong password and a role that may not log in here all get the same answer after the same
 * amount of work; the state of the account is revealed only with the right password.
 */
export const logIn = (ctx: Ctx, credentials: Credentials, options: LogInOptions = {}): Promise<TokenPair | Refusal> =>
  admitted(() => tryLogIn(ctx, credentials, options), limitsOf(ctx))

const limitsOf = ({ config }: Ctx) => (config.guardOff.has('hash_queue') ? unlimited : undefined)

interface LogInOptions {
  roles?: readonly Role[]
  userAgent?: string
  /** The digest of the browser's secret, in hex. */
  device?: string | null
}

const perNetwork = { name: 'login-network', per: 'address', count: 20, seconds: 60 } as const

async function tryLogIn(
  ctx: Ctx,
  { email, password, totpCode }: Credentials,
  options: LogInOptions,
): Promise<TokenPair | Refusal> {
  const key = emailKey(email)
  const tooMany = await spendDurable(ctx, perNetwork, networkKey(ctx))
  if (tooMany) return tooMany
  const guardKey = await guardKeyOf(ctx, key, options.device ?? null)
  const tooFast = await spendTry(ctx, guardKey)
  if (tooFast) return tooFast
  const user = await findUser(ctx, key)
  if (!user && ctx.config.guardOff.has('unknown_hash')) return refuse(wrongCredentials)
  const isRight = await verifyPassword(user?.passwordHash, password, limitsOf(ctx), costOf(ctx.config))
  if (isRight instanceof Refusal) return isRight
  if (!user || !isRight || (options.roles && !options.roles.includes(user.role))) return refuse(wrongCredentials)
  const state = accountRefusal(user)
  if (state) return refuse(state)
  // A try counts until the code is right too, so that knowing the password does not allow unlimited guesses at codes.
  const refused = await passSecondStep(ctx, user.id, totpCode)
  if (refused) return refused
  await eraseTries(ctx, guardKey)
  const tokens = await ctx.tx((ctx) => startIfUnchanged(ctx, user, options))
  if (isOutdated(user.passwordHash, costOf(ctx.config))) await hashAgain(ctx, user.id, user.passwordHash, password)
  return tokens
}

/**
 * A password change or account closure ends every session; a login in progress must not create one after it. The lock makes one
 * wait for the other.
 */
async function startIfUnchanged(ctx: TxCtx, user: FoundUser, options: LogInOptions): Promise<TokenPair | Refusal> {
  const now = await ctx.db
    .selectFrom('identity.user')
    .select(['status', 'passwordHash', 'emailVerifiedAt'])
    .where('id', '=', user.id)
    .forShare()
    .executeTakeFirst()
  if (!now || now.passwordHash !== user.passwordHash || accountRefusal(now)) return refuse(wrongCredentials)
  await rememberDevice(ctx, user.id, options.device ?? null)
  return startSession(ctx, user, options.userAgent)
}

type FoundUser = NonNullable<Awaited<ReturnType<typeof findUser>>>

const findUser = (ctx: Ctx, key: string) =>
  ctx.db
    .selectFrom('identity.user')
    .select(['id', 'status', 'passwordHash', 'emailVerifiedAt'])
    .select((eb) => eb.ref('userRole').$castTo<Role>().as('role'))
    .where('emailKey', '=', key)
    .executeTakeFirst()

async function hashAgain(ctx: Ctx, userId: string, old: string, password: string) {
  const hash = await hashPassword(password, costOf(ctx.config))
  if (hash instanceof Refusal) return
  await ctx.db
    .updateTable('identity.user')
    .set({ passwordHash: hash })
    .where('id', '=', userId)
    .where('passwordHash', '=', old)
    .execute()
}
