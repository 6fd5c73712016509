import type { Ctx, TxCtx } from '#platform/ctx.ts'
import { jobName } from '#platform/jobs.ts'
import { hasAskedFromNetwork, networkKey, spendDurable, spendFromNetwork } from '#platform/rate-limit.ts'
import { digestOf, seal, unseal } from '#platform/secrets.ts'
import { invalidField, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import { parsePhone, phoneHint } from '#shared/phone.ts'
import { issueOrRepeatCode, tryCodeOf } from '../verification/phones-commands.ts'
import { codeExpired } from '../verification/contract.ts'
import { smsFlaw } from '../verification/rules.ts'
import { startSession, type TokenPair } from '../sessions/commands.ts'
import type { askClaimCode as askEndpoint } from './contract.ts'

/** The number is encrypted, because jobs stay in their table for a week. */
interface Asked {
  sealed: string
}

export const claimCodeAsked = jobName<Asked>('identity.claim-code-asked')

const day = 86_400
const perMinute = { name: 'claim-code-minute', per: 'user', count: 1, seconds: 60 } as const
/** Limit of one network for one number. */
const perNetwork = { name: 'claim-code-network', per: 'user', count: 5, seconds: day } as const
/** Anybody may name the number, so its own limit only slows: after this many codes in a day there is one an hour. */
const perNumber = { name: 'claim-code-number', per: 'user', count: 5, seconds: day } as const
const perHour = { name: 'claim-code-hour', per: 'user', count: 1, seconds: 3600 } as const
/** Guesses at one number from networks that have not asked for its code, beside the five tries that each network has at each code. */
const perGuess = { name: 'claim-guess-number', per: 'user', count: 15, seconds: day } as const
/** Texts really sent. */
const textsPerHour = { name: 'claim-code-everybody', per: 'user', count: 500, seconds: 3600 } as const

const keyOf = (phone: string): string => digestOf(phone).toString('hex')

/** Only queues a job, so that neither the answer nor its timing says whether there is an account. */
export async function noteClaim(ctx: Ctx, phoneInput: string): Promise<AnswerOf<typeof askEndpoint> | Refusal> {
  const phone = parsePhone(phoneInput)
  if (!phone) return invalidField('phone', phoneHint)
  const flaw = smsFlaw(phone, ctx.config.smsPrefixes)
  if (flaw) return invalidField('phone', flaw)
  const key = keyOf(phone)
  const tooFast =
    (await spendDurable(ctx, perMinute, key)) ??
    (await spendFromNetwork(ctx, perNetwork, key)) ??
    ((await spendDurable(ctx, perNumber, key)) && (await spendDurable(ctx, perHour, key)))
  if (tooFast) return tooFast
  await ctx.tx((tx) => tx.enqueue(claimCodeAsked, { sealed: seal(tx.config, purpose, label, phone) }))
  return { detail: 'If this number has a booking with us, a code is on its way to it.' }
}

export const textClaimCode = (ctx: Ctx, { sealed }: Asked): Promise<unknown> =>
  ctx.tx(async (tx) => {
    const phone = unseal(tx.config, purpose, label, sealed)
    const userId = await findByPhone(tx, phone)
    if (!userId) return
    if (await spendDurable(tx, textsPerHour, '')) ctx.log.warn('too many codes by text this hour')
    else await issueOrRepeatCode(tx, userId, phone)
  })

/** The latest that was opened by phone for this number and has no address of its own. */
async function findByPhone(ctx: TxCtx, phone: string): Promise<string | undefined> {
  const user = await ctx.db
    .selectFrom('identity.user')
    .select('id')
    .where('openedBy', '=', 'phone')
    .where('phone', '=', phone)
    .where('status', '=', 'active')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return user?.id
}

/** A wrong code, a code that is over and a number without an account are one answer. A wrong guess counts even though it is refused. */
export async function claim(
  ctx: Ctx,
  { phone: phoneInput, code }: { phone: string; code: string },
  userAgent: string | undefined,
): Promise<TokenPair | Refusal> {
  const phone = parsePhone(phoneInput)
  if (!phone) return invalidField('phone', phoneHint)
  // Callers who asked for the code from here have their own tries; for all others there are few, and they can ask.
  const hasAsked = await hasAskedFromNetwork(ctx, perNetwork, keyOf(phone))
  if (!hasAsked && (await spendDurable(ctx, perGuess, keyOf(phone)))) return refused
  const tokens = await ctx.tx(async (tx) => {
    const userId = await findByPhone(tx, phone)
    if (!userId) return undefined
    const tried = await tryCodeOf(tx, userId, { phone, code }, networkKey(tx))
    return tried.kind === 'right' ? startSession(tx, { id: userId, role: 'customer' }, userAgent) : undefined
  })
  return tokens ?? refused
}

const refused = refuse(codeExpired, { detail: 'That isn’t the code, or it is no longer valid. Ask for a new one.' })

const label = Buffer.from('claim code asked')
const purpose = 'claim code asked'
